/** The routes of attempts to take payments by providers. */
import { attemptNotFound } from '../../domain/not-found.js'
import type { HospitalPayments } from '../../service.js'
import { jsonReply } from '../reply.js'
import { attemptsParameters } from '../request/parameters.js'
import { findRoute, readRoute } from './reads.js'
import { jsonBody, type Route } from './route.js'

type Attempts = HospitalPayments['attempts']

const attempt = (rest: string) => `/v1/attempts${rest}`

const readRoutes: readonly Route[] = [
  readRoute({
    path: attempt(''),
    scope: 'payments:read',
    query: attemptsParameters,
    operationId: 'listAttempts',
    summary: 'One page of attempts, newest first.',
    answer: 'AttemptPage',
    errors: ['invalid_cursor'],
    read: ({ payments, query }) => payments.attempts.list(query),
  }),
  findRoute({
    path: attempt('/{attemptId}'),
    scope: 'payments:read',
    operationId: 'getAttempt',
    summary: 'One attempt.',
    answer: 'Attempt',
    errors: ['attempt_not_found'],
    find: (payments, id) => payments.attempts.get(id),
    notFound: attemptNotFound,
  }),
  findRoute({
    path: attempt('/{attemptId}/history'),
    scope: 'payments:read',
    operationId: 'getAttemptHistory',
    summary: 'The events of one attempt, oldest first.',
    answer: 'AttemptHistory',
    errors: ['attempt_not_found'],
    find: (payments, id) => payments.attempts.history(id),
    notFound: attemptNotFound,
  }),
]

const startRoute: Route = {
  method: 'POST',
  path: '/v1/payments/{paymentId}/attempts',
  scope: 'attempts:write',
  query: [],
  body: jsonBody('StartAttemptRequest', { isOptions: true, reserved: ['paymentId'] }),
  hasIdempotencyKey: true,
  operationId: 'startAttempt',
  summary:
    'Ask a provider to take a pending payment. A repeated key with the same request gives the attempt of the first call, as it is now.',
  answers: [{ status: 201, schema: 'Attempt' }],
  errors: [
    ...(['unsupported_provider', 'payment_not_found', 'idempotency_conflict', 'invalid_transition'] as const),
    ...(['allocation_exceeds', 'unsupported_currency', 'attempt_conflict', 'provider_unavailable'] as const),
    'concurrent_update',
  ],
  async run({ payments, id, body, actor, idempotencyKey, basePath }) {
    const request = { ...(body as object), paymentId: id, actor } as Parameters<Attempts['start']>[0]
    const started = await payments.attempts.start(request, { idempotencyKey })
    return jsonReply(201, started, { location: `${basePath}${attempt(`/${started.id}`)}` })
  },
}

const checkRoute: Route = {
  method: 'POST',
  path: attempt('/{attemptId}/check'),
  scope: 'attempts:write',
  query: [],
  body: null,
  operationId: 'checkAttempt',
  summary: 'Ask the provider about an attempt now; the answer is the attempt as it is then.',
  answers: [{ status: 200, schema: 'Attempt' }],
  errors: ['attempt_not_found', 'unsupported_provider', 'concurrent_update', 'outcome_unknown'],
  async run({ payments, id }) {
    return jsonReply(200, await payments.attempts.check(id))
  },
}

const abandonRoute: Route = {
  method: 'POST',
  path: attempt('/{attemptId}/abandon'),
  scope: 'attempts:write',
  query: [],
  body: jsonBody('AbandonAttemptRequest', { isOptions: true }),
  operationId: 'abandonAttempt',
  summary: 'Give a living attempt up, so that its payment is free. Money that comes all the same counts.',
  answers: [{ status: 200, schema: 'Attempt' }],
  errors: ['attempt_not_found', 'attempt_conflict', 'unsupported_provider', 'concurrent_update'],
  async run({ payments, id, body, actor }) {
    const options = { ...(body as object), actor } as Parameters<Attempts['abandon']>[1]
    return jsonReply(200, await payments.attempts.abandon(id, options))
  },
}

export const attemptRoutes: readonly Route[] = [...readRoutes, startRoute, checkRoute, abandonRoute]
