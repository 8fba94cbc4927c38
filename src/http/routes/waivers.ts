/** The routes of waivers: their requests and decisions, and their lists. */
import { waiverNotFound } from '../../domain/not-found.js'
import type { HospitalPayments } from '../../service.js'
import type { Scope } from '../principal.js'
import { jsonReply } from '../reply.js'
import { waiversCsvParameters, waiversParameters } from '../request/parameters.js'
import { csvRoute, findRoute, readRoute } from './reads.js'
import type { Route } from './route.js'

type Waivers = HospitalPayments['waivers']

const waiver = (rest: string) => `/v1/waivers${rest}`

const readRoutes: readonly Route[] = [
  readRoute({
    path: waiver(''),
    scope: 'reports:read',
    query: waiversParameters,
    operationId: 'listWaivers',
    summary: 'One page of waivers, newest first.',
    answer: 'WaiverPage',
    errors: ['invalid_date_range', 'invalid_cursor'],
    read: ({ payments, query }) => payments.waivers.list(query),
  }),
  findRoute({
    path: waiver('/{waiverId}'),
    scope: 'reports:read',
    operationId: 'getWaiver',
    summary: 'One waiver.',
    answer: 'Waiver',
    errors: ['waiver_not_found'],
    find: (payments, id) => payments.waivers.get(id),
    notFound: waiverNotFound,
  }),
  csvRoute({
    path: '/v1/waivers.csv',
    scope: 'reports:read',
    query: waiversCsvParameters,
    operationId: 'exportWaivers',
    summary: 'All of these waivers as a CSV file (RFC 4180), as of one instant.',
    name: 'waivers',
    pieces: (payments, query, options) => payments.waivers.exportCsv(query, options),
  }),
]

const requestRoute: Route = {
  method: 'POST',
  path: waiver(''),
  scope: 'waivers:request',
  query: [],
  body: { kind: 'json', schema: 'WaiverRequest', isOptional: false, isOptions: false },
  hasIdempotencyKey: true,
  operationId: 'requestWaiver',
  summary:
    'Ask a scheme to pay a part of a pending payment. A repeated key gives the waiver of the first call, as it is now.',
  answers: [{ status: 201, schema: 'Waiver' }],
  errors: [
    'payment_not_found',
    'invalid_transition',
    'allocation_exceeds',
    'idempotency_conflict',
    'concurrent_update',
  ],
  async run({ payments, body, idempotencyKey, actor, basePath }) {
    const options = { idempotencyKey, actor } as Parameters<Waivers['request']>[1]
    const requested = await payments.waivers.request(body as Parameters<Waivers['request']>[0], options)
    return jsonReply(201, requested, { location: `${basePath}${waiver(`/${requested.id}`)}` })
  },
}

interface ChangeFacts {
  readonly scope: Scope
  readonly schema: string
  readonly summary: string
  readonly isOptional?: boolean
  readonly errors: Route['errors']
}

function changeRoute(
  verb: 'approve' | 'reject' | 'cancel' | 'revoke',
  { scope, schema, summary, isOptional = false, errors }: ChangeFacts,
): Route {
  return {
    method: 'POST',
    path: waiver(`/{waiverId}/${verb}`),
    scope,
    query: [],
    body: { kind: 'json', schema, isOptional, isOptions: true },
    operationId: `${verb}Waiver`,
    summary,
    answers: [{ status: 200, schema: 'Waiver' }],
    errors: ['waiver_not_found', 'invalid_transition', 'concurrent_update', ...errors],
    async run({ payments, id, body, actor }) {
      const change = payments.waivers[verb] as (id: string, options: object) => Promise<unknown>
      return jsonReply(200, await change(id, { ...(body as object), actor }))
    },
  }
}

export const waiverRoutes: readonly Route[] = [
  ...readRoutes,
  requestRoute,
  changeRoute('approve', {
    scope: 'waivers:approve',
    schema: 'ApproveWaiverRequest',
    summary: 'Grant a waiver as a second person. Where nothing stays open, the payment succeeds.',
    isOptional: true,
    errors: ['self_approval', 'allocation_exceeds'],
  }),
  changeRoute('reject', {
    scope: 'waivers:approve',
    schema: 'EndWaiverRequest',
    summary: 'Reject a waiver as a second person.',
    errors: ['self_approval'],
  }),
  changeRoute('cancel', {
    scope: 'waivers:request',
    schema: 'EndWaiverRequest',
    summary: 'Withdraw a waiver; only its requester may.',
    errors: [],
  }),
  changeRoute('revoke', {
    scope: 'waivers:approve',
    schema: 'RevokeWaiverRequest',
    summary: 'Take a grant back: what it paid is open again. A payment that succeeded is reversed.',
    errors: ['self_approval', 'day_closed'],
  }),
]
