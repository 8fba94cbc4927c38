/** The routes of accounts, and of what waits for people. */
import type { HospitalPayments } from '../../service.js'
import { attentionParameters, balanceParameters, dayReportParameters, pageParameters } from '../request/parameters.js'
import { readRoute } from './reads.js'
import type { Route } from './route.js'

export const accountRoutes: readonly Route[] = [
  readRoute({
    path: '/v1/accounts',
    scope: 'reports:read',
    query: pageParameters,
    operationId: 'listAccounts',
    summary: 'One page of accounts by name, with what each holds.',
    answer: 'AccountPage',
    errors: ['invalid_cursor'],
    read: ({ payments, query }) => payments.accounts.list(query),
  }),
  readRoute({
    path: '/v1/accounts/{account}/balance',
    scope: 'reports:read',
    query: balanceParameters,
    operationId: 'getBalance',
    summary: 'Credits less debits of the lines of an account in one currency, as a text of exact digits.',
    answer: 'Balance',
    read: ({ payments, id, query }) =>
      payments.accounts.balance({ ...query, account: id } as Parameters<HospitalPayments['accounts']['balance']>[0]),
  }),
  readRoute({
    path: '/v1/attention',
    scope: 'reports:read',
    query: attentionParameters,
    operationId: 'getAttention',
    summary: 'Counts and sums of all that waits for people.',
    answer: 'Attention',
    read: ({ payments, query }) => payments.attention(query),
  }),
  readRoute({
    path: '/v1/days/{day}/report',
    scope: 'reports:read',
    query: dayReportParameters,
    operationId: 'reportDay',
    summary: 'The money of one day by channel and account, as plain data for a printed page.',
    answer: 'DayReport',
    read: ({ payments, id, query }) => payments.days.report({ ...query, day: id }),
  }),
]
