import { isPaymentEvent } from '../../domain/event-stream.js'
import type { Payment, PaymentStatus } from '../../domain/payments/payment.js'
import { pacer, recordsAtOnce } from '../../internal/event-loop.js'
import type { Cell, Change, LookupKeys } from '../port.js'
import { type PaidQuery, paidFields, type RunRepository } from '../run-port.js'
import { ChangedHolders } from './changed-rows.js'

type Fixed = 'instructions' | 'createdAt' | 'description' | 'customer' | 'metadata'

/** The fields that a run may change, and those that are scanned or looked up with them. */
const fields = {
  id: 'always',
  reference: 'always',
  amount: 'always',
  currency: 'always',
  channel: 'always',
  status: 'always',
  updatedAt: 'always',
  version: 'always',
  late: 'always',
  amountReconciled: 'always',
  amountRefundPending: 'always',
  amountRefunded: 'always',
  amountWrittenOff: 'always',
  amountWaived: 'always',
  attemptId: 'always',
  paidAt: 'always',
  expiresAt: 'always',
  reversedAt: 'always',
  canceledAt: 'always',
  providerTransactionId: 'optional',
  statusReason: 'optional',
  undoneAllocations: 'optional',
  writtenOffBy: 'optional',
  moneyReturned: 'optional',
  imported: 'optional',
} as const satisfies Record<Exclude<keyof Payment, Fixed>, 'always' | 'optional'>

const idPlace = paidFields.indexOf('id')
const paidAtPlace = paidFields.indexOf('paidAt')
const statusPlace = paidFields.indexOf('status')
const amountPlace = paidFields.indexOf('amountReconciled')
const rowsOfBatch = 1000
/** Sorts before every character of an instant or an id. */
const gap = '\0'
const behindAll = '\uffff'

type Row = readonly Cell[]

/** Checks that a change sets the time at which a payment was paid. */
function isConfirmation({ payment, event }: Change): boolean {
  return payment.status === 'succeeded' && isPaymentEvent(event) && event.data.previousStatus !== 'succeeded'
}

function cellsOf(payment: Payment): Row {
  return paidFields.map((field) => payment[field] ?? null)
}

/** Returns the payments of a dry run: those of the storage, as the run has changed them. A run makes none. */
export function dryPayments(storage: RunRepository) {
  const changed = new ChangedHolders<Payment>(({ id }) => id, fields)
  /** True for a version whose payment the run confirmed: it is read at another place than the stored one. */
  const isMoved: boolean[] = []
  /**
   * The cells that a scan reads of each version and a run may change, beside the time of a payment that it confirms. They are
   * kept apart, because to read a version takes longer than all else of a row.
   */
  const statuses: PaymentStatus[] = []
  const amountsReconciled: number[] = []

  async function lookup(keys: LookupKeys) {
    const { payments, lines } = await storage.lookup(keys)
    const read = new Set(payments.map(({ id }) => id))
    const holders = new Map<string, string>()
    for (const { id, reference } of changed.withReceipts(keys.providerTransactionIds)) {
      if (!read.has(id)) holders.set(id, reference)
    }
    const references = [...new Set(holders.values())]
    const more =
      references.length > 0 ? await storage.lookup({ references, providerTransactionIds: [], lineKeys: [] }) : null
    const all = [...payments, ...(more?.payments.filter(({ id }) => holders.has(id)) ?? [])]
    return { lines, payments: all.map((payment) => changed.now(payment)) }
  }

  function add(changes: readonly Change[]): void {
    for (const change of changes) {
      const { number, former } = changed.add(change.payment)
      statuses[number] = change.payment.status
      amountsReconciled[number] = change.payment.amountReconciled
      isMoved[number] = isConfirmation(change) || (former !== undefined && isMoved[former]!)
    }
  }

  /** Returns the places of the payments that the run confirmed in the order of a scan: time, id and number of each. */
  async function confirmedPlaces({ from, before, channels }: PaidQuery): Promise<string[]> {
    const pace = pacer(recordsAtOnce)
    const places: string[] = []
    for (let number = 0; number < isMoved.length; number++) {
      const turn = pace(1)
      if (turn) await turn
      if (!isMoved[number] || changed.isOutdated(number)) continue
      const { id, paidAt, channel } = changed.version(number)
      const isOfPeriod = (from === undefined || paidAt! >= from) && (before === undefined || paidAt! < before)
      if (isOfPeriod && (channels?.includes(channel) ?? true)) places.push(paidAt + gap + id + gap + number)
    }
    return places.sort()
  }

  /** Returns a row of the storage as the run has changed its payment, which it has not confirmed. */
  function changedRow(stored: Row, number: number): Row {
    const row = [...stored]
    row[statusPlace] = statuses[number]!
    row[amountPlace] = amountsReconciled[number]!
    return row
  }

  async function* scan(query: PaidQuery, signal?: AbortSignal): AsyncGenerator<Row[]> {
    signal?.throwIfAborted()
    const places = await confirmedPlaces(query)
    let next = 0

    function* confirmedBefore(place: string): Generator<Row> {
      for (; next < places.length && places[next]! < place; next++) {
        yield cellsOf(changed.version(Number(places[next]!.split(gap)[2])))
      }
    }
    function* merged(rows: readonly Row[]): Generator<Row> {
      for (const row of rows) {
        const id = row[idPlace] as string
        const number = changed.latestNumber(id)
        if (number !== undefined && isMoved[number]) continue
        yield* confirmedBefore((row[paidAtPlace] as string) + gap + id)
        yield number === undefined ? row : changedRow(row, number)
      }
    }
    async function* parts(): AsyncGenerator<Iterable<Row>> {
      for await (const rows of storage.scan(query, signal)) yield merged(rows)
      yield confirmedBefore(behindAll)
    }

    const pace = pacer(recordsAtOnce)
    let batch: Row[] = []
    for await (const part of parts()) {
      for (const row of part) {
        if (batch.push(row) < rowsOfBatch) continue
        yield batch
        await pace(batch.length)
        signal?.throwIfAborted()
        batch = []
      }
    }
    if (batch.length > 0) yield batch
    signal?.throwIfAborted()
  }

  return { lookup, scan, add }
}
