import type { LeftOut, StatementBalances, CurrencyAmount } from '../domain/reconciliation/statement-balances.js'
import type { StatementRecord } from '../domain/reconciliation/statement-line.js'
import { ExactSum } from './exact-sum.js'
import { badStatement } from './input.js'

export type { LeftOut, StatementBalances, CurrencyAmount }

/** The counts and sums of a reader's records. Sums are in minor units, as text because they can pass 2^53. */
export interface StatementSummary {
  /** The number of lines. */
  lines: number
  /** The number of rows that cannot be read. */
  rejected: number
  /** Rows of a CSV file that are no lines, because they have no amount. */
  skipped: number
  /** Entries that are not booked, by their status as the file writes it. */
  leftOut: LeftOut[]
  /** The sum of credits by currency. */
  credits: CurrencyAmount[]
  /** The sum of debits by currency. */
  debits: CurrencyAmount[]
  /** The balances of each statement in the file; empty where the format has none. */
  statements: StatementBalances[]
}

/** A balance as a file writes it: minor units, negative for a debit balance. */
export interface Balance {
  currency: string
  amount: bigint
}

/** The number of statuses and of accounts of a file that are distinguished, and the length of each that is kept. */
const maxNames = 100
const maxNameLength = 64

/** The number of statements of a file: their balances are kept until it is read, and must not fill the memory. */
const maxStatements = 100_000

type Sums = Map<string, ExactSum>

function add(sums: Sums, currency: string, amount: number): void {
  let sum = sums.get(currency)
  if (sum === undefined) sums.set(currency, (sum = new ExactSum()))
  sum.add(amount)
}

function listed(sums: Sums): CurrencyAmount[] {
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { value }]) => ({ currency, amount: `${value}` }))
}

function currencyAmountOf(balance: Balance | null): CurrencyAmount | null {
  return balance && { currency: balance.currency, amount: `${balance.amount}` }
}

/** Counts what a reader gives out, and compares it with the file's own balances. */
export function tally() {
  let lines = 0
  let rejected = 0
  const credits: Sums = new Map()
  const debits: Sums = new Map()
  /** The sums since the last balances. */
  let moved: Sums = new Map()
  const statements: StatementBalances[] = []
  let skipped = 0
  const leftOut = new Map<string, number>()
  const accounts = new Set<string>()

  return {
    count(record: StatementRecord): void {
      if ('rejected' in record) {
        rejected++
        return
      }
      lines++
      const { amount, currency, direction } = record
      add(direction === 'credit' ? credits : debits, currency, amount)
      add(moved, currency, direction === 'credit' ? amount : -amount)
    },
    skip(): void {
      skipped++
    },
    /** Counts an entry that is no line, by its status; beyond 100 different ones in a file, they are counted as one. */
    leaveOut(status: string): void {
      const name = status.slice(0, maxNameLength)
      const known = leftOut.has(name) || leftOut.size < maxNames ? name : ''
      leftOut.set(known, (leftOut.get(known) ?? 0) + 1)
    },
    /** Adds the account of a statement, as the file writes it. */
    account(name: string): void {
      if (name !== '' && accounts.size < maxNames) accounts.add(name.slice(0, maxNameLength))
    },
    /**
     * Ends one account's statement, whose last record was given out: what was counted since the one before belongs to
     * it.
     */
    endStatement(opening: Balance | null, closing: Balance | null): void {
      if (statements.length === maxStatements)
        throw badStatement(`has more than ${maxStatements} statements: cut it into several files`)
      const known = opening !== null && closing !== null && opening.currency === closing.currency
      const sum = known ? opening.amount + (moved.get(opening.currency)?.value ?? 0n) : null
      statements.push({
        opening: currencyAmountOf(opening),
        closing: currencyAmountOf(closing),
        addsUp: sum === null ? null : sum === closing?.amount,
      })
      moved = new Map()
    },
    /** Returns the number of accounts that the file names. */
    accounts: () => accounts.size,
    /** Returns a new object, which the caller may change. */
    summary(): StatementSummary {
      return {
        lines,
        rejected,
        skipped,
        leftOut: [...leftOut].sort(([a], [b]) => (a < b ? -1 : 1)).map(([status, count]) => ({ status, count })),
        credits: listed(credits),
        debits: listed(debits),
        statements: statements.map(({ opening, closing, addsUp }) => ({
          opening: opening && { ...opening },
          closing: closing && { ...closing },
          addsUp,
        })),
      }
    },
  }
}

export type Tally = ReturnType<typeof tally>
