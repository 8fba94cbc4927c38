import type { Balance } from '../tally.js'
import { balanceOf, directionOf, writtenAmount } from './amounts.js'
import { holding, money, type Shape, text } from './element.js'

const bookedTypes = ['OPBD', 'PRCD', 'ITBD', 'CLBD'] as const

/** A booked balance of a statement; `balance` is null where it cannot be read. */
export interface BookedBalance {
  type: (typeof bookedTypes)[number]
  balance: Balance | null
}

/** Returns the parts of a `Bal` before it is read; '' for what is not there. */
function emptyBalance() {
  return { type: '', amount: '', currency: '', direction: '' }
}

/** @param take is given those that are booked; others, such as of what is available, are left out */
export function balanceShape(take: (balance: BookedBalance) => void): Shape {
  let read = emptyBalance()
  const type = text((code) => void (read.type ||= code))
  return holding(
    {
      // `Tp/Cd` in version 1.
      Tp: holding({ Cd: type, CdOrPrtry: holding({ Cd: type }) }),
      Amt: money((digits, currency) => {
        read.amount ||= digits
        read.currency ||= currency
      }),
      CdtDbtInd: text((code) => void (read.direction ||= code)),
    },
    {
      ended() {
        const { amount, currency, direction } = read
        const type = bookedTypes.find((one) => one === read.type)
        read = emptyBalance()
        if (type) take({ type, balance: balanceOf(writtenAmount(amount, currency), directionOf(direction)) })
      },
    },
  )
}

interface Balances {
  opening: Balance | null
  closing: Balance | null
}

/**
 * Returns the balances of a statement or report: opening (OPBD, else the closing one of the day before, PRCD) and
 * closing (CLBD). A page of a longer one has interim ones (ITBD) in their place: at its beginning, at its end, or both.
 * An account of several currencies has several of each, of which the first opening balance and the closing one in its
 * currency are returned. `null` for what is not there or cannot be read: a notification has none.
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
