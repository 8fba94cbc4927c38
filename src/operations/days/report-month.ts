/** A month of accounts as a tie-out. */
import { type AccountState, balanceBefore } from '../../domain/accounts/account.js'
import { isOwnAccount } from '../../domain/accounts/account-kind.js'
import { edgesOfMonth } from '../../domain/calendar.js'
import { emptyCurrency } from '../../domain/days/day-sums.js'
import { type MonthOfAccount, monthOfAccount } from '../../domain/days/month.js'
import { gapsOf, type StatedBalance, statedBalances, statedBefore } from '../../domain/days/stated-balances.js'
import { allAtMost } from '../../internal/all-at-most.js'
import { accounts } from '../../repository/aggregates/accounts.js'
import type { StoredImport } from '../../repository/aggregates/imports.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { monthQuery, type MonthQuery } from '../input/day-calls.js'
import { parse } from '../input/parse.js'
import { importsAround } from '../statements/stored-imports.js'
import { financeOf } from '../storage.js'
import { carriedOfDays } from '../archived/archived-lines.js'
import { sumsOfDays } from './month-sums.js'
import { groupedBy } from '../../internal/grouped-by.js'

/** A month of accounts, each currency by itself, in the order of their names. */
export interface Month {
  /** `YYYY-MM` */
  readonly month: string
  readonly items: readonly MonthOfAccount[]
}

/** The number of accounts that are read at a time. */
const accountsAtOnce = 3

/** Reads the rows of one account or of all, those of each account together, by name. */
async function readStates(finance: FinanceRepository, account: string | undefined): Promise<AccountState[][]> {
  const states: AccountState[] = []
  if (account === undefined)
    for await (const rows of finance.scanRows(accounts, { list: 'account' })) states.push(...rows)
  else for (const { row } of await finance.findRows(accounts, 'account', [account])) states.push(row)
  return [...groupedBy(states, (state) => state.account).values()]
}

/** Returns a stated balance where it is true: no line lies on the days that must have none. */
async function trueBalance(
  finance: FinanceRepository,
  account: string,
  stated: StatedBalance | null,
): Promise<bigint | null> {
  if (!stated?.quiet) return stated?.amount ?? null
  const lines = await finance.countLines({ account, ...stated.quiet })
  if (lines.length > 0 || (await carriedOfDays(finance, { account, ...stated.quiet })).size > 0) return null
  return stated.amount
}

async function monthOf(
  finance: FinanceRepository,
  states: readonly AccountState[],
  month: string,
): Promise<MonthOfAccount[]> {
  const { account } = states[0]!
  const { first, last, next } = edgesOfMonth(month)
  const range = { from: first, to: last }
  const isAfterLines = states.every(({ lastDay }) => (lastDay ?? '') < first)
  const sums = isAfterLines ? [] : (await sumsOfDays(finance, { account, ...range })).currencies()
  const imports: readonly StoredImport[] = isOwnAccount(account)
    ? []
    : await importsAround(finance, { account, ...range })
  const items: MonthOfAccount[] = []
  for (const state of [...states].sort((a, b) => (a.currency < b.currency ? -1 : 1))) {
    const { currency } = state
    const ofLines = sums.find((one) => one.currency === currency)
    const stated = statedBalances(imports, currency)
    const opening = balanceBefore(state, month)
    const statedOpening = await trueBalance(finance, account, statedBefore(stated, first, 'after'))
    const statedClosing = await trueBalance(finance, account, statedBefore(stated, next, 'before'))
    if (!ofLines && opening === 0n && statedOpening === null && statedClosing === null) continue
    items.push(
      monthOfAccount({
        ...{ account, sums: ofLines ?? emptyCurrency(currency) },
        ...{ opening, statedOpening, statedClosing, gaps: gapsOf(stated, range) },
      }),
    )
  }
  return items
}

export async function reportMonth(context: Context, query: MonthQuery): Promise<Month> {
  const { account, month } = parse(monthQuery, query)
  const finance = financeOf(context)
  const states = await readStates(finance, account)
  const items = await allAtMost(
    accountsAtOnce,
    states.map((ofAccount) => () => monthOf(finance, ofAccount, month)),
  )
  return { month, items: items.flat() }
}
