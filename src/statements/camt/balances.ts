import type { Balance } from '../tally.js'
import { type Element, holding, money, text, textAt } from './element.js'
import { balanceOf } from './amounts.js'

export const balanceShape = holding({
  Tp: holding({ CdOrPrtry: holding({ Cd: text }) }),
  Amt: money,
  CdtDbtInd: text,
})

const bookedTypes = ['OPBD', 'PRCD', 'ITBD', 'CLBD'] as const

/** A booked balance of a statement; `balance` is null where it cannot be read. */
export interface BookedBalance {
  type: (typeof bookedTypes)[number]
  balance: Balance | null
}

/** `null` for a balance of another kind, such as what is available. */
export function bookedBalanceOf(element: Element): BookedBalance | null {
  const written = textAt(element, 'Tp', 'CdOrPrtry', 'Cd')
  const type = bookedTypes.find((one) => one === written)
  return type === undefined ? null : { type, balance: balanceOf(element) }
}

interface Balances {
  opening: Balance | null
  closing: Balance | null
}

/**
 * The balances of a statement or report: opening (OPBD, else the closing one of the day before, PRCD) and closing
 * (CLBD). A page of a longer one has interim ones (ITBD) in their place: at its beginning, at its end, or both. An
 * account of several currencies has several of each, of which the first opening balance and the closing one in its
 * currency are given. `null` for what is not there or cannot be read: a notification has none.
 */
export function balancesOf(balances: readonly BookedBalance[], isPage: boolean): Balances {
  const ofType = (type: BookedBalance['type']) => balances.filter((one) => one.type === type)
  const interim = isPage ? ofType('ITBD') : []

  const [first] = [...ofType('OPBD'), ...ofType('PRCD'), ...interim]
  const opening = first?.balance ?? null
  const last = [...ofType('CLBD'), ...interim.filter((one) => one !== first).slice(-1)].map(({ balance }) => balance)
  const closing = last.find((one) => one?.currency === opening?.currency) ?? last[0] ?? null
  return { opening, closing }
}
