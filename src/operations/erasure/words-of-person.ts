/** The texts about a person beside payments: where they are, and whose they are. */
import { aggregates } from '../../repository/aggregates/index.js'
import { erasableFields, erasedBy } from '../../repository/aggregates/aggregate.js'
import { refunds } from '../../repository/aggregates/refunds.js'
import type { StoredEvent } from '../../domain/event-stream.js'
import { type AccountLine, withoutNarration } from '../../domain/reconciliation/account-line.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { LineEntry } from '../../repository/port.js'
import { wholeLine } from '../../repository/rows.js'

/** The person whose data is erased. */
export interface Person {
  /** Checks that a payment is this person's. */
  hasPayment(id: string): Promise<boolean>
  /** Checks that this person has the host's id of a payer. */
  hasPayerId(payerId: string): boolean
}

/** Rows with erasable text about a payment or a line. */
interface RowsAbout {
  readonly haveText: boolean
  /** Keys of the lines that the rows name. */
  readonly lineKeys: readonly string[]
}

/** Reads the rows of all aggregates with erasable text that are about a payment or a line. */
export async function rowsAbout(
  finance: FinanceRepository,
  subject: 'paymentId' | 'lineKey',
  value: string,
): Promise<RowsAbout> {
  let haveText = false
  const lineKeys: string[] = []
  for (const of of aggregates) {
    if (!erasedBy(of).includes(subject)) continue
    const fields = erasableFields(of)
    for (const stored of await finance.findRows(of, subject, [value])) {
      const row = stored.row as Readonly<Record<string, unknown>>
      haveText ||= fields.some((field) => (row[field] ?? null) !== null)
      if (typeof row['lineKey'] === 'string') lineKeys.push(row['lineKey'])
    }
  }
  return { haveText, lineKeys }
}

/** Lists the keys of the lines that are the proof of events. */
export function lineKeysOf(events: readonly StoredEvent[]): string[] {
  return events.flatMap(({ evidence }) => (evidence?.kind === 'statement' ? [evidence.lineKey] : []))
}

/** The payments that a line's money is of, and its payers. */
interface Owners {
  readonly paymentIds: readonly string[]
  /** `null` for a payer who is not known. */
  readonly payerIds: readonly (string | null)[]
}

async function ownersOf(finance: FinanceRepository, { allocations, payerId }: AccountLine): Promise<Owners> {
  const paymentIds: string[] = []
  const payerIds: (string | null)[] = payerId === null ? [] : [payerId]
  const refundIds: string[] = []
  for (const allocation of allocations) {
    if (allocation.to === 'refund') refundIds.push(allocation.refundId)
    else if ('paymentId' in allocation && allocation.paymentId !== undefined) paymentIds.push(allocation.paymentId)
  }
  const paidOut = refundIds.length > 0 ? await finance.findRows(refunds, 'id', refundIds) : []
  for (const { row: refund } of paidOut) {
    if (refund.paymentId !== null) paymentIds.push(refund.paymentId)
    if (refund.lineKey === null) continue
    const [line] = await finance.findLines([refund.lineKey])
    payerIds.push(line?.payerId ?? null)
  }
  return { paymentIds, payerIds }
}

/** Checks that a line has a payment or a payer, and that each of them is the person's. */
async function isOfPerson(finance: FinanceRepository, line: AccountLine, person: Person): Promise<boolean> {
  const { paymentIds, payerIds } = await ownersOf(finance, line)
  if (paymentIds.length + payerIds.length === 0) return false
  if (!payerIds.every((payerId) => payerId !== null && person.hasPayerId(payerId))) return false
  for (const id of paymentIds) if (!(await person.hasPayment(id))) return false
  return true
}

/** Returns the entries that erase the text of those lines that are the person's alone and that have any. */
export async function lineErasures(
  finance: FinanceRepository,
  lines: readonly AccountLine[],
  person: Person,
): Promise<LineEntry[]> {
  const entries: LineEntry[] = []
  for (const line of lines) {
    if (!(await isOfPerson(finance, line, person))) continue
    const hasText = line.narration !== undefined || (await rowsAbout(finance, 'lineKey', line.key)).haveText
    if (hasText) entries.push({ ...wholeLine(withoutNarration(line), line.version, null), erases: true })
  }
  return entries
}

/** The limit of the port. */
const maxKeys = 5000

/** Reads lines by their keys, however many there are. */
export async function linesOf(finance: FinanceRepository, keys: readonly string[]): Promise<AccountLine[]> {
  const lines: AccountLine[] = []
  for (let first = 0; first < keys.length; first += maxKeys)
    lines.push(...(await finance.findLines(keys.slice(first, first + maxKeys))))
  return lines
}
