/** The routes of the reports of finance. */
import type { HospitalPayments } from '../../service.js'
import { jsonReply } from '../reply.js'
import { csvParameters, filterParameters, reportParameters } from '../request/parameters.js'
import { csvReply } from '../csv-reply.js'
import type { Route } from './route.js'

type ReportQuery = NonNullable<Parameters<HospitalPayments['totals']>[0]>
type ExportQuery = NonNullable<Parameters<HospitalPayments['exportCsv']>[0]>

export const reportRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/reports/payments',
    scope: 'reports:read',
    query: reportParameters,
    body: null,
    operationId: 'reportPayments',
    summary: 'One page of payments, by calendar days, by reference, or both.',
    answers: [{ status: 200, schema: 'ReportPage' }],
    errors: ['invalid_date_range', 'invalid_cursor'],
    async run({ payments, query }) {
      return jsonReply(200, await payments.reportPayments(query as ReportQuery))
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
    answers: [{ status: 200, schema: 'csv' }],
    errors: ['invalid_date_range'],
    run({ payments, query, signal, onError }) {
      const days = query as ExportQuery
      return csvReply({
        name: 'payments',
        days,
        export: (options) => payments.exportCsv(days, options),
        signal,
        onError,
      })
    },
  },
  {
    method: 'GET',
    path: '/v1/reports/totals',
    scope: 'reports:read',
    query: filterParameters,
    body: null,
    operationId: 'totals',
    summary: 'Counts and exact sums, one a currency, channel and status.',
    answers: [{ status: 200, schema: 'Totals' }],
    errors: ['invalid_date_range'],
    async run({ payments, query }) {
      return jsonReply(200, await payments.totals(query as ReportQuery))
    },
  },
]
