/**
 * The books of the journal, written a second time from what the documents say: from the lines as they are now, and from no event.
 * Of each account the debits less the credits; accounts on which nothing is left are left out.
 */
import type { AccountLine, Allocation, ClosingRecord } from 'hospital-payments'
import { demand } from './invariants.js'

export type Ledger = ReadonlyMap<string, bigint>

/** Adds to the debit side of an account of a ledger; an amount below 0 is on the credit side. */
export class Accounts {
  private readonly sums = new Map<string, bigint>()

  add(currency: string, account: string, amount: bigint): void {
    const name = `${currency} ${account}`
    const sum = (this.sums.get(name) ?? 0n) + amount
    if (sum === 0n) this.sums.delete(name)
    else this.sums.set(name, sum)
  }

  get ledger(): Ledger {
    return new Map([...this.sums].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

const uncounted = ['possible_duplicate', 'unproved']

export function counts({ outcome }: Pick<AccountLine, 'outcome'>): boolean {
  return !uncounted.includes(outcome)
}

/** Names the account that has the money of an allocation. */
function targetOf(
  allocation: Allocation | { readonly to: Allocation['to']; readonly category: string | null },
): string {
  const { to } = allocation
  if (to === 'payment') return 'receivable'
  if (to === 'refund') return 'refunds'
  if (to === 'line') return 'transit'
  return `category:${'category' in allocation ? allocation.category : ''}`
}

/** Makes the ledger of lines: money on their accounts, its allocations, and what is open of it in `suspense`. */
export function ledgerOf(lines: readonly AccountLine[]): Ledger {
  const accounts = new Accounts()
  for (const { account, currency, direction, amount, allocations } of lines.filter(counts)) {
    const sign = direction === 'credit' ? 1n : -1n
    let open = BigInt(amount)
    accounts.add(currency, account, sign * open)
    for (const allocation of allocations) {
      accounts.add(currency, targetOf(allocation), -sign * BigInt(allocation.amount))
      open -= BigInt(allocation.amount)
    }
    accounts.add(currency, 'suspense', -sign * open)
  }
  return accounts.ledger
}

/** Makes the ledger of a closing, from its sums alone. */
export function ledgerOfClosing({ account, currencies }: ClosingRecord): Ledger {
  const accounts = new Accounts()
  for (const { currency, credits, debits, allocated } of currencies) {
    const money = BigInt(credits) - BigInt(debits)
    accounts.add(currency, account, money)
    accounts.add(currency, 'suspense', -money)
    for (const { direction, amount, ...target } of allocated) {
      const share = direction === 'credit' ? BigInt(amount) : -BigInt(amount)
      accounts.add(currency, targetOf(target), -share)
      accounts.add(currency, 'suspense', share)
    }
  }
  return accounts.ledger
}

const fields = [
  ...(['date', 'valueDate', 'line', 'account', 'counterAccount', 'debit', 'credit'] as const),
  ...(['currency', 'reference', 'memo', 'entry'] as const),
] as const

/** A row of the journal. */
export type JournalRow = Readonly<Record<(typeof fields)[number], string>>

/** Reads the text of a journal of which no field has a quote. */
export function rowsOfJournal(csv: string): JournalRow[] {
  const [header, ...lines] = csv.split('\r\n')
  demand(header === fields.join(), 'a journal with other columns')
  demand(lines.pop() === '', 'a journal whose last row has no end')
  return lines.map((line) => {
    const cells = line.split(',')
    demand(cells.length === fields.length, `a row of ${cells.length} fields: ${line}`)
    return Object.fromEntries(fields.map((field, i) => [field, cells[i]!])) as JournalRow
  })
}

/** Reads a decimal of two places, which all currencies of the simulation have. */
function minorUnits(decimal: string): bigint {
  demand(/^\d+\.\d\d$/.test(decimal), `an amount ${decimal}`)
  return BigInt(decimal.replace('.', ''))
}

/** Checks that rows are pairs of one entry each, which no other pair has, and that both sides of each are the same money. */
export function checkPairs(rows: readonly JournalRow[]): void {
  demand(rows.length % 2 === 0, 'a row without its pair')
  const entries = new Set<string>()
  for (let i = 0; i < rows.length; i += 2) {
    const [debit, credit] = [rows[i]!, rows[i + 1]!]
    demand(/^evt_[0-9A-Z]{26}\.\d+$/.test(debit.entry) && debit.entry === credit.entry, 'a pair of two entries')
    demand(!entries.has(debit.entry), 'an entry that is there twice')
    entries.add(debit.entry)
    demand(debit.credit === '' && credit.debit === '' && debit.debit === credit.credit, 'a pair that does not balance')
    demand(minorUnits(debit.debit) > 0n, 'a pair of nothing')
    demand(
      debit.account === credit.counterAccount && debit.counterAccount === credit.account,
      'a pair of other accounts',
    )
    const shared = ['date', 'valueDate', 'line', 'currency', 'reference', 'memo'] as const
    demand(
      shared.every((field) => debit[field] === credit[field]),
      'a pair of two movements',
    )
  }
}

/** Adds rows up, by account. */
export function ledgerOfJournal(rows: readonly JournalRow[]): Ledger {
  const accounts = new Accounts()
  for (const { account, currency, debit, credit } of rows)
    accounts.add(currency, account, debit === '' ? -minorUnits(credit) : minorUnits(debit))
  return accounts.ledger
}

/** Subtracts a ledger from another one. */
export function difference(ledger: Ledger, other: Ledger): Ledger {
  const accounts = new Accounts()
  for (const [of, sign] of [
    [ledger, 1n],
    [other, -1n],
  ] as const)
    for (const [name, amount] of of) accounts.add(name.slice(0, 3), name.slice(4), sign * amount)
  return accounts.ledger
}

export const ledgerText = (ledger: Ledger): string =>
  [...ledger].map(([name, amount]) => `${name}: ${amount}`).join('; ')

/** Demands that two ledgers are the same. */
export function demandSame(actual: Ledger, expected: Ledger, what: string): void {
  demand(ledgerText(actual) === ledgerText(expected), `${what}: ${ledgerText(actual)}, not ${ledgerText(expected)}`)
}
