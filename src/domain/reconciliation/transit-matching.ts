/** The meaning of a bank's credit for the cash that is on its way to its account; pure, as the matching of payments is. */
import type { AccountLine } from './account-line.js'
import type { Match } from './matching.js'
import { referenceTokens } from './narration.js'
import type { StatementLine } from './statement-line.js'

/** The transfers that a credit settles, all of them; or the reason for which people decide; `null`: it names none that fit. */
type TransitMatch =
  { readonly transits: readonly AccountLine[] } | { readonly reason: string; readonly transits: readonly AccountLine[] }

/** Returns the texts by which a credit may name a transfer: its reference, its receipt and the tokens of its narration. */
function namesOf({ reference, providerTransactionId, narration = '' }: StatementLine): ReadonlySet<string> {
  return new Set([reference, providerTransactionId, ...referenceTokens(narration)].filter((name) => name !== undefined))
}

/** Finds those of the transfers on their way that a credit names, in its currency. */
export function transitsNamedBy(line: StatementLine, transits: readonly AccountLine[]): readonly AccountLine[] {
  if (line.direction === 'debit' || transits.length === 0) return []
  const names = namesOf(line)
  return transits.filter(
    ({ reference, currency }) => reference !== undefined && currency === line.currency && names.has(reference),
  )
}

/** Returns all transfers of one reference whose sum is the credit, where there is exactly one such reference. */
function wholeReference({ amount }: StatementLine, named: readonly AccountLine[]): readonly AccountLine[] {
  const references = [...new Set(named.map(({ reference }) => reference))]
  const fitting = references
    .map((reference) => named.filter((transit) => transit.reference === reference))
    .filter((transits) => transits.reduce((sum, transit) => sum + BigInt(transit.amount), 0n) === BigInt(amount))
  return fitting.length === 1 ? fitting[0]! : []
}

/** Returns true where a match gives the credit's money to payments. */
function paysBills({ allocations }: Match): boolean {
  return allocations.some(({ amount }) => amount > 0)
}

/**
 * Finds which of the transfers that a credit names (`transitsNamedBy`) it settles: the one of exactly its amount, or all of one
 * reference whose sum it is. Several that fit, and bills that fit as well, are for people to decide.
 */
export function matchTransits(line: StatementLine, named: readonly AccountLine[], match: Match): TransitMatch | null {
  if (named.length === 0) return null
  const exact = named.filter(({ amount }) => amount === line.amount)
  if (exact.length > 1) return { reason: 'names several transfers of its amount', transits: exact }
  const fitting = exact.length === 1 ? exact : wholeReference(line, named)
  if (fitting.length === 0) return null
  return paysBills(match)
    ? { reason: 'names a transfer and payments, and both are of its amount', transits: fitting }
    : { transits: fitting }
}
