/** The one table of routes: the router, the handler and the OpenAPI document are all made from it. */
import { paymentNotFound } from '../../domain/payments/not-found.js'
import type { CreatePaymentRequest } from '../../domain/payments/payment.js'
import type { PaymentErrorCode } from '../../errors.js'
import type { HospitalPayments } from '../../service.js'
import { batchReply } from './batch-reply.js'
import { csvReply } from './csv-reply.js'
import {
  csvParameters,
  filterParameters,
  type Parameter,
  referenceParameters,
  reportParameters,
} from '../request/parameters.js'
import type { Scope } from '../principal.js'
import { jsonReply, type Reply } from '../reply.js'
import { bodyBytes } from '../request/body.js'

export type Method = 'GET' | 'POST'

/** What is known of a request about payments when its route runs. */
export interface RouteRequest {
  readonly payments: HospitalPayments
  readonly actor: string | undefined
  /** Of the path, decoded; empty where the path has none. */
  readonly id: string
  readonly query: Readonly<Record<string, unknown>>
  readonly idempotencyKey: string | undefined
  readonly body: unknown
  readonly basePath: string
  readonly requestId: string
  readonly signal: AbortSignal
  readonly onError: (error: unknown) => void
}

interface RouteFacts {
  readonly method: Method
  readonly path: string
  readonly query: readonly Parameter[]
  /** By the name of its schema in the document; one that is optional may be left out, and is then `{}`. */
  readonly body: { readonly schema: string; readonly isOptional: boolean; readonly mostBytes?: number } | null
  readonly hasIdempotencyKey?: boolean
  /** Each payment in the body has a key of its own, and the header is refused. */
  readonly hasKeysInBody?: boolean
  readonly operationId: string
  readonly summary: string
  readonly answer: { readonly status: 200 | 201; readonly schema: string | 'csv' | 'openapi' }
  /** Besides those that every route has. */
  readonly errors: readonly PaymentErrorCode[]
}

interface PaymentRoute extends RouteFacts {
  readonly scope: Scope
  run(request: RouteRequest): Promise<Reply>
}

/** For any principal, because it describes the interface only; no service is chosen for it. */
interface DocumentRoute extends RouteFacts {
  readonly scope: null
  run(document: unknown): Reply
}

export type Route = PaymentRoute | DocumentRoute

const payment = (id: string) => (id === '' ? '/v1/payments' : `/v1/payments/${id}`)

const commonRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: payment(''),
    scope: 'payments:write',
    query: [],
    body: { schema: 'CreatePaymentRequest', isOptional: false },
    hasIdempotencyKey: true,
    operationId: 'createPayment',
    summary: 'Ask for money. A repeated key with the same request gives the payment of the first call, as it is now.',
    answer: { status: 201, schema: 'Payment' },
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
    body: { schema: 'CreatePaymentsRequest', isOptional: false, mostBytes: bodyBytes.batch },
    hasKeysInBody: true,
    operationId: 'createPayments',
    summary:
      'Ask for money many times at once. Each payment is answered for itself, in order, as if it had been asked for alone.',
    answer: { status: 200, schema: 'CreatedPayments' },
    errors: [],
    run: batchReply,
  },
  {
    method: 'GET',
    path: payment(''),
    scope: 'payments:read',
    query: referenceParameters,
    body: null,
    operationId: 'findByReference',
    summary: 'The payments of one reference, newest first.',
    answer: { status: 200, schema: 'PaymentPage' },
    errors: ['invalid_cursor'],
    async run({ payments, query: { reference, ...page } }) {
      return jsonReply(200, await payments.findByReference(reference as string, page))
    },
  },
  {
    method: 'GET',
    path: payment('{paymentId}'),
    scope: 'payments:read',
    query: [],
    body: null,
    operationId: 'getPayment',
    summary: 'One payment.',
    answer: { status: 200, schema: 'Payment' },
    errors: ['payment_not_found'],
    async run({ payments, id }) {
      const found = await payments.getPayment(id)
      if (found) return jsonReply(200, found)
      throw paymentNotFound(id)
    },
  },
  {
    method: 'GET',
    path: '/v1/reports/payments',
    scope: 'reports:read',
    query: reportParameters,
    body: null,
    operationId: 'reportPayments',
    summary: 'One page of payments, by calendar days, by reference, or both.',
    answer: { status: 200, schema: 'ReportPage' },
    errors: ['invalid_date_range', 'invalid_cursor'],
    async run({ payments, query }) {
      return jsonReply(200, await payments.reportPayments(query))
    },
  },
  {
    method: 'GET',
    path: '/v1/reports/payments.csv',
    scope: 'reports:read',
    query: csvParameters,
    body: null,
    operationId: 'exportCsv',
    summary: 'The whole range as a CSV file (RFC 4180), as of one instant.',
    answer: { status: 200, schema: 'csv' },
    errors: ['invalid_date_range'],
    run: ({ payments, query, signal, onError }) => csvReply({ payments, query, signal, onError }),
  },
  {
    method: 'GET',
    path: '/v1/reports/totals',
    scope: 'reports:read',
    query: filterParameters,
    body: null,
    operationId: 'totals',
    summary: 'Counts and exact sums, one a currency, channel and status.',
    answer: { status: 200, schema: 'Totals' },
    errors: ['invalid_date_range'],
    async run({ payments, query }) {
      return jsonReply(200, await payments.totals(query))
    },
  },
  {
    method: 'GET',
    path: '/v1/openapi.json',
    scope: null,
    query: [],
    body: null,
    operationId: 'openApi',
    summary: 'This document.',
    answer: { status: 200, schema: 'openapi' },
    errors: [],
    run: (document) => jsonReply(200, document),
  },
]

type TransitionName = 'confirmPayment' | 'failPayment' | 'expirePayment' | 'reversePayment'

function transitionRoute(
  name: TransitionName,
  { verb, schema, summary, errors }: { verb: string; schema: string; summary: string; errors?: Route['errors'] },
): Route {
  return {
    method: 'POST',
    path: payment(`{paymentId}/${verb}`),
    scope: 'payments:manage',
    query: [],
    body: { schema, isOptional: true },
    operationId: name,
    summary,
    answer: { status: 200, schema: 'Payment' },
    errors: ['payment_not_found', 'invalid_transition', 'concurrent_update', ...(errors ?? [])],
    async run({ payments, id, body, actor }) {
      // Its own shape is checked by the library; who acts is not for the body to say.
      const options = { ...(body as object), actor } as Parameters<HospitalPayments['failPayment']>[1]
      return jsonReply(200, await payments[name](id, options))
    },
  }
}

const transitionRoutes: readonly Route[] = [
  transitionRoute('confirmPayment', {
    verb: 'confirm',
    schema: 'ConfirmRequest',
    summary: 'The money came; also after expiry, and after failure with a providerTransactionId.',
    errors: ['unsupported_currency', 'amount_mismatch', 'duplicate_payment'],
  }),
  transitionRoute('failPayment', { verb: 'fail', schema: 'FailRequest', summary: 'The attempt failed.' }),
  transitionRoute('expirePayment', { verb: 'expire', schema: 'ExpireRequest', summary: "The payer's time is over." }),
  transitionRoute('reversePayment', {
    verb: 'reverse',
    schema: 'ReverseRequest',
    summary: 'The whole payment was undone.',
  }),
]

export function routesOf(manage: boolean): readonly Route[] {
  return manage ? [...commonRoutes, ...transitionRoutes] : commonRoutes
}
