import * as z from 'zod'
import { minorUnitExponent } from '../../domain/currencies.js'
import { pathOf } from '../../domain/issue.js'
import { isReportDay } from '../../domain/period.js'
import type { StatementLine } from '../../domain/statement.js'
import * as field from './fields.js'

const row = z.int().min(0)

/** Further properties are left out: a host's reader may know more of a line than the library asks for. */
const line = z.object({
  row,
  direction: field.oneOf(['credit', 'debit']),
  amount: field.amount,
  currency: field.text.refine((code) => minorUnitExponent(code) !== undefined, 'is none of ISO 4217 with minor units'),
  valueDate: field.text.refine(isReportDay, 'is no calendar day YYYY-MM-DD of 1970 to 9998'),
  bookedAt: field.instant.optional(),
  lineId: field.text.optional(),
  reference: field.text.optional(),
  narration: field.text.optional(),
  providerTransactionId: field.text.optional(),
})

export type ReadRecord = { row: number; line: StatementLine } | { row: number; line: null; reason: string }

/** Without undefined properties; a blank `lineId` names no line. */
function lineOf({ bookedAt, lineId, reference, narration, providerTransactionId, ...required }: z.output<typeof line>) {
  const read: StatementLine = required
  if (bookedAt !== undefined) read.bookedAt = bookedAt
  if (lineId !== undefined && lineId.trim() !== '') read.lineId = lineId
  if (reference !== undefined) read.reference = reference
  if (narration !== undefined) read.narration = narration
  if (providerTransactionId !== undefined) read.providerTransactionId = providerTransactionId
  return read
}

function rowOf(record: unknown): number {
  const { success, data } = z.object({ row }).safeParse(record)
  return success ? data.row : 0
}

/** A bad record is a reason, never an error: the rest of the statement still counts. */
export function readRecord(record: unknown): ReadRecord {
  const result = line.safeParse(record)
  if (result.success) return { row: result.data.row, line: lineOf(result.data) }
  const rejected = z.object({ rejected: z.string() }).safeParse(record)
  if (rejected.success) return { row: rowOf(record), line: null, reason: rejected.data.rejected }
  const problems = result.error.issues.map(({ path, message }) => `${pathOf(path) || 'the record'} ${message}`)
  return { row: rowOf(record), line: null, reason: problems.join('; ') }
}
