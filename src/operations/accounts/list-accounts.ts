/** Accounts with what they hold: credits less debits of their lines, in each currency. */
import { type AccountState, balanceBefore, countedMoney } from '../../domain/accounts/account.js'
import { type AccountKind, kindOfAccount } from '../../domain/accounts/account-kind.js'
import { edgesOfMonth, isReportDay, monthOf, plusDays } from '../../domain/calendar.js'
import { invalidRequest } from '../../domain/issue.js'
import { isUncounted } from '../../domain/reconciliation/account-line.js'
import type { Page } from '../../domain/report.js'
import { allAtMost } from '../../internal/all-at-most.js'
import { accounts } from '../../repository/aggregates/accounts.js'
import type { FinanceRepository, OpenLineSum } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { type AccountsQuery, accountsQuery, balanceQuery, type BalanceQuery } from '../input/account-calls.js'
import { parse, parseOptions } from '../input/parse.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'
import { carriedOfDays } from '../archived/archived-lines.js'
import { lastClosedDay } from './last-closed-day.js'

/** An account's money in one currency. */
export interface AccountBalance {
  readonly currency: string
  /** Credits less debits of its lines, as exact decimal digits in minor units. */
  readonly balance: string
  /** Lines that are not settled: their number, and their open credits less debits, as exact decimal digits in minor units. */
  readonly open: { readonly count: number; readonly amount: string }
}

/** An account with its balances. */
export interface Account {
  readonly account: string
  readonly kind: AccountKind
  readonly currencies: readonly AccountBalance[]
  /** The newest value date of its lines; `null` where it has none. */
  readonly lastDay: string | null
  /** The newest day that is closed; `null` where none is. */
  readonly lastClosedDay: string | null
}

/** The number of accounts whose closings are read at a time. */
const accountsAtOnce = 3

/** The most currencies of one account that are read with a page; no account has more than there are currencies. */
const maxCurrencies = 400

function openOf(sums: readonly OpenLineSum[], { account, currency }: AccountState): AccountBalance['open'] {
  const ofAccount = sums.filter((sum) => sum.account === account && sum.currency === currency)
  const counted = ofAccount.filter((sum) => !isUncounted(sum))
  const amount = counted.reduce(
    (total, { direction, amount }) => (direction === 'credit' ? total + BigInt(amount) : total - BigInt(amount)),
    0n,
  )
  return { count: counted.reduce((total, { count }) => total + count, 0), amount: amount.toString() }
}

/** Reads the rows of up to `limit` accounts behind `after`, all currencies of each. */
async function statesBehind(
  finance: FinanceRepository,
  after: string | undefined,
  limit: number,
): Promise<AccountState[][]> {
  const byAccount = new Map<string, AccountState[]>()
  let place = after === undefined ? undefined : [after, '\uffff']
  for (;;) {
    const rows = await finance.pageRows(accounts, {
      list: 'account',
      direction: 'asc',
      after: place,
      limit: Math.max(limit, maxCurrencies),
    })
    for (const row of rows) {
      const states = byAccount.get(row.account) ?? []
      byAccount.set(row.account, [...states, row])
    }
    const last = rows.at(-1)
    // One account more than the page shows that the last one of it is whole.
    if (!last || byAccount.size > limit) return [...byAccount.values()].slice(0, limit)
    place = [last.account, last.currency]
  }
}

export async function listAccounts(context: Context, query?: AccountsQuery): Promise<Page<Account>> {
  const { cursor, limit } = parseOptions(accountsQuery, query)
  const finance = financeOf(context)
  const page = await readRows<AccountState[]>({
    query: JSON.stringify(['accounts.list']),
    cursor,
    limit,
    rule: { length: 1, isPosition: ({ at, id }) => at === '-' && id !== '' },
    positionOf: ([state]) => ({ at: '-', id: encodeURIComponent(state!.account) }),
    read: (after, limit) => statesBehind(finance, after && decodeURIComponent(after.id), limit),
  })
  const ofProviders = new Set(Array.from(context.providers.values(), ({ account }) => account))
  const open = page.items.length > 0 ? await finance.sumOpenLines() : []
  const items = await allAtMost(
    accountsAtOnce,
    page.items.map((states) => async (): Promise<Account> => {
      const { account } = states[0]!
      return {
        account,
        kind: kindOfAccount(account, ofProviders),
        currencies: states.map((state) => ({
          currency: state.currency,
          balance: state.balance,
          open: openOf(open, state),
        })),
        lastDay: states.reduce<string | null>(
          (last, { lastDay }) => (last === null || (lastDay ?? '') > last ? lastDay : last),
          null,
        ),
        lastClosedDay: await lastClosedDay(finance, account),
      }
    }),
  )
  return { items, nextCursor: page.nextCursor }
}

/** Sums an account's lines of days, both inclusive. */
async function movedBetween(
  finance: FinanceRepository,
  { account, currency }: BalanceQuery,
  days: { from: string; to: string },
): Promise<bigint> {
  let sum = 0n
  for await (const lines of finance.scanLines({ account, currency, ...days })) {
    for (const line of lines) sum += countedMoney(line)
  }
  for (const { sums } of (await carriedOfDays(finance, { account, ...days })).values())
    for (const { credits, debits, ...of } of sums) if (of.currency === currency) sum += BigInt(credits) - BigInt(debits)
  return sum
}

export async function accountBalance(context: Context, query: BalanceQuery): Promise<string> {
  const { account, currency, through } = parse(balanceQuery, query)
  if (through !== undefined && !isReportDay(through))
    throw invalidRequest([{ path: 'through', message: 'must be a calendar day YYYY-MM-DD' }])
  const finance = financeOf(context)
  const stored = await finance.findRows(accounts, 'account', [account])
  const state = stored.find(({ row }) => row.currency === currency)?.row
  if (!state) return '0'
  if (through === undefined || (state.lastDay ?? '') <= through) return state.balance
  // The sums of the months before are known; of the day's own month the lines behind the day are read.
  const { last, next } = edgesOfMonth(monthOf(through))
  const days = { from: plusDays(through, 1), to: last }
  const later = through === last ? 0n : await movedBetween(finance, { account, currency }, days)
  return (balanceBefore(state, monthOf(next)) - later).toString()
}
