/** The routes of the books: the journal, sums by person, and the audit. */
import type { HospitalPayments } from '../../service.js'
import { auditCsvParameters, auditParameters, daysParameters, journalParameters } from '../request/parameters.js'
import { csvRoute, readRoute } from './reads.js'
import type { Route } from './route.js'

type Reports = HospitalPayments['reports']
type Journal = Parameters<Reports['journal']>
type Audit = Parameters<Reports['exportAudit']>

/** Splits the parameters of a file into what it contains and how it is written. */
function contentAndForm<Content, Form>(query: object, signal: AbortSignal): [Content, Form & { signal: AbortSignal }] {
  const { mode, bom, ...content } = query as { mode?: unknown; bom?: unknown }
  const form = { ...(mode !== undefined && { mode }), ...(bom !== undefined && { bom }), signal }
  return [content as Content, form as Form & { signal: AbortSignal }]
}

export const bookRoutes: readonly Route[] = [
  csvRoute({
    path: '/v1/reports/journal.csv',
    scope: 'reports:read',
    query: journalParameters,
    operationId: 'exportJournal',
    summary:
      'Every movement of money that was recorded on these days, as balanced pairs of rows, as a CSV file (RFC 4180) as of one instant. Without the scope lines:read, memo is empty.',
    name: 'journal',
    pieces(payments, query, { signal }, scopes) {
      const [content, form] = contentAndForm<Journal[0], NonNullable<Journal[1]>>(query, signal)
      return payments.reports.journal(content, { ...form, memo: scopes.includes('lines:read') })
    },
  }),
  readRoute({
    path: '/v1/reports/actors',
    scope: 'reports:read',
    query: daysParameters,
    operationId: 'sumsByActor',
    summary: 'Counts and exact sums of what each person created, confirmed, took, gave back and waived on these days.',
    answer: 'ActorSums',
    errors: ['invalid_date_range'],
    read: ({ payments, query }) => payments.reports.byActor(query as unknown as Parameters<Reports['byActor']>[0]),
  }),
  readRoute({
    path: '/v1/reports/audit',
    scope: 'reports:read',
    query: auditParameters,
    operationId: 'audit',
    summary: 'One page of the events of every kind by the time of the action, newest first.',
    answer: 'AuditPage',
    errors: ['invalid_date_range', 'invalid_cursor'],
    read: ({ payments, query }) => payments.reports.audit(query as unknown as Parameters<Reports['audit']>[0]),
  }),
  csvRoute({
    path: '/v1/reports/audit.csv',
    scope: 'reports:read',
    query: auditCsvParameters,
    operationId: 'exportAudit',
    summary: 'All of these events as a CSV file (RFC 4180), newest first.',
    name: 'audit',
    pieces(payments, query, { signal }) {
      const [content, form] = contentAndForm<Audit[0], NonNullable<Audit[1]>>(query, signal)
      return payments.reports.exportAudit(content, form)
    },
  }),
]
