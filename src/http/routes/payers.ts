/** The routes of payers: their bills and deposits. */
import type { HospitalPayments } from '../../service.js'
import { jsonReply } from '../reply.js'
import { pageParameters } from '../request/parameters.js'
import { readRoute } from './reads.js'
import { jsonBody, type Route } from './route.js'

type Payers = HospitalPayments['payers']

export const payerRoutes: readonly Route[] = [
  readRoute({
    path: '/v1/payers/{payerId}',
    scope: 'payers:read',
    operationId: 'getPayer',
    summary: 'What the bills of a payer ask for, what is open of them, and the deposit of the payer.',
    answer: 'Payer',
    read: ({ payments, id }) => payments.payers.get(id),
  }),
  readRoute({
    path: '/v1/payers/{payerId}/statement',
    scope: 'payers:read',
    query: pageParameters,
    operationId: 'getPayerStatement',
    summary: 'One page of what was recorded of a payer, the oldest first.',
    answer: 'PayerStatement',
    errors: ['invalid_cursor'],
    read: ({ payments, id, query }) => payments.payers.statement({ ...query, payerId: id }),
  }),
  {
    method: 'POST',
    path: '/v1/payers/{payerId}/apply',
    scope: 'payers:write',
    query: [],
    body: jsonBody('ApplyDepositRequest', { isOptions: true, reserved: ['payerId'] }),
    hasIdempotencyKey: true,
    operationId: 'applyDeposit',
    summary:
      "Draw a payer's deposit for a bill, the oldest money first. A repeated key gives the answer of the first call, as the money is now.",
    answers: [{ status: 200, schema: 'AppliedDeposit' }],
    errors: [
      'payment_not_found',
      'invalid_transition',
      'allocation_exceeds',
      'idempotency_conflict',
      'concurrent_update',
    ],
    async run({ payments, id, body, actor, idempotencyKey }) {
      const request = { ...(body as object), payerId: id, actor } as Parameters<Payers['apply']>[0]
      return jsonReply(200, await payments.payers.apply(request, { idempotencyKey }))
    },
  },
]
