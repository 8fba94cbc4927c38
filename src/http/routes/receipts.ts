/** The routes of receipts. */
import { noReceiptOf, paymentNotFound } from '../../domain/not-found.js'
import { jsonReply } from '../reply.js'
import { receiptsCsvParameters, receiptsParameters } from '../request/parameters.js'
import { csvRoute, readRoute } from './reads.js'
import type { Route } from './route.js'

const ofPayment = '/v1/payments/{paymentId}/receipt'

/** Reads a number of a path; one that is not of digits alone is no number. */
function numberOf(text: string | undefined): number {
  return /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN
}

export const receiptRoutes: readonly Route[] = [
  readRoute({
    path: ofPayment,
    scope: 'payments:read',
    operationId: 'getReceipt',
    summary: 'The newest receipt of a payment.',
    answer: 'Receipt',
    errors: ['payment_not_found', 'receipt_not_found'],
    async read({ payments, id }) {
      const receipt = await payments.receipts.get(id)
      if (receipt) return receipt
      throw (await payments.getPayment(id)) ? noReceiptOf(id) : paymentNotFound(id)
    },
  }),
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
  readRoute({
    path: '/v1/receipts',
    scope: 'reports:read',
    query: receiptsParameters,
    operationId: 'listReceipts',
    summary: 'One page of receipts by year and number, or by time of issue where days are given.',
    answer: 'ReceiptPage',
    errors: ['invalid_date_range', 'invalid_cursor'],
    read: ({ payments, query }) => payments.receipts.list(query),
  }),
  csvRoute({
    path: '/v1/receipts.csv',
    scope: 'reports:read',
    query: receiptsCsvParameters,
    operationId: 'exportReceipts',
    summary: 'All of these receipts as a CSV file (RFC 4180).',
    name: 'receipts',
    pieces: (payments, query, options) => payments.receipts.exportCsv(query, options),
  }),
]
