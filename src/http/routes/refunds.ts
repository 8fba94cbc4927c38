/** The routes of refunds: their requests, approvals and payouts, and the reports of finance. */
import { refundNotFound } from '../../domain/not-found.js'
import type { HospitalPayments } from '../../service.js'
import type { Scope } from '../principal.js'
import { jsonReply } from '../reply.js'
import { refundFilterParameters, refundsCsvParameters, refundsParameters } from '../request/parameters.js'
import { csvRoute, findRoute, readRoute } from './reads.js'
import { jsonBody, type Route } from './route.js'

type Refunds = HospitalPayments['refunds']

const refund = (rest: string) => `/v1/refunds${rest}`

const readRoutes: readonly Route[] = [
  readRoute({
    path: refund(''),
    scope: 'reports:read',
    query: refundsParameters,
    operationId: 'listRefunds',
    summary: 'One page of refunds, newest first.',
    answer: 'RefundPage',
    errors: ['invalid_date_range', 'invalid_cursor'],
    read: ({ payments, query }) => payments.refunds.list(query),
  }),
  findRoute({
    path: refund('/{refundId}'),
    scope: 'reports:read',
    operationId: 'getRefund',
    summary: 'One refund.',
    answer: 'Refund',
    errors: ['refund_not_found'],
    find: (payments, id) => payments.refunds.get(id),
    notFound: refundNotFound,
  }),
  readRoute({
    path: '/v1/reports/refunds',
    scope: 'reports:read',
    query: refundFilterParameters,
    operationId: 'refundTotals',
    summary: 'Counts and exact sums of refunds, one a currency, reason and status.',
    answer: 'RefundTotals',
    errors: ['invalid_date_range'],
    read: ({ payments, query }) => payments.refunds.totals(query),
  }),
  csvRoute({
    path: '/v1/reports/refunds.csv',
    scope: 'reports:read',
    query: refundsCsvParameters,
    operationId: 'exportRefunds',
    summary: 'All of these refunds as a CSV file (RFC 4180), as of one instant.',
    name: 'refunds',
    pieces: (payments, query, options) => payments.refunds.exportCsv(query, options),
  }),
]

const createRoute: Route = {
  method: 'POST',
  path: refund(''),
  scope: 'refunds:request',
  query: [],
  body: jsonBody('CreateRefundRequest'),
  hasIdempotencyKey: true,
  operationId: 'createRefund',
  summary:
    'Ask for money to be given back, of a payment or of a statement line. A repeated key with the same request gives the refund of ' +
    'the first call, as it is now.',
  answers: [{ status: 201, schema: 'Refund' }],
  errors: ['payment_not_found', 'line_not_found', 'refund_exceeds', 'idempotency_conflict', 'concurrent_update'],
  async run({ payments, body, idempotencyKey, actor, basePath }) {
    const request = body as Parameters<Refunds['create']>[0]
    const created = await payments.refunds.create(request, { idempotencyKey, actor })
    return jsonReply(201, created, { location: `${basePath}${refund(`/${created.id}`)}` })
  },
}

interface ChangeFacts {
  readonly scope: Scope
  readonly schema: string
  readonly summary: string
  readonly isOptional?: boolean
  readonly errors?: Route['errors']
}

function changeRoute(
  verb: 'approve' | 'reject' | 'confirm' | 'fail' | 'cancel',
  { scope, schema, summary, isOptional = false, errors = [] }: ChangeFacts,
): Route {
  return {
    method: 'POST',
    path: refund(`/{refundId}/${verb}`),
    scope,
    query: [],
    body: jsonBody(schema, { isOptional, isOptions: true }),
    operationId: `${verb}Refund`,
    summary,
    answers: [{ status: 200, schema: 'Refund' }],
    errors: ['refund_not_found', 'invalid_transition', 'concurrent_update', ...errors],
    async run({ payments, id, body, actor }) {
      const change = payments.refunds[verb] as (id: string, options: object) => Promise<unknown>
      return jsonReply(200, await change(id, { ...(body as object), actor }))
    },
  }
}

export const refundRoutes: readonly Route[] = [
  ...readRoutes,
  createRoute,
  changeRoute('approve', {
    scope: 'refunds:approve',
    schema: 'ApproveRefundRequest',
    summary: 'Approve a refund as a second person: it waits for its payout.',
    isOptional: true,
    errors: ['self_approval', 'refund_exceeds'],
  }),
  changeRoute('reject', {
    scope: 'refunds:approve',
    schema: 'EndRefundRequest',
    summary: 'Reject a refund as a second person: it is canceled.',
  }),
  changeRoute('confirm', {
    scope: 'refunds:settle',
    schema: 'ConfirmRefundRequest',
    summary: 'Confirm that the payout was made.',
    isOptional: true,
    errors: ['duplicate_payment'],
  }),
  changeRoute('fail', {
    scope: 'refunds:settle',
    schema: 'EndRefundRequest',
    summary: 'Mark a refund as failed: its payout was refused, or came back.',
    errors: ['day_closed'],
  }),
  changeRoute('cancel', {
    scope: 'refunds:request',
    schema: 'EndRefundRequest',
    summary: 'Cancel a refund before its payout.',
    errors: ['day_closed'],
  }),
]
