/** The routes of payments. */
import { paymentNotFound } from '../../domain/not-found.js'
import type { CreatePaymentRequest } from '../../domain/payments/payment.js'
import type { HospitalPayments } from '../../service.js'
import { requireScopes } from '../principal.js'
import { jsonReply } from '../reply.js'
import { bodyBytes } from '../request/body.js'
import { referenceParameters, searchParameters } from '../request/parameters.js'
import { checkSessionCall, isCashSupervisor } from '../shown-sessions.js'
import { batchReply } from './batch-reply.js'
import { findRoute, readRoute } from './reads.js'
import { jsonBody, type Route } from './route.js'

const payment = (id: string) => (id === '' ? '/v1/payments' : `/v1/payments/${id}`)

export const paymentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: payment(''),
    scope: 'payments:write',
    query: [],
    body: jsonBody('CreatePaymentRequest'),
    hasIdempotencyKey: true,
    operationId: 'createPayment',
    summary: 'Ask for money. A repeated key with the same request gives the payment of the first call, as it is now.',
    answers: [{ status: 201, schema: 'Payment' }],
    errors: ['unsupported_channel', 'unsupported_currency', 'idempotency_conflict', 'reference_conflict'],
    async run({ payments, body, idempotencyKey, actor, basePath }) {
      const created = await payments.createPayment(body as CreatePaymentRequest, { idempotencyKey, actor })
      return jsonReply(201, created, { location: `${basePath}${payment(created.id)}` })
    },
  },
  {
    method: 'POST',
    // Before the path of one payment, of which `batch` would be the id.
    path: payment('batch'),
    scope: 'payments:write',
    query: [],
    body: jsonBody('CreatePaymentsRequest', { maxBytes: bodyBytes.batch }),
    hasKeysInBody: true,
    operationId: 'createPayments',
    summary:
      'Ask for money many times at once. Each payment is answered for itself, in order, as if it had been asked for alone.',
    answers: [{ status: 200, schema: 'CreatedPayments' }],
    errors: [],
    run: batchReply,
  },
  readRoute({
    path: payment(''),
    scope: 'payments:read',
    query: referenceParameters,
    operationId: 'findByReference',
    summary: 'The payments of one reference, newest first.',
    answer: 'PaymentPage',
    errors: ['invalid_cursor'],
    read: ({ payments, query: { reference, ...page } }) => payments.findByReference(reference as string, page),
  }),
  readRoute({
    // As `batch`: before the path of one payment.
    path: payment('search'),
    scope: 'payments:read',
    query: searchParameters,
    operationId: 'searchPayments',
    summary: 'The payments that a payer may mean, newest first.',
    answer: 'PaymentPage',
    errors: ['invalid_date_range', 'invalid_cursor'],
    read: ({ payments, query }) => payments.search(query),
  }),
  findRoute({
    path: payment('{paymentId}'),
    scope: 'payments:read',
    operationId: 'getPayment',
    summary: 'One payment.',
    answer: 'Payment',
    errors: ['payment_not_found'],
    find: (payments, id) => payments.getPayment(id),
    notFound: paymentNotFound,
  }),
  findRoute({
    path: payment('{paymentId}/history'),
    scope: 'payments:read',
    operationId: 'getPaymentHistory',
    summary: 'The events of one payment, oldest first.',
    answer: 'PaymentHistory',
    errors: ['payment_not_found'],
    find: (payments, id) => payments.history(id),
    notFound: paymentNotFound,
  }),
]

type TransitionName = 'confirmPayment' | 'failPayment' | 'expirePayment' | 'reversePayment' | 'cancelPayment'

interface TransitionFacts {
  readonly verb: string
  readonly schema: string
  readonly summary: string
  readonly isOptional?: boolean
  readonly errors?: Route['errors']
  readonly reserved?: readonly string[]
}

function transitionRoute(
  name: TransitionName,
  { verb, schema, summary, isOptional = true, errors, reserved = [] }: TransitionFacts,
): Route {
  return {
    method: 'POST',
    path: payment(`{paymentId}/${verb}`),
    scope: 'payments:manage',
    query: [],
    body: jsonBody(schema, { isOptional, isOptions: true, reserved }),
    operationId: name,
    summary,
    answers: [{ status: 200, schema: 'Payment' }],
    errors: ['payment_not_found', 'invalid_transition', 'concurrent_update', ...(errors ?? [])],
    async run({ payments, id, body, actor }) {
      // Its own shape is checked by the library; who acts is not for the body to say.
      const options = { ...(body as object), actor } as Parameters<HospitalPayments['cancelPayment']>[1]
      return jsonReply(200, await payments[name](id, options))
    },
  }
}

const confirmRoute = transitionRoute('confirmPayment', {
  verb: 'confirm',
  schema: 'ConfirmRequest',
  summary: 'Confirm that the money came; also after expiry, and after failure with a providerTransactionId.',
  errors: ['unsupported_currency', 'amount_mismatch', 'duplicate_payment'],
  reserved: ['sessionId', 'supervisor'],
})

/** The same route where cashiers have sessions: the body may name the one in which the confirmation counts. */
const confirmAtCounterRoute: Route = {
  ...confirmRoute,
  scope: 'payments:manage',
  body: jsonBody('ConfirmAtCounterRequest', { isOptional: true, isOptions: true, reserved: ['supervisor'] }),
  summary: `${confirmRoute.summary} With \`sessionId\`, which needs \`cash:take\` too, it counts in that cash session.`,
  errors: [...confirmRoute.errors, 'session_not_found', 'session_closed'],
  async run(request) {
    const { payments, id, actor } = request
    const body = request.body as { readonly sessionId?: string }
    if (body.sessionId === undefined) return jsonReply(200, await payments.confirmPayment(id, { ...body, actor }))
    requireScopes(request, [['payments:manage'], ['cash:take']])
    const options = { ...body, actor, supervisor: isCashSupervisor(request) }
    await checkSessionCall('confirmPayment', options, request)
    return jsonReply(200, await payments.confirmPayment(id, options))
  },
}

/** @param hasFinance whether the routes of cash sessions are there too */
export function transitionRoutesOf(hasFinance: boolean): readonly Route[] {
  return [
    hasFinance ? confirmAtCounterRoute : confirmRoute,
    transitionRoute('failPayment', {
      verb: 'fail',
      schema: 'FailRequest',
      summary: 'Mark a payment as failed.',
      errors: ['attempt_conflict'],
    }),
    transitionRoute('expirePayment', {
      verb: 'expire',
      schema: 'ExpireRequest',
      summary: "Mark a payment as expired: the payer's time is over.",
      errors: ['attempt_conflict'],
    }),
    transitionRoute('reversePayment', {
      verb: 'reverse',
      schema: 'ReverseRequest',
      summary: 'Mark a payment as reversed: it was undone as a whole.',
    }),
    transitionRoute('cancelPayment', {
      verb: 'cancel',
      schema: 'CancelRequest',
      summary: 'The payment is no longer needed. Money that comes all the same is accepted.',
      isOptional: false,
      errors: ['attempt_conflict'],
    }),
  ]
}
