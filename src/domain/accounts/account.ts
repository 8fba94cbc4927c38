/** The state of an account in one currency: a row that each write of counted money on it raises. */
import { monthOf } from '../calendar.js'
import { type AccountLine, isUncounted } from '../reconciliation/account-line.js'

export interface AccountState {
  readonly account: string
  readonly currency: string
  /** Credits less debits of its counted lines, exact decimal digits in minor units. */
  readonly balance: string
  /**
   * The same by the months of the lines' value dates, such as `{ '2026-11': '1500' }`: the balance at the end of a month needs no
   * line of the months before.
   */
  readonly byMonth: Readonly<Record<string, string>>
  /** The session that is open at this point of the counter; `null` at all other times. */
  readonly openSessionId: string | null
  /** The newest value date of its lines; `null` where it has none. */
  readonly lastDay: string | null
  /** The number of writes that raised it; above 0. */
  readonly version: number
}

/** An account in one currency. */
export type AccountKey = Pick<AccountState, 'account' | 'currency'>

/** The change of an account by a line, or by a session. */
export interface AccountMove extends AccountKey {
  /** The change of its balance, in minor units. */
  readonly change: bigint
  /** The value date of the line; `null` where no line changes. */
  readonly day: string | null
  /** The session that is open there from now on, or `null`; left out: the session stays as it is. */
  readonly openSessionId?: string | null
  /** True where the row is raised although its balance stays: of two writes that depend on it, one is decided again. */
  readonly isRaised?: true
}

/** Returns the later of two days; `null` where there is none. */
export function laterDay(day: string | null, other: string | null): string | null {
  return day !== null && (other === null || day > other) ? day : other
}

/** The change of an account by all moves of a write. */
export interface AccountChange extends Pick<AccountMove, 'change' | 'openSessionId'> {
  /** The newest value date of the lines; `null` where no line changes. */
  readonly lastDay: string | null
  /** The change of its balance by the months of the lines' value dates. */
  readonly months: ReadonlyMap<string, bigint>
}

/** Adds up moves of one account and currency; of several sessions the last one counts. */
export function changeOfMoves(moves: readonly AccountMove[]): AccountChange {
  const months = new Map<string, bigint>()
  let [sum, lastDay]: [bigint, string | null] = [0n, null]
  let session: Pick<AccountMove, 'openSessionId'> = {}
  for (const { change, day, openSessionId } of moves) {
    sum += change
    lastDay = laterDay(lastDay, day)
    if (openSessionId !== undefined) session = { openSessionId }
    if (day !== null) months.set(monthOf(day), (months.get(monthOf(day)) ?? 0n) + change)
  }
  return { change: sum, ...session, lastDay, months }
}

/** Adds the changes of months; a month whose changes come to nothing is left out. */
function movedMonths(byMonth: AccountState['byMonth'], changes: AccountChange['months']): AccountState['byMonth'] {
  const months: Record<string, string> = { ...byMonth }
  for (const [month, change] of changes) {
    const sum = BigInt(months[month] ?? 0) + change
    if (sum === 0n) delete months[month]
    else months[month] = sum.toString()
  }
  return months
}

const noMonths: AccountChange['months'] = new Map()

/**
 * Makes an account's next version, with its balance changed; the first one where `state` is `null`.
 *
 * @example
 * movedAccount(null, { account: 'cash.main', currency: 'ETB' }, 500n).balance // => '500'
 */
export function movedAccount(
  state: AccountState | null,
  { account, currency }: AccountKey,
  change: bigint,
  {
    openSessionId = state?.openSessionId ?? null,
    lastDay = null,
    months = noMonths,
  }: Partial<Omit<AccountChange, 'change'>> = {},
): AccountState {
  return {
    account,
    currency,
    balance: (BigInt(state?.balance ?? 0) + change).toString(),
    byMonth: movedMonths(state?.byMonth ?? {}, months),
    openSessionId,
    lastDay: laterDay(state?.lastDay ?? null, lastDay),
    version: (state?.version ?? 0) + 1,
  }
}

/** Returns the balance of an account before the first day of a month. */
export function balanceBefore({ byMonth }: Pick<AccountState, 'byMonth'>, month: string): bigint {
  return Object.entries(byMonth).reduce((sum, [of, change]) => (of < month ? sum + BigInt(change) : sum), 0n)
}

/**
 * Returns what a line adds to the balance of its account: a credit its amount, a debit the amount below 0, and a possible
 * duplicate nothing.
 */
export function countedMoney(line: Pick<AccountLine, 'direction' | 'amount' | 'outcome'>): bigint {
  if (isUncounted(line)) return 0n
  const amount = BigInt(line.amount)
  return line.direction === 'credit' ? amount : -amount
}

/** Returns the moves by which a stored line counts with other money, or on another day; none where both stay. */
export function movesOfChange(before: AccountLine, line: AccountLine): readonly AccountMove[] {
  const [former, now] = [countedMoney(before), countedMoney(line)]
  if (former === now && before.valueDate === line.valueDate) return []
  const { account, currency } = line
  return [
    { account, currency, change: -former, day: before.valueDate },
    { account, currency, change: now, day: line.valueDate },
  ]
}
