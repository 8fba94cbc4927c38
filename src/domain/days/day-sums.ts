/** What came and went on one day of an account, and what it went to: added up line by line, exactly. */
import { sortedByText } from '../../internal/sorted-by-text.js'
import { type AccountLine, isPossibleDuplicate, openOfLine } from '../reconciliation/account-line.js'
import { canonicalJson, type JsonValue } from './canonical-json.js'
import type { ClosingCurrency, DayAllocation } from './closing.js'

/** The balances of one currency, where a statement says them: exact decimal digits in minor units, `-` for a debit. */
export interface DayBalance {
  readonly opening: string | null
  readonly closing: string | null
}

/** What the lines of one currency come to. */
interface CurrencySums {
  credits: bigint
  debits: bigint
  allocated: Map<string, { of: Omit<DayAllocation, 'amount'>; amount: bigint }>
  open: SignedSum
  uncounted: SignedSum
}

/** Credits less debits. */
interface SignedSum {
  count: number
  amount: bigint
}

function addSigned(sum: SignedSum, direction: AccountLine['direction'], amount: number): void {
  sum.count++
  sum.amount += direction === 'credit' ? BigInt(amount) : -BigInt(amount)
}

function shownSigned({ count, amount }: SignedSum): { count: number; amount: string } {
  return { count, amount: `${amount}` }
}

function noSums(): CurrencySums {
  const none = () => ({ count: 0, amount: 0n })
  return { credits: 0n, debits: 0n, allocated: new Map(), open: none(), uncounted: none() }
}

function allocationText({ direction, to, category }: Omit<DayAllocation, 'amount'>): string {
  return `${direction}\n${to}\n${category ?? ''}`
}

/** The sums of a day's lines; what is open of debits counts below 0, so that credits less debits is what the rest comes to. */
export class DaySums {
  private readonly sums = new Map<string, CurrencySums>()

  add(line: AccountLine): void {
    const sums = this.ofCurrency(line.currency)
    const { direction, amount, allocations } = line
    if (isPossibleDuplicate(line)) {
      addSigned(sums.uncounted, direction, amount)
      return
    }
    if (direction === 'credit') sums.credits += BigInt(amount)
    else sums.debits += BigInt(amount)
    for (const allocation of allocations) {
      const category = allocation.to === 'category' ? allocation.category : null
      const of = { direction, to: allocation.to, category }
      const text = allocationText(of)
      const sum = sums.allocated.get(text)
      if (sum) sum.amount += BigInt(allocation.amount)
      else sums.allocated.set(text, { of, amount: BigInt(allocation.amount) })
    }
    const open = openOfLine(line)
    if (open > 0) addSigned(sums.open, direction, open)
  }

  /** One entry a currency, in a fixed order; a currency of which there is a balance alone has one too. */
  currencies(balances: ReadonlyMap<string, DayBalance> = new Map()): ClosingCurrency[] {
    const all = [...new Set([...this.sums.keys(), ...balances.keys()])].sort()
    return all.map((currency) => {
      const { credits, debits, allocated, open, uncounted } = this.sums.get(currency) ?? noSums()
      const { opening, closing } = balances.get(currency) ?? { opening: null, closing: null }
      return {
        currency,
        opening,
        closing,
        credits: `${credits}`,
        debits: `${debits}`,
        allocated: sortedByText(
          Array.from(allocated.values(), ({ of, amount }) => ({ ...of, amount: `${amount}` })),
          allocationText,
        ),
        open: shownSigned(open),
        uncounted: shownSigned(uncounted),
      }
    })
  }

  private ofCurrency(currency: string): CurrencySums {
    let sums = this.sums.get(currency)
    if (!sums) this.sums.set(currency, (sums = noSums()))
    return sums
  }
}

const compared = ['credits', 'debits', 'allocated', 'open', 'uncounted'] as const

/**
 * The first sum of the lines that is not what was closed, such as `currencies.ETB.credits`; balances are left out, for they
 * are of statements, which may come later.
 */
export function sumsProblem(closed: readonly ClosingCurrency[], now: readonly ClosingCurrency[]): string | null {
  const ofNow = new Map(now.map((one) => [one.currency, one]))
  const ofClosed = new Map(closed.map((one) => [one.currency, one]))
  const all = [...new Set([...ofClosed.keys(), ...ofNow.keys()])].sort()
  for (const currency of all) {
    const [before, after] = [ofClosed.get(currency) ?? empty(currency), ofNow.get(currency) ?? empty(currency)]
    const field = compared.find((name) => textOf(before[name]) !== textOf(after[name]))
    if (field) return `currencies.${currency}.${field}`
  }
  return null
}

function textOf(sums: unknown): string {
  return canonicalJson(sums as JsonValue)
}

function empty(currency: string): ClosingCurrency {
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
