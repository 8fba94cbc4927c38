/** Attempts that people have to look into. */
import {
  type Attempt,
  attemptStatuses,
  type AttemptStatus,
  isLiving,
  shownAttempt,
  type StoredAttempt,
} from '../../domain/attempts/attempt.js'
import { type AccountLine, isUncounted, openOfLine } from '../../domain/reconciliation/account-line.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import type { FinanceRepository, OpenLineSum } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { allLines } from '../lines/all-lines.js'
import { hasAttempts } from './has-attempts.js'
import type { AttentionSum } from '../reports/attention-sum.js'
import { financeOf } from '../storage.js'

/** The most line keys of one look-up. */
const keysAtOnce = 1000

/** A paid attempt, and the open money of a line, in minor units; the payer may have sent another currency. */
export interface PaidOpenAttempt {
  readonly attempt: Attempt
  /** The line of the attempt, or another line with its reference: the payer has paid again. */
  readonly lineKey: string
  readonly open: number
  readonly currency: string
}

/** Finds the paid attempts of an account that lines name, by their references. */
async function paidByReference(
  finance: FinanceRepository,
  account: string,
  lines: readonly AccountLine[],
): Promise<ReadonlyMap<string, StoredAttempt>> {
  const references = [...new Set(lines.flatMap(({ reference }) => reference ?? []))]
  const paid = new Map<string, StoredAttempt>()
  for (const field of ['reference', 'code'] as const)
    for (const { row } of references.length === 0 ? [] : await finance.findRows(attempts, field, references))
      if (row.account === account && row.status === 'paid' && !paid.has(row[field])) paid.set(row[field], row)
  return paid
}

/** Yields the paid attempts for which a line has open money, those of the oldest lines of an account first. */
async function* paidOpenAttempts(
  finance: FinanceRepository,
  openLines: readonly OpenLineSum[],
): AsyncGenerator<PaidOpenAttempt> {
  const open = openLines.filter((sum) => sum.direction === 'credit' && !isUncounted(sum))
  for (const account of new Set(open.map((sum) => sum.account))) {
    if (!(await hasAttempts(finance, account))) continue
    const lines = await allLines(finance, { account, direction: 'credit', statuses: ['open'] })
    for (let first = 0; first < lines.length; first += keysAtOnce) {
      const part = lines.slice(first, first + keysAtOnce)
      const keys = part.map(({ key }) => key)
      const rows = await finance.findRows(attempts, 'lineKey', keys)
      const attemptOf = new Map(rows.map(({ row }) => [row.lineKey, row] as const))
      const others = part.filter(({ key }) => !attemptOf.has(key))
      const ofReference = await paidByReference(finance, account, others)
      for (const line of part) {
        const { key: lineKey, reference = '', currency } = line
        const attempt = attemptOf.get(lineKey) ?? ofReference.get(reference)
        if (attempt) yield { attempt: shownAttempt(attempt), lineKey, open: openOfLine(line), currency }
      }
    }
  }
}

/** Returns true where the open money is on the line of the attempt itself. */
function isOnItsLine({ attempt, lineKey }: PaidOpenAttempt): boolean {
  return attempt.lineKey === lineKey
}

/** Adds up the open money of lines that paid attempts have. */
async function sumOfPaidOpen(finance: FinanceRepository, openLines: readonly OpenLineSum[]): Promise<AttentionSum[]> {
  const sums = new Map<string, { count: number; amount: bigint }>()
  for await (const one of paidOpenAttempts(finance, openLines)) {
    if (!isOnItsLine(one)) continue
    const { open, currency } = one
    const sum = sums.get(currency) ?? { count: 0, amount: 0n }
    sums.set(currency, { count: sum.count + 1, amount: sum.amount + BigInt(open) })
  }
  const all = Array.from(sums, ([currency, { count, amount }]) => ({ currency, count, amount: `${amount}` }))
  return sortedByText(all, ({ currency }) => currency)
}

/** Adds up the attempts whose outcome is not known and whose provider is asked no more. */
async function sumOfUnknown(finance: FinanceRepository): Promise<AttentionSum[]> {
  const sums = await finance.sumRows(attempts, { list: 'stuck', where: { stuck: 'yes' } })
  const byCurrency = sums.map(({ by, count, amount }) => ({ currency: by['currency'] ?? '', count, amount }))
  return sortedByText(byCurrency, ({ currency }) => currency)
}

/** Reads the sums of attempts that wait for people; `openLines` are the sums of all open lines. */
export async function attemptsToLookInto(
  finance: FinanceRepository,
  openLines: readonly OpenLineSum[],
): Promise<{
  readonly unknownAttempts: readonly AttentionSum[]
  readonly paidAttemptsOpen: readonly AttentionSum[]
}> {
  return { unknownAttempts: await sumOfUnknown(finance), paidAttemptsOpen: await sumOfPaidOpen(finance, openLines) }
}

/** The attempts that wait for people, the first of each kind. */
export interface AttemptsForPeople {
  /** Attempts whose outcome is not known and whose provider is asked no more, newest first. */
  readonly unknown: readonly Attempt[]
  readonly paidOpen: readonly PaidOpenAttempt[]
  /** Open money with the reference of a paid attempt, on another line than its own. */
  readonly paidAgain: readonly PaidOpenAttempt[]
  /** The attempts that may still be paid or fail, newest first. */
  readonly living: readonly Attempt[]
}

/** The most attempts of each kind: a person works through no more at once. */
const shownAtOnce = 50

/** Lists the attempts that wait for people, at most 50 of each kind. */
export async function attemptsForPeople(context: Context): Promise<AttemptsForPeople> {
  const finance = financeOf(context)
  const newest = { direction: 'desc', limit: shownAtOnce } as const
  const ofStatus = (status: AttemptStatus) =>
    finance.pageRows(attempts, { ...newest, list: 'status', where: { status } })
  const stuck = await finance.pageRows(attempts, { ...newest, list: 'stuck', where: { stuck: 'yes' } })
  const living = (await Promise.all(attemptStatuses.filter((status) => isLiving({ status })).map(ofStatus))).flat()
  const paidOpen: PaidOpenAttempt[] = []
  const paidAgain: PaidOpenAttempt[] = []
  for await (const one of paidOpenAttempts(finance, await finance.sumOpenLines())) {
    const list = isOnItsLine(one) ? paidOpen : paidAgain
    if (list.length < shownAtOnce) list.push(one)
    if (paidOpen.length + paidAgain.length === 2 * shownAtOnce) break
  }
  return {
    unknown: stuck.map(shownAttempt),
    paidOpen,
    paidAgain,
    // An unknown attempt that is asked no more stands in the other list.
    living: sortedByText(living, ({ createdAt }) => createdAt)
      .reverse()
      .filter(({ nextCheckAt }) => nextCheckAt !== null)
      .slice(0, shownAtOnce)
      .map(shownAttempt),
  }
}
