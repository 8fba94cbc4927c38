/** Statements with balances, and months as a naive ledger has them: from all lines and statements, one by one. */
import type { AccountLine, HospitalPayments, MonthOfAccount, StatementLine } from 'hospital-payments'
import { expect } from 'vitest'

/** One statement of an account: the lines of some days, and the balances around them. */
export interface Statement {
  readonly lines: readonly StatementLine[]
  readonly opening: number
}

const signed = ({ direction, amount }: Pick<StatementLine, 'direction' | 'amount'>) =>
  direction === 'credit' ? BigInt(amount) : -BigInt(amount)

const sumOf = (lines: readonly Pick<StatementLine, 'direction' | 'amount'>[]) =>
  lines.reduce((sum, line) => sum + signed(line), 0n)

/** Makes the records of a file of one statement, with its balances, as a reader has them. */
export function fileOf({ lines, opening }: Statement) {
  const currency = lines[0]!.currency
  const closing = (BigInt(opening) + sumOf(lines)).toString()
  const balances = { opening: { currency, amount: `${opening}` }, closing: { currency, amount: closing }, addsUp: true }
  return Object.assign([...lines], { summary: () => ({ statements: [balances] }) })
}

/** Makes statements of these lines, one for each day, from a balance on. */
export function dailyStatements(lines: readonly StatementLine[], opening: number): Statement[] {
  const days = [...new Set(lines.map(({ valueDate }) => valueDate))].sort()
  let balance = opening
  return days.map((day) => {
    const statement = { lines: lines.filter(({ valueDate }) => valueDate === day), opening: balance }
    balance += Number(sumOf(statement.lines))
    return statement
  })
}

export async function allLines({ lines }: HospitalPayments, account: string): Promise<AccountLine[]> {
  const all: AccountLine[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await lines.list({ account, limit: 500, ...(cursor !== undefined && { cursor }) })
    all.push(...page.items)
    cursor = page.nextCursor
  }
  return all
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}

function firstOfNext(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
}

const closingOf = ({ opening, lines }: Statement) => BigInt(opening) + sumOf(lines)
const dayOf = ({ lines }: Statement) => lines[0]!.valueDate

/** Returns the balance at the beginning of a day that daily statements give; `null` where none does. */
function statedBefore(all: readonly AccountLine[], statements: readonly Statement[], day: string): string | null {
  const before = statements.filter((one) => dayOf(one) < day).at(-1)
  const after = statements.find((one) => dayOf(one) >= day)
  const isExact = before && dayOf(before) === dayBefore(day)
  if (after && dayOf(after) === day) return `${after.opening}`
  if (before && isExact) return closingOf(before).toString()
  if (!before || !after || closingOf(before) !== BigInt(after.opening)) return null
  const isQuiet = !all.some(({ valueDate }) => valueDate > dayOf(before) && valueDate < dayOf(after))
  return isQuiet ? `${after.opening}` : null
}

/** Returns the stated balances and the gaps of a month, from the daily statements that were imported, in their order. */
export function statedOf(all: readonly AccountLine[], statements: readonly Statement[], month: string) {
  const gaps = statements.flatMap((one, at) => {
    const before = statements[at - 1]
    if (!before || closingOf(before) === BigInt(one.opening)) return []
    return [dayOf(before), dayOf(one)].some((day) => day.startsWith(month)) ? [dayOf(one)] : []
  })
  const statedOpening = statedBefore(all, statements, `${month}-01`)
  // A month's own statement comes first; those of this ledger agree where both are there, or there is a gap between them.
  const last = statements.filter((one) => dayOf(one).startsWith(month)).at(-1)
  const next = firstOfNext(month)
  const isLastDay = last && dayOf(last) === dayBefore(next)
  const statedClosing = isLastDay ? closingOf(last).toString() : statedBefore(all, statements, next)
  return { statedOpening, statedClosing, gaps }
}

/** Sums a month of an account up from all of its lines, as section by section the contract has it. */
export function naiveMonth(
  all: readonly AccountLine[],
  { account, currency, month }: { account: string; currency: string; month: string },
): Omit<MonthOfAccount, 'statedOpening' | 'statedClosing' | 'unexplained' | 'gaps'> {
  const isCounted = ({ outcome }: AccountLine) => outcome !== 'possible_duplicate' && outcome !== 'unproved'
  const ofCurrency = all.filter((line) => line.account === account && line.currency === currency)
  const ofMonth = ofCurrency.filter(({ valueDate }) => valueDate.startsWith(month))
  const counted = ofMonth.filter(isCounted)
  const earlier = ofCurrency.filter((line) => isCounted(line) && line.valueDate < `${month}-01`)
  const credits = counted.filter(({ direction }) => direction === 'credit')
  const debits = counted.filter(({ direction }) => direction === 'debit')
  const kinds = new Map<
    string,
    { direction: AccountLine['direction']; to: string; category: string | null; sum: bigint }
  >()
  for (const { direction, allocations } of counted) {
    for (const allocation of allocations) {
      const category = allocation.to === 'category' ? allocation.category : null
      const name = `${direction}\n${allocation.to}\n${category ?? ''}`
      const sum = (kinds.get(name)?.sum ?? 0n) + BigInt(allocation.amount)
      kinds.set(name, { direction, to: allocation.to, category, sum })
    }
  }
  const open = counted.filter(({ status }) => status === 'open')
  const opening = sumOf(earlier)
  const sides = [...kinds.values()].reduce(
    (sum, { direction, sum: amount }) => (direction === 'credit' ? sum + amount : sum - amount),
    0n,
  )
  const openSum = open.reduce(
    (sum, { direction, amount, allocated }) => sum + signed({ direction, amount: amount - allocated }),
    0n,
  )
  const uncounted = ofMonth.filter((line) => !isCounted(line))
  return {
    account,
    currency,
    opening: opening.toString(),
    credits: sumOf(credits).toString(),
    debits: (-sumOf(debits)).toString(),
    allocated: [...kinds]
      .filter(([, { sum }]) => sum !== 0n)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { direction, to, category, sum }]) => ({ direction, to, category, amount: sum.toString() }) as never),
    open: { count: open.length, amount: openSum.toString() },
    closing: (opening + sumOf(counted)).toString(),
    uncounted: { count: uncounted.length, amount: sumOf(uncounted).toString() },
    difference: (sumOf(counted) - sides - openSum).toString(),
  }
}

/** Demands that every month of each account is what the naive ledger makes of all lines that are stored. */
export async function checkMonthsOfLines({ days }: HospitalPayments, lines: readonly AccountLine[]): Promise<void> {
  const places = new Map(lines.map(({ account, currency }) => [`${account} ${currency}`, { account, currency }]))
  for (const month of new Set(lines.map(({ valueDate }) => valueDate.slice(0, 7)))) {
    const items = new Map<string, MonthOfAccount>(
      (await days.month({ month })).items.map((item) => [`${item.account} ${item.currency}`, item]),
    )
    for (const [place, of] of places) {
      const naive = naiveMonth(lines, { ...of, month })
      const item = items.get(place)
      if (item) expect(item).toMatchObject(naive)
      else expect([naive.opening, naive.credits, naive.debits, naive.uncounted.count]).toEqual(['0', '0', '0', 0])
    }
  }
}
