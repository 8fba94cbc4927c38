/** The routes of the reports of finance. */
import type { HospitalPayments } from '../../service.js'
import { csvParameters, filterParameters, reportParameters } from '../request/parameters.js'
import { csvRoute, readRoute } from './reads.js'
import type { Route } from './route.js'

type ReportQuery = NonNullable<Parameters<HospitalPayments['totals']>[0]>
type ExportQuery = NonNullable<Parameters<HospitalPayments['exportCsv']>[0]>

export const reportRoutes: readonly Route[] = [
  readRoute({
    path: '/v1/reports/payments',
    scope: 'reports:read',
    query: reportParameters,
    operationId: 'reportPayments',
    summary: 'One page of payments, by calendar days, by reference, or both.',
    answer: 'ReportPage',
    errors: ['invalid_date_range', 'invalid_cursor'],
    read: ({ payments, query }) => payments.reportPayments(query as ReportQuery),
  }),
  csvRoute({
    path: '/v1/reports/payments.csv',
    scope: 'reports:read',
    query: csvParameters,
    operationId: 'exportCsv',
    summary: 'The whole range as a CSV file (RFC 4180), as of one instant.',
    name: 'payments',
    pieces: (payments, query, options) => payments.exportCsv(query as ExportQuery, options),
  }),
  readRoute({
    path: '/v1/reports/totals',
    scope: 'reports:read',
    query: filterParameters,
    operationId: 'totals',
    summary: 'Counts and exact sums, one a currency, channel and status.',
    answer: 'Totals',
    errors: ['invalid_date_range'],
    read: ({ payments, query }) => payments.totals(query as ReportQuery),
  }),
]
