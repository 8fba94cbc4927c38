/** The routes of movements at the counter: takes, payouts, transfers, and voids. Each of them is or changes a line. */
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { HospitalPayments } from '../../service.js'
import { bodyBytes } from '../request/body.js'
import { jsonReply, type Reply } from '../reply.js'
import { transitsParameters } from '../request/parameters.js'
import { checkSessionCall, isCashSupervisor } from '../shown-sessions.js'
import { sessionPath } from './cash-sessions.js'
import { readRoute } from './reads.js'
import { jsonBody, type Route, type RouteRequest } from './route.js'

type Cash = HospitalPayments['cash']

/** Answers with a line that the call made, and its place. */
function madeLine(result: { readonly line: AccountLine }, { basePath }: RouteRequest): Reply {
  return jsonReply(201, result, { location: `${basePath}/v1/lines/${encodeURIComponent(result.line.key)}` })
}

interface MovementFacts {
  readonly path: string
  readonly schema: string
  readonly operationId: string
  readonly summary: string
  readonly answer: string
  readonly maxBytes?: number
  readonly errors: Route['errors']
}

function movementRoute(
  verb: 'take' | 'payOut' | 'send',
  { path, schema, operationId, summary, answer, maxBytes, errors }: MovementFacts,
): Route {
  return {
    method: 'POST',
    path: sessionPath(`/${path}`),
    scope: 'cash:take',
    query: [],
    body: jsonBody(schema, {
      isOptions: true,
      reserved: ['sessionId', 'supervisor'],
      ...(maxBytes !== undefined && { maxBytes }),
    }),
    hasIdempotencyKey: true,
    operationId,
    summary: `${summary} A repeated key with the same request gives the answer of the first call, as the money is now.`,
    answers: [{ status: 201, schema: answer }],
    errors: ['session_not_found', 'session_closed', 'idempotency_conflict', 'concurrent_update', ...errors],
    async run(request) {
      const { payments, id, body, actor, idempotencyKey } = request
      const call = { ...(body as object), sessionId: id, actor, supervisor: isCashSupervisor(request) }
      await checkSessionCall(verb, call, request)
      const move = payments.cash[verb] as (call: object, options: object) => Promise<{ readonly line: AccountLine }>
      return madeLine(await move(call, { idempotencyKey }), request)
    },
  }
}

const movementRoutes: readonly Route[] = [
  movementRoute('take', {
    path: 'take',
    schema: 'TakeRequest',
    operationId: 'takeCash',
    summary: 'Take cash for bills, for a category or as a deposit, with its receipt.',
    answer: 'TakeResult',
    maxBytes: bodyBytes.batch,
    errors: ['payment_not_found', 'invalid_transition', 'allocation_exceeds'],
  }),
  movementRoute('payOut', {
    path: 'pay-out',
    schema: 'PayOutRequest',
    operationId: 'payOutCash',
    summary: 'Pay out a refund, which is paid whole, or as a supervisor an amount for a category.',
    answer: 'PaidOut',
    errors: ['refund_not_found', 'invalid_transition', 'self_approval', 'cash_short'],
  }),
  movementRoute('send', {
    path: 'send',
    schema: 'SendCashRequest',
    operationId: 'sendCash',
    summary: 'Send cash to another point, a safe or the bank; it is on its way then.',
    answer: 'MovedCash',
    errors: ['cash_short'],
  }),
]

const transfer = (rest: string) => `/v1/cash/transfers/{lineKey}${rest}`

const transferRoutes: readonly Route[] = [
  readRoute({
    path: '/v1/cash/transits',
    scope: 'cash:take',
    query: transitsParameters,
    operationId: 'listCashTransits',
    summary: 'The cash on its way to an account, without its amounts: who receives it counts it blind.',
    answer: 'CashTransits',
    read: ({ payments, query }) => payments.cash.transits(query as unknown as Parameters<Cash['transits']>[0]),
  }),
  {
    method: 'POST',
    path: transfer('/receive'),
    scope: 'cash:take',
    query: [],
    body: jsonBody('ReceiveCashRequest', { isOptions: true, reserved: ['lineKey', 'supervisor'] }),
    operationId: 'receiveCash',
    summary: 'Receive cash that another person sent, counted without knowing its amount.',
    answers: [{ status: 201, schema: 'MovedCash' }],
    errors: [
      ...(['line_not_found', 'session_not_found', 'self_approval', 'session_closed'] as const),
      ...(['transfer_differs', 'concurrent_update'] as const),
    ],
    async run(request) {
      const { payments, id, body, actor } = request
      const call = { ...(body as object), lineKey: id, actor, supervisor: isCashSupervisor(request) }
      await checkSessionCall('receive', call, request)
      return madeLine(await payments.cash.receive(call as Parameters<Cash['receive']>[0]), request)
    },
  },
  {
    method: 'POST',
    path: transfer('/recall'),
    scope: 'cash:supervise',
    query: [],
    body: jsonBody('CashLineRequest', { isOptions: true, reserved: ['lineKey', 'supervisor'] }),
    operationId: 'recallCash',
    summary: 'Take cash back that is on its way.',
    answers: [{ status: 201, schema: 'MovedCash' }],
    errors: ['line_not_found', 'self_approval', 'concurrent_update'],
    async run(request) {
      return madeLine(await request.payments.cash.recall(supervisedCall(request)), request)
    },
  },
  {
    method: 'POST',
    path: '/v1/lines/{lineKey}/void',
    scope: 'cash:supervise',
    query: [],
    body: jsonBody('CashLineRequest', { isOptions: true, reserved: ['lineKey', 'supervisor'] }),
    operationId: 'voidCash',
    summary: 'Void a take or a payout of a session that is still open; the answer shows the line that was voided.',
    answers: [{ status: 200, schema: 'MovedCash' }],
    errors: [
      ...(['line_not_found', 'payment_not_found', 'self_approval', 'session_closed'] as const),
      ...(['invalid_transition', 'refund_exceeds', 'cash_short', 'concurrent_update'] as const),
    ],
    async run(request) {
      return jsonReply(200, await request.payments.cash.void(supervisedCall(request)))
    },
  },
]

/** Makes the call of a supervisor about a line. */
function supervisedCall({ id, body, actor }: RouteRequest): Parameters<Cash['void']>[0] {
  return { ...(body as object), lineKey: id, actor, supervisor: true } as Parameters<Cash['void']>[0]
}

export const cashMovementRoutes: readonly Route[] = [...movementRoutes, ...transferRoutes]
