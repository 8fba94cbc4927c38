import { basename } from 'node:path'
import type { StatementReader, StatementRecord, StatementSummary } from 'hospital-payments/statements'
import { manualClock } from 'hospital-payments/testing'
import type { FileJob } from './arguments.js'
import { ask, type CreatedBills } from './ask.js'
import { openHospital } from './hospital.js'
import { Few } from './notes.js'
import { type Format, openStatement } from './open-statement.js'
import { type ProgressStream, withProgress } from './progress.js'
import { readBills } from './read-bills.js'
import { drain, reconcileOnce, type Run } from './reconcile-once.js'

export interface RejectedRow {
  readonly row: number
  readonly reason: string
}

/** A statement that was read, and its reconciliation where there are payments. */
export interface ReadFile {
  readonly format: Format
  readonly read: StatementSummary
  readonly rejected: Few<RejectedRow>
  readonly createdBills: CreatedBills | null
  readonly run: Run | null
}

async function* noting(reader: StatementReader, rejected: Few<RejectedRow>): AsyncGenerator<StatementRecord> {
  for await (const record of reader) {
    if ('rejected' in record) rejected.add({ row: record.row, reason: record.rejected })
    yield record
  }
}

/** Returns the date of a bill that has none: as old as the period, or older than any statement. */
function unknownDate({ period }: FileJob): string {
  return period ? `${period.from}T00:00:00.000Z` : '1970-01-01T00:00:00.000Z'
}

export async function reconcileFile(job: FileJob, csv: string, progress: ProgressStream): Promise<ReadFile> {
  const { file, reading, bills, database, account, period, apply, timeZone, asOf } = job
  const { format, reader } = await openStatement(file, reading)
  const rejected = new Few<RejectedRow>()
  const through = () => withProgress(noting(reader, rejected), progress)
  if (bills === undefined && database === undefined) {
    await drain(through())
    return { format, read: reader.summary(), rejected, createdBills: null, run: null }
  }

  const clock = manualClock()
  const hospital = await openHospital(clock, { timeZone, database })
  try {
    const { payments } = hospital
    const createdBills =
      bills === undefined ? null : await ask(payments, clock, readBills(bills, unknownDate(job)), basename(bills))
    clock.set(asOf === undefined ? new Date().toISOString() : new Date(asOf).toISOString())
    const options = {
      account: account ?? basename(file).normalize(),
      apply,
      actor: 'finance',
      ...(period && { period }),
    }
    const run = await reconcileOnce(payments, reader, options, csv, through)
    return { format, read: run.read, rejected, createdBills: createdBills, run }
  } finally {
    hospital.close()
  }
}
