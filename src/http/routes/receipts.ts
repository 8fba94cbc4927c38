/** The routes of receipts. */
import { noReceiptOf, paymentNotFound } from '../../domain/not-found.js'
import type { HospitalPayments } from '../../service.js'
import { csvReply } from '../csv-reply.js'
import { jsonReply } from '../reply.js'
import { receiptsCsvParameters, receiptsParameters } from '../request/parameters.js'
import type { Route } from './route.js'

type Receipts = HospitalPayments['receipts']

const ofPayment = '/v1/payments/{paymentId}/receipt'

/** Reads a number of a path; one that is not of digits alone is no number. */
function numberOf(text: string | undefined): number {
  return /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN
}

export const receiptRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: ofPayment,
    scope: 'payments:read',
    query: [],
    body: null,
    operationId: 'getReceipt',
    summary: 'The newest receipt of a payment.',
    answers: [{ status: 200, schema: 'Receipt' }],
    errors: ['payment_not_found', 'receipt_not_found'],
    async run({ payments, id }) {
      const receipt = await payments.receipts.get(id)
      if (receipt) return jsonReply(200, receipt)
      throw (await payments.getPayment(id)) ? noReceiptOf(id) : paymentNotFound(id)
    },
  },
  {
    method: 'POST',
    path: ofPayment,
    scope: 'receipts:issue',
    orScope: 'cash:take',
    query: [],
    body: null,
    operationId: 'issueReceipt',
    summary: 'Issue the receipt of the money that has none yet; where nothing is left, the last receipt is answered.',
    answers: [{ status: 200, schema: 'Receipt' }],
    errors: ['payment_not_found', 'invalid_transition', 'concurrent_update', 'outcome_unknown'],
    async run({ payments, id, actor }) {
      return jsonReply(200, await payments.receipts.issue(id, { actor }))
    },
  },
  {
    method: 'POST',
    path: '/v1/receipts/{year}/{number}/print',
    scope: 'receipts:issue',
    orScope: 'cash:take',
    query: [],
    body: null,
    operationId: 'printReceipt',
    summary: 'Count a print of a receipt. The first print is the original, each later one a copy.',
    answers: [{ status: 200, schema: 'PrintedReceipt' }],
    errors: ['receipt_not_found', 'concurrent_update', 'outcome_unknown'],
    async run({ payments, ids: [year, number], actor }) {
      return jsonReply(200, await payments.receipts.print(numberOf(number), numberOf(year), { actor }))
    },
  },
  {
    method: 'GET',
    path: '/v1/receipts',
    scope: 'reports:read',
    query: receiptsParameters,
    body: null,
    operationId: 'listReceipts',
    summary: 'One page of receipts by year and number, or by time of issue where days are given.',
    answers: [{ status: 200, schema: 'ReceiptPage' }],
    errors: ['invalid_date_range', 'invalid_cursor'],
    async run({ payments, query }) {
      return jsonReply(200, await payments.receipts.list(query))
    },
  },
  {
    method: 'GET',
    path: '/v1/receipts.csv',
    scope: 'reports:read',
    query: receiptsCsvParameters,
    body: null,
    operationId: 'exportReceipts',
    summary: 'All of these receipts as a CSV file (RFC 4180).',
    answers: [{ status: 200, schema: 'csv' }],
    errors: ['invalid_date_range'],
    run({ payments, query, signal, onError }) {
      const filter: NonNullable<Parameters<Receipts['exportCsv']>[0]> = query
      const pieces = (options: { signal: AbortSignal }) => payments.receipts.exportCsv(filter, options)
      return csvReply({ name: 'receipts', days: filter, export: pieces, signal, onError })
    },
  },
]
