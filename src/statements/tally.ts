import type { LeftOut, StatementBalances, CurrencyAmount } from '../domain/reconciliation/statement-balances.js'
import type { StatementRecord } from '../domain/reconciliation/statement-line.js'
import { ExactSum } from './exact-sum.js'
import { badStatement } from './input.js'

export type { LeftOut, StatementBalances, CurrencyAmount }

/** What a reader read; amounts are sums in minor units, as text because they pass 2^53. */
export interface StatementSummary {
  lines: number
  rejected: number
  /** Rows of a CSV file that are no lines, because they have no amount. */
  skipped: number
  /** Entries that are not booked, by their status as the file writes it. */
  leftOut: LeftOut[]
  credits: CurrencyAmount[]
  debits: CurrencyAmount[]
  statements: StatementBalances[]
}

/** A balance as a file writes it: minor units, negative for a debit balance. */
export interface Balance {
  currency: string
  amount: bigint
}

/** So many statuses and accounts of a file are distinguished, and so much of each is kept. */
const maxNames = 100
const maxNameLength = 64

/** Their balances are kept until the file is read, and must not fill the memory. */
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

function shown(balance: Balance | null): CurrencyAmount | null {
  return balance && { currency: balance.currency, amount: `${balance.amount}` }
}

/** Counts what a reader gives out, and holds it against the file's own balances. */
export function tally() {
  let lines = 0
  let rejected = 0
  const credits: Sums = new Map()
  const debits: Sums = new Map()
  /** Since the last balances. */
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
    /** An entry that is no line, by its status; beyond 100 different ones in a file, they are one. */
    leaveOut(status: string): void {
      const name = status.slice(0, maxNameLength)
      const known = leftOut.has(name) || leftOut.size < maxNames ? name : ''
      leftOut.set(known, (leftOut.get(known) ?? 0) + 1)
    },
    /** The account of a statement, as the file writes it. */
    account(name: string): void {
      if (name !== '' && accounts.size < maxNames) accounts.add(name.slice(0, maxNameLength))
    },
    /** One account's statement has ended, its last record given out: what was counted since the one before belongs to it. */
    endStatement(opening: Balance | null, closing: Balance | null): void {
      if (statements.length === maxStatements)
        throw badStatement(`has more than ${maxStatements} statements: cut it into several files`)
      const known = opening !== null && closing !== null && opening.currency === closing.currency
      const sum = known ? opening.amount + (moved.get(opening.currency)?.value ?? 0n) : null
      statements.push({
        opening: shown(opening),
        closing: shown(closing),
        addsUp: sum === null ? null : sum === closing?.amount,
      })
      moved = new Map()
    },
    /** How many accounts the file names. */
    accounts: () => accounts.size,
    /** The caller may change it. */
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
