import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  type HospitalPayments,
  type ReconciliationItem,
  type ReconcileOptions,
  reconciliationCsv,
  type SummaryItem,
} from 'hospital-payments'
import type { StatementReader, StatementRecord, StatementSummary } from 'hospital-payments/statements'
import { type Count, countCsv, countRead, countSummary, doAgree, OnTheWay } from './count.js'
import { Few, Notes } from './notes.js'
import { Sums } from './sums.js'

/** One reconciliation of one statement, and what it came to. */
export interface Run {
  readonly read: StatementSummary
  readonly summary: SummaryItem
  readonly notes: Notes
  /** Money that this run recorded on payments. */
  readonly written: Sums
  /** A few of the payments that this run confirmed. */
  readonly confirmed: readonly string[]
  readonly refused: OnTheWay['refused']
  readonly counts: readonly Count[]
  readonly agrees: boolean
}

type Records = AsyncIterable<StatementRecord>

/** Writes the CSV beside its place and moves it there when whole: no reader of the file sees half of it. */
async function writeCsv(items: AsyncIterable<ReconciliationItem>, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.part`
  await pipeline(reconciliationCsv(items), createWriteStream(unfinished))
  await rename(unfinished, file)
}

export async function drain(items: AsyncIterable<unknown>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  while (!(await iterator.next()).done);
}

/**
 * Reconciles a statement as a stream: no more of it is in memory than the lines that are being looked up.
 *
 * @param csv where finance's CSV is written, if anywhere
 */
export async function reconcileOnce(
  payments: HospitalPayments,
  reader: StatementReader,
  options: ReconcileOptions,
  csv?: string,
  through: (records: Records) => Records = (records) => records,
): Promise<Run> {
  const notes = new Notes(payments)
  const written = new Sums()
  const confirmed = new Few<string>()
  const onTheWay = new OnTheWay()
  let summary: SummaryItem = { kind: 'summary', lines: [], payments: [] }

  async function* noted(items: AsyncIterable<ReconciliationItem>): AsyncGenerator<ReconciliationItem> {
    for await (const item of items) {
      if (item.kind === 'summary') summary = item
      if (item.kind === 'payment') notes.payment(item)
      if (item.kind === 'line') {
        onTheWay.arrived(item)
        await notes.line(item)
        if (item.applied && item.line)
          for (const { amount, paymentId } of item.allocations) {
            written.add(amount, item.line.currency)
            if (item.outcome === 'confirmed') confirmed.add(paymentId)
          }
      }
      yield item
    }
  }

  const items = noted(payments.reconcile(onTheWay.watch(through(reader)), options))
  if (csv === undefined) await drain(items)
  else await writeCsv(items, csv)
  const read = reader.summary()
  const counts = [countRead(read), countSummary(summary)]
  if (csv !== undefined) counts.push(await countCsv(csv))
  const [first, ...others] = counts as [Count, ...Count[]]
  const { refused } = onTheWay
  return {
    read,
    summary,
    notes,
    written,
    confirmed: confirmed.first,
    refused,
    counts,
    agrees: doAgree(first, refused, others),
  }
}
