/** The report of a session: its movements by kind, as the X report of an open session and the Z report of a closed one print them. */
import { differenceCategories } from './transfer.js'
import type { AccountLine } from '../reconciliation/account-line.js'
import type { CashSession } from './session.js'
import { isVoided } from './void.js'

/**
 * The kind of a movement: `take` and `payOut`, `transferOut` and `transferIn`, `difference` and `float` of an opening or a
 * close, and `void` of a take or payout with its counter-line.
 */
export type CashMovementKind = 'take' | 'payOut' | 'transferOut' | 'transferIn' | 'difference' | 'float' | 'void'

/** Movements of one kind, direction and category. */
export interface CashMovementSum {
  readonly kind: CashMovementKind
  readonly direction: 'credit' | 'debit'
  /** The category of the whole movement; `null` where it was for bills, refunds, transfers or several categories. */
  readonly category: string | null
  readonly count: number
  /** Exact decimal digits in minor units. */
  readonly amount: string
}

/** Cash that a session sent, and its state now. */
export interface CashTransferState {
  readonly lineKey: string
  readonly to: string
  readonly amount: number
  readonly reference: string | null
  readonly state: 'in_transit' | 'settled'
}

/** The receipts of a session's takes; `null` where there are none. */
export interface ReceiptRange {
  readonly year: number
  readonly first: number
  readonly last: number
  readonly count: number
}

/** The report of a session, as plain data. */
export interface CashSessionReport {
  readonly session: CashSession
  /** `X` while the session is open, `Z` of a closed one. */
  readonly kind: 'X' | 'Z'
  readonly movements: readonly CashMovementSum[]
  readonly confirmed: CashSession['confirmed']
  /** Refunds that were paid out: their number, and exact decimal digits in minor units. */
  readonly refunds: { readonly count: number; readonly amount: string }
  readonly transfers: readonly CashTransferState[]
  /** The receipts of each year. */
  readonly receipts: readonly ReceiptRange[]
}

function isDifference(category: string | null): boolean {
  return category === differenceCategories.over || category === differenceCategories.short
}

function categoryOf({ allocations }: AccountLine): string | null {
  const [only, ...others] = allocations
  return only?.to === 'category' && others.length === 0 ? only.category : null
}

function kindOf(line: AccountLine): CashMovementKind {
  if (isVoided(line)) return 'void'
  switch (line.outcome) {
    case 'in_transit':
      return 'transferOut'
    case 'transfer_received':
      return 'transferIn'
    case 'set_aside':
      return isDifference(categoryOf(line)) ? 'difference' : 'float'
    default:
      return line.direction === 'credit' ? 'take' : 'payOut'
  }
}

function movementSums(lines: readonly AccountLine[]): CashMovementSum[] {
  const sums = new Map<string, Omit<CashMovementSum, 'amount'> & { amount: bigint }>()
  for (const line of lines) {
    const { direction } = line
    const group = { kind: kindOf(line), direction, category: categoryOf(line) }
    const place = JSON.stringify(group)
    const { count = 0, amount = 0n } = sums.get(place) ?? {}
    sums.set(place, { ...group, count: count + 1, amount: amount + BigInt(line.amount) })
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { amount, ...sum }]) => ({ ...sum, amount: amount.toString() }))
}

function receiptRanges(receipts: readonly { readonly year: number; readonly number: number }[]): ReceiptRange[] {
  const byYear = new Map<number, number[]>()
  for (const { year, number } of receipts) byYear.set(year, [...(byYear.get(year) ?? []), number])
  return [...byYear]
    .sort(([a], [b]) => a - b)
    .map(([year, numbers]) => ({
      year,
      first: Math.min(...numbers),
      last: Math.max(...numbers),
      count: numbers.length,
    }))
}

/** Makes the report of a session from its lines and their receipts. */
export function sessionReport(
  session: CashSession,
  lines: readonly AccountLine[],
  receipts: readonly { readonly year: number; readonly number: number }[],
): CashSessionReport {
  const refunds = lines.filter((line) => line.outcome === 'refund_paid')
  return {
    session,
    kind: session.status === 'open' ? 'X' : 'Z',
    movements: movementSums(lines),
    confirmed: session.confirmed,
    refunds: {
      count: refunds.length,
      amount: refunds.reduce((sum, { amount }) => sum + BigInt(amount), 0n).toString(),
    },
    transfers: lines
      .filter(({ outcome }) => outcome === 'in_transit')
      .map(({ key, transferTo, amount, reference = null, status }) => ({
        lineKey: key,
        to: transferTo ?? '',
        amount,
        reference,
        state: status === 'open' ? 'in_transit' : 'settled',
      })),
    receipts: receiptRanges(receipts),
  }
}
