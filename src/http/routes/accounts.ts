/** The routes of accounts, and of what waits for people. */
import type { HospitalPayments } from '../../service.js'
import { jsonReply } from '../reply.js'
import { attentionParameters, balanceParameters, dayReportParameters, pageParameters } from '../request/parameters.js'
import type { Route } from './route.js'

export const accountRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/accounts',
    scope: 'reports:read',
    query: pageParameters,
    body: null,
    operationId: 'listAccounts',
    summary: 'One page of accounts by name, with what each holds.',
    answers: [{ status: 200, schema: 'AccountPage' }],
    errors: ['invalid_cursor'],
    async run({ payments, query }) {
      return jsonReply(200, await payments.accounts.list(query))
    },
  },
  {
    method: 'GET',
    path: '/v1/accounts/{account}/balance',
    scope: 'reports:read',
    query: balanceParameters,
    body: null,
    operationId: 'getBalance',
    summary: 'Credits less debits of the lines of an account in one currency, as a text of exact digits.',
    answers: [{ status: 200, schema: 'Balance' }],
    errors: [],
    async run({ payments, id, query }) {
      const balanceQuery = { ...query, account: id } as Parameters<HospitalPayments['accounts']['balance']>[0]
      return jsonReply(200, await payments.accounts.balance(balanceQuery))
    },
  },
  {
    method: 'GET',
    path: '/v1/attention',
    scope: 'reports:read',
    query: attentionParameters,
    body: null,
    operationId: 'getAttention',
    summary: 'Counts and sums of all that waits for people.',
    answers: [{ status: 200, schema: 'Attention' }],
    errors: [],
    async run({ payments, query }) {
      return jsonReply(200, await payments.attention(query))
    },
  },
  {
    method: 'GET',
    path: '/v1/days/{day}/report',
    scope: 'reports:read',
    query: dayReportParameters,
    body: null,
    operationId: 'reportDay',
    summary: 'The money of one day by channel and account, as plain data for a printed page.',
    answers: [{ status: 200, schema: 'DayReport' }],
    errors: [],
    async run({ payments, id, query }) {
      return jsonReply(200, await payments.days.report({ ...query, day: id }))
    },
  },
]
