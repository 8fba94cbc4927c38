/** A day at a window: calls of each kind, one after the other, each of which may be made again. */
import { createHospitalPayments, type HospitalPayments, textChannel } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import type { Work } from '../../../support/kills/work.js'
import { at, hour, request } from '../../../support/service.js'

/** The ids of what stands before the day begins. */
export interface Morning {
  readonly sessionId: string
  /** Bills of 1,000 and 500. */
  readonly bills: readonly [string, string]
  /** A refund of 200 that waits to be paid out. */
  readonly refundId: string
}

const cashier = { actor: 'sara' }
const supervisor = { actor: 'lily', supervisor: true } as const

function serviceOf(repository: FinanceRepository): HospitalPayments {
  return createHospitalPayments({
    repository,
    channels: { cash: textChannel('Pay at the cashier with reference {reference}.') },
    timeZone: 'Africa/Addis_Ababa',
    clock: () => Date.parse(at(hour)),
  })
}

/** Opens the window, and makes what the calls of the day are about. */
export async function beginDay(repository: FinanceRepository): Promise<Morning> {
  const { cash, createPayment, refunds } = serviceOf(repository)
  const bill = async (reference: string, amount: number) =>
    (await createPayment(request({ reference, amount, channel: 'cash' }))).id
  const { id: sessionId } = await cash.open({ point: 'window-1', currency: 'ETB', float: 1000, ...cashier })
  const paid = await bill('INV-0', 300)
  await cash.take({ sessionId, paymentId: paid, amount: 300, ...cashier })
  const refund = await refunds.create({ paymentId: paid, amount: 200, reason: 'duplicate', reference: 'OUT-1' })
  return { sessionId, bills: [await bill('INV-1', 1000), await bill('INV-2', 500)], refundId: refund.id }
}

/** The names of the calls, in their order. */
export const callNames = [
  ...['take', 'take with a deposit', 'void', 'pay a refund out', 'send', 'receive', 'send to the bank', 'recall'],
  ...['close', 'explain'],
] as const

export const work: Work = (repository, [morning], say) => {
  const { cash } = serviceOf(repository)
  const { sessionId, bills, refundId } = JSON.parse(morning!) as Morning
  const keys = { mistake: '', safe: '', bank: '' }
  const key = (idempotencyKey: string) => ({ idempotencyKey })
  const inSession = { sessionId, ...cashier }
  const calls: (() => Promise<unknown>)[] = [
    () => cash.take({ ...inSession, paymentId: bills[0], amount: 1000, tendered: 1200 }, key('take-1')),
    async () => {
      const call = { ...inSession, paymentId: bills[1], amount: 600, payerId: 'MRN-1', note: 'paid for a child' }
      keys.mistake = (await cash.take(call, key('take-2'))).line.key
    },
    () => cash.void({ lineKey: keys.mistake, reason: 'wrong bill', ...supervisor }),
    () => cash.payOut({ ...inSession, refundId }, key('out-1')),
    async () => {
      keys.safe = (
        await cash.send({ ...inSession, amount: 700, to: 'cash.safe', reference: 'BAG-1' }, key('send-1'))
      ).line.key
    },
    () => cash.receive({ lineKey: keys.safe, counted: 700, ...supervisor }),
    async () => {
      keys.bank = (
        await cash.send({ ...inSession, amount: 400, to: 'cbe', reference: 'SLIP-1' }, key('send-2'))
      ).line.key
    },
    () => cash.recall({ lineKey: keys.bank, reason: 'the bank is closed', ...supervisor }),
    () => cash.close({ ...inSession, counted: 1397 }),
    () => cash.explain(sessionId, { reason: 'a torn note', ...supervisor }),
  ]
  return calls.map((call, at) => async () => {
    await call()
    say(`done ${callNames[at]}`)
  })
}

/** Reads all that the counter has stored, without the ids and keys that differ from run to run. */
export async function counterState(repository: FinanceRepository, { sessionId }: Morning): Promise<unknown> {
  const payments = serviceOf(repository)
  const { cash, accounts, receipts, refunds, lines, reportPayments, getPayment, history } = payments
  const { items: storedLines } = await lines.list({ limit: 500 })
  const { items: reported } = await reportPayments({ limit: 500 })
  const bills = await Promise.all(reported.map(async ({ paymentId }) => (await getPayment(paymentId))!))
  const { items: storedRefunds } = await refunds.list({ limit: 500 })
  const named = new Map<string, string>([
    ...bills.map(({ id, reference }) => [id, reference] as const),
    ...storedRefunds.map(({ id, reference }) => [id, reference] as const),
    ...storedLines.map(({ key, account, direction, amount }) => [key, `${account} ${direction} ${amount}`] as const),
    [sessionId, 'the session'],
  ])
  const name = (id: string | null) => (id === null ? null : (named.get(id) ?? 'unknown'))
  const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort()
  const histories = await lines.histories(storedLines.map(({ key }) => key))
  const { id: _, ...session } = (await cash.get(sessionId))!
  const { items: receiptRows } = await receipts.list({ limit: 500 })
  return {
    session,
    events: (await cash.history(sessionId)).map((event) => [
      event.version,
      event.type,
      event.actor,
      event.amount,
      event.reason,
    ]),
    lines: sorted(
      storedLines.map(
        ({ key, status, outcome, version, allocated, givenBack, sessionId: of, payerId, allocations }) => {
          const targets = allocations.map(({ to, amount, ...target }) => [
            to,
            amount,
            ...Object.values<string | undefined>(target).map((id = '') => named.get(id) ?? id),
          ])
          const events = histories
            .filter(({ lineKey }) => lineKey === key)
            .map(({ type, actor, reason }) => [type, actor, reason])
          return [name(key), status, outcome, version, allocated, givenBack, name(of), payerId, targets, events]
        },
      ),
    ),
    payments: sorted(
      await Promise.all(
        bills.map(
          async ({
            id,
            reference,
            status,
            version,
            amountReconciled,
            amountRefunded,
            amountRefundPending,
            paidAt,
            undoneAllocations = [],
          }) => [
            ...[reference, status, version, amountReconciled, amountRefunded, amountRefundPending, paidAt],
            undoneAllocations.map(({ lineKey, amount, givenBack }) => [name(lineKey), amount, givenBack]),
            (await history(id)).map(({ type, createdAt }) => [type, createdAt]),
          ],
        ),
      ),
    ),
    refunds: storedRefunds.map(({ reference, status, version, amountReconciled, paidAt }) => [
      reference,
      status,
      version,
      amountReconciled,
      paidAt,
    ]),
    receipts: receiptRows.map(({ number, lineKey, received, tendered, change, status, allocations }) => [
      ...[number, name(lineKey), received, tendered, change, status],
      allocations.map(({ reference, amount }) => [reference, amount]),
    ]),
    balances: (await accounts.list()).items.map(({ account, currencies }) => [account, currencies]),
    attention: (await payments.attention()).differences.map(({ difference }) => difference),
  }
}
