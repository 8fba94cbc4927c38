import type { Balance } from '../tally.js'
import { childrenOf, type Element, textAt } from './element.js'
import { balanceOf } from './money.js'

interface Balances {
  opening: Balance | null
  closing: Balance | null
}

/**
 * The booked balances of a `Stmt`: opening (OPBD, else the closing one of the day before, PRCD) and closing (CLBD).
 * A page of a longer statement has interim ones (ITBD) in their place: at its beginning, at its end, or both. An
 * account of several currencies has several of each, of which the first opening balance and the closing one in its
 * currency are given. `null` for what is not there or cannot be read: a notification (`Ntfctn`) has none.
 */
export function balancesOf(statement: Element): Balances {
  const balances = childrenOf(statement, 'Bal')
  const ofType = (type: string) => balances.filter((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === type)
  const interim = childrenOf(statement, 'StmtPgntn').length > 0 ? ofType('ITBD') : []

  const first = [...ofType('OPBD'), ...ofType('PRCD'), ...interim][0]
  const opening = first === undefined ? null : balanceOf(first)
  const last = [...ofType('CLBD'), ...interim.filter((one) => one !== first).slice(-1)].map(balanceOf)
  const closing = last.find((one) => one?.currency === opening?.currency) ?? last[0] ?? null
  return { opening, closing }
}
