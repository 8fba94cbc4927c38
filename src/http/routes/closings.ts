/** The routes of closed days, and of months. */
import type { HospitalPayments } from '../../service.js'
import { jsonReply } from '../reply.js'
import { closingsCsvParameters, closingsParameters, monthParameters } from '../request/parameters.js'
import { csvRoute, readRoute } from './reads.js'
import { jsonBody, type Route } from './route.js'

type Days = HospitalPayments['days']

const path = '/v1/closings'

export const closingRoutes: readonly Route[] = [
  readRoute({
    path,
    scope: 'reports:read',
    query: closingsParameters,
    operationId: 'listClosings',
    summary: 'One page of closed and reopened days, newest first.',
    answer: 'ClosingPage',
    errors: ['invalid_date_range', 'invalid_cursor'],
    read: ({ payments, query }) => payments.days.list(query),
  }),
  {
    method: 'POST',
    path,
    scope: 'days:close',
    query: [],
    body: jsonBody('CloseDayRequest', { isOptions: true }),
    operationId: 'closeDay',
    summary: 'Close a day of an account. A day that is closed already is answered as it was closed.',
    answers: [{ status: 201, schema: 'Closing' }],
    errors: ['session_conflict', 'concurrent_update'],
    async run({ payments, body, actor, basePath }) {
      const closing = await payments.days.close({ ...(body as object), actor } as Parameters<Days['close']>[0])
      const { account, day } = closing
      const location = `${basePath}${path}?account=${encodeURIComponent(account)}&from=${day}&to=${day}`
      return jsonReply(201, closing, { location })
    },
  },
  csvRoute({
    path: `${path}.csv`,
    scope: 'reports:read',
    query: closingsCsvParameters,
    operationId: 'exportClosings',
    summary: 'All of these closings as a CSV file (RFC 4180), one row for each currency of a day.',
    name: 'closings',
    pieces: (payments, query, options) => payments.days.exportCsv(query, options),
  }),
  {
    method: 'POST',
    path: `${path}/through`,
    scope: 'days:close',
    query: [],
    body: jsonBody('CloseThroughRequest', { isOptions: true }),
    operationId: 'closeThrough',
    summary:
      'Close every day of an account that has lines and is not closed, up to a day; `stopped` names the first that could not be closed.',
    answers: [{ status: 200, schema: 'ClosedDays' }],
    errors: [],
    async run({ payments, body, actor }) {
      const options = { ...(body as object), actor } as Parameters<Days['closeThrough']>[0]
      return jsonReply(200, await payments.days.closeThrough(options))
    },
  },
  readRoute({
    path: '/v1/months/{month}',
    scope: 'reports:read',
    query: monthParameters,
    operationId: 'getMonth',
    summary: 'The tie-out of a month, of one account or of all, each currency by itself.',
    answer: 'Month',
    read: ({ payments, id, query }) => payments.days.month({ ...query, month: id }),
  }),
  {
    method: 'POST',
    path: `${path}/reopen`,
    scope: 'days:close',
    query: [],
    body: jsonBody('ReopenDayRequest', { isOptions: true }),
    operationId: 'reopenDay',
    summary: 'Reopen a closed day, so that settled money of it can be taken back.',
    answers: [{ status: 200, schema: 'Closing' }],
    errors: ['invalid_transition', 'concurrent_update'],
    async run({ payments, body, actor }) {
      const options = { ...(body as object), actor } as Parameters<Days['reopen']>[0]
      return jsonReply(200, await payments.days.reopen(options))
    },
  },
]
