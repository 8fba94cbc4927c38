/**
 * The sums of an account's days: money that came and went, and its allocations, added up line by line and exactly.
 */
import { sortedByText } from '../../internal/sorted-by-text.js'
import { type AccountLine, isUncounted, openOfLine } from '../reconciliation/account-line.js'
import { canonicalJson, type JsonValue } from './canonical-json.js'
import type { ClosingCurrency, ClosingRecord, DayAllocation } from './closing.js'

/** The balances of one currency, where a statement has them: exact decimal digits in minor units, `-` for a debit. */
export interface DayBalance {
  readonly opening: string | null
  readonly closing: string | null
}

/** The sums of the lines of one currency. */
interface CurrencySums {
  credits: bigint
  debits: bigint
  allocated: Map<string, { kind: Omit<DayAllocation, 'amount'>; amount: bigint }>
  open: SignedSum
  uncounted: SignedSum
}

/** A sum of credits less debits. */
interface SignedSum {
  count: number
  amount: bigint
}

/** A sum counts a line once, or takes a line out again. */
type Times = 1 | -1

function addSigned(sum: SignedSum, direction: AccountLine['direction'], amount: number, times: Times): void {
  sum.count += times
  sum.amount += BigInt((direction === 'credit' ? amount : -amount) * times)
}

function addClosed(sum: SignedSum, { count, amount }: ClosingCurrency['open']): void {
  sum.count += count
  sum.amount += BigInt(amount)
}

function signedSumText({ count, amount }: SignedSum): { count: number; amount: string } {
  return { count, amount: `${amount}` }
}

function noSums(): CurrencySums {
  const none = () => ({ count: 0, amount: 0n })
  return { credits: 0n, debits: 0n, allocated: new Map(), open: none(), uncounted: none() }
}

function allocationText({ direction, to, category }: Omit<DayAllocation, 'amount'>): string {
  return `${direction}\n${to}\n${category ?? ''}`
}

function addAllocation(sums: CurrencySums, kind: Omit<DayAllocation, 'amount'>, amount: bigint): void {
  const text = allocationText(kind)
  const sum = sums.allocated.get(text)
  if (sum) sum.amount += amount
  else sums.allocated.set(text, { kind, amount })
}

/**
 * The sums of lines of one day or more. Open money of debits counts below 0, so that credits less debits, less allocations, is the
 * open sum.
 */
export class DaySums {
  private readonly sums = new Map<string, CurrencySums>()

  add(line: AccountLine): void {
    this.count(line, 1)
  }

  /** Puts a line in the place of the same line as it was before. */
  replace(before: AccountLine, line: AccountLine): void {
    this.count(before, -1)
    this.count(line, 1)
  }

  /** Adds the sums of a day that is closed. */
  addClosing({ currencies }: Pick<ClosingRecord, 'currencies'>): void {
    for (const { currency, credits, debits, allocated, open, uncounted } of currencies) {
      const sums = this.ofCurrency(currency)
      sums.credits += BigInt(credits)
      sums.debits += BigInt(debits)
      for (const { amount, ...kind } of allocated) addAllocation(sums, kind, BigInt(amount))
      addClosed(sums.open, open)
      addClosed(sums.uncounted, uncounted)
    }
  }

  /**
   * Lists the sums, one entry a currency, in the order of the currencies' codes; a currency with a balance alone has an
   * entry too.
   */
  currencies(balances: ReadonlyMap<string, DayBalance> = new Map()): ClosingCurrency[] {
    const currencies = [...new Set([...this.sums.keys(), ...balances.keys()])].sort()
    return currencies.map((currency) => {
      const { credits, debits, allocated, open, uncounted } = this.sums.get(currency) ?? noSums()
      const { opening, closing } = balances.get(currency) ?? { opening: null, closing: null }
      return {
        currency,
        opening,
        closing,
        credits: `${credits}`,
        debits: `${debits}`,
        allocated: sortedByText(
          Array.from(allocated.values(), ({ kind, amount }) => ({ ...kind, amount: `${amount}` })),
          allocationText,
        ),
        open: signedSumText(open),
        uncounted: signedSumText(uncounted),
      }
    })
  }

  private count(line: AccountLine, times: Times): void {
    const sums = this.ofCurrency(line.currency)
    const { direction, amount, allocations } = line
    if (isUncounted(line)) {
      addSigned(sums.uncounted, direction, amount, times)
      return
    }
    if (direction === 'credit') sums.credits += BigInt(amount * times)
    else sums.debits += BigInt(amount * times)
    for (const allocation of allocations) {
      const category = allocation.to === 'category' ? allocation.category : null
      addAllocation(sums, { direction, to: allocation.to, category }, BigInt(allocation.amount * times))
    }
    const open = openOfLine(line)
    if (open > 0) addSigned(sums.open, direction, open, times)
  }

  private ofCurrency(currency: string): CurrencySums {
    let sums = this.sums.get(currency)
    if (!sums) this.sums.set(currency, (sums = noSums()))
    return sums
  }
}

const comparedFields = ['credits', 'debits', 'allocated', 'open', 'uncounted'] as const

/**
 * Finds the first sum of the lines that differs from the closed one, such as `currencies.ETB.credits`; `null` where all
 * are equal. Balances are left out, for they come from statements, which may be imported later.
 */
export function sumsProblem(closed: readonly ClosingCurrency[], now: readonly ClosingCurrency[]): string | null {
  const currentSums = new Map(now.map((sums) => [sums.currency, sums]))
  const closedSums = new Map(closed.map((sums) => [sums.currency, sums]))
  const currencies = [...new Set([...closedSums.keys(), ...currentSums.keys()])].sort()
  for (const currency of currencies) {
    const [before, after] = [
      closedSums.get(currency) ?? emptyCurrency(currency),
      currentSums.get(currency) ?? emptyCurrency(currency),
    ]
    const field = comparedFields.find((name) => textOf(before[name]) !== textOf(after[name]))
    if (field) return `currencies.${currency}.${field}`
  }
  return null
}

function textOf(sums: unknown): string {
  return canonicalJson(sums as JsonValue)
}

/** Returns the sums of no lines. */
export function emptyCurrency(currency: string): ClosingCurrency {
  return {
    currency,
    opening: null,
    closing: null,
    credits: '0',
    debits: '0',
    allocated: [],
    open: { count: 0, amount: '0' },
    uncounted: { count: 0, amount: '0' },
  }
}
