/** The routes of statement lines: reading them, and what people do with them. */
import { lineNotFound } from '../../domain/not-found.js'
import type { RemittanceRow } from '../../domain/reconciliation/propose.js'
import type { HospitalPayments } from '../../service.js'
import { jsonReply } from '../reply.js'
import { maxRowsOverHttp } from '../../domain/limits.js'
import { bodyBytes } from '../request/body.js'
import { listInBody } from '../request/list-in-body.js'
import { linesCsvParameters, linesParameters, lineTotalsParameters } from '../request/parameters.js'
import type { Scope } from '../principal.js'
import { csvRoute, findRoute, readRoute } from './reads.js'
import { jsonBody, type Route } from './route.js'

type Lines = HospitalPayments['lines']

const line = (rest: string) => `/v1/lines/{lineKey}${rest}`

/** Returns the items of a line. Where there are none, checks that the line exists: an unknown line has an empty list too. */
async function listOfLine<Item>(lines: Lines, key: string, items: readonly Item[]): Promise<readonly Item[]> {
  if (items.length > 0 || (await lines.get(key))) return items
  throw lineNotFound(key)
}

const readRoutes: readonly Route[] = [
  readRoute({
    path: '/v1/lines',
    scope: 'lines:read',
    query: linesParameters,
    operationId: 'listLines',
    summary: 'One page of statement lines, by value date and key.',
    answer: 'LinePage',
    errors: ['invalid_date_range', 'invalid_cursor'],
    read: ({ payments, query }) => payments.lines.list(query),
  }),
  csvRoute({
    path: '/v1/lines.csv',
    scope: 'lines:read',
    query: linesCsvParameters,
    operationId: 'exportLines',
    summary: 'All of these statement lines as a CSV file (RFC 4180), as of one instant.',
    name: 'lines',
    pieces: (payments, query, options) => payments.lines.exportCsv(query, options),
  }),
  readRoute({
    path: '/v1/lines/totals',
    scope: 'lines:read',
    query: lineTotalsParameters,
    operationId: 'totalLines',
    summary: 'The number, the money and the open money of these statement lines, by currency and direction.',
    answer: 'LineTotals',
    errors: ['invalid_date_range'],
    read: ({ payments, query }) => payments.lines.totals(query),
  }),
  findRoute({
    path: line(''),
    scope: 'lines:read',
    operationId: 'getLine',
    summary: 'One statement line.',
    answer: 'AccountLine',
    errors: ['line_not_found'],
    find: (payments, id) => payments.lines.get(id),
    notFound: lineNotFound,
  }),
  readRoute({
    path: line('/suggestions'),
    scope: 'lines:read',
    // It shows who pays.
    alsoScope: 'payments:read',
    operationId: 'suggestPayments',
    summary:
      'At most 10 payments that the line may be for, best first, then open lines that may be the other side of a transfer.',
    answer: 'Suggestions',
    errors: ['line_not_found'],
    read: ({ payments, id }) => payments.lines.suggest(id),
  }),
  readRoute({
    path: line('/history'),
    scope: 'lines:read',
    operationId: 'getLineHistory',
    summary: 'The events of one statement line, oldest first.',
    answer: 'LineHistory',
    errors: ['line_not_found'],
    read: async ({ payments: { lines }, id }) => listOfLine(lines, id, await lines.history(id)),
  }),
  {
    method: 'POST',
    path: line('/propose'),
    scope: 'lines:read',
    query: [],
    body: jsonBody('ProposeRequest', { maxBytes: bodyBytes.batch }),
    operationId: 'proposeAllocations',
    summary: 'Propose the allocations of the line by the rows of a remittance; nothing is written.',
    answers: [{ status: 200, schema: 'RemittanceProposal' }],
    errors: ['line_not_found'],
    async run({ payments, id, body }) {
      const rows = listInBody(body, 'rows', maxRowsOverHttp) as readonly RemittanceRow[]
      return jsonReply(200, await payments.lines.propose(id, rows))
    },
  },
  readRoute({
    path: line('/notes'),
    scope: 'lines:read',
    operationId: 'listNotes',
    summary: 'The notes beside one statement line, oldest first.',
    answer: 'Notes',
    errors: ['line_not_found'],
    read: async ({ payments: { lines }, id }) => listOfLine(lines, id, await lines.notes(id)),
  }),
]

interface ChangeFacts {
  readonly schema: string
  readonly summary: string
  readonly scope?: Scope
  readonly maxBytes?: number
  readonly path?: string
  readonly operationId?: string
  readonly errors?: Route['errors']
}

function changeRoute(
  verb: 'allocate' | 'acceptSuggestion' | 'unallocate' | 'hold' | 'release' | 'markDuplicate' | 'assign' | 'setPayer',
  {
    schema,
    summary,
    scope = 'lines:write',
    maxBytes,
    path = verb,
    operationId = `${verb}Line`,
    errors = [],
  }: ChangeFacts,
): Route {
  return {
    method: 'POST',
    path: line(`/${path}`),
    scope,
    query: [],
    body: jsonBody(schema, { isOptions: true, ...(maxBytes !== undefined && { maxBytes }) }),
    operationId,
    summary,
    answers: [{ status: 200, schema: 'AccountLine' }],
    errors: ['line_not_found', 'line_changed', 'concurrent_update', ...errors],
    async run({ payments, id, body, actor }) {
      const change = payments.lines[verb] as (key: string, options: object) => Promise<unknown>
      return jsonReply(200, await change(id, { ...(body as object), actor }))
    },
  }
}

const changeRoutes: readonly Route[] = [
  changeRoute('allocate', {
    schema: 'AllocateRequest',
    summary: 'Allocate money of the line, beside what is allocated already.',
    maxBytes: bodyBytes.batch,
    errors: ['allocation_exceeds', 'invalid_transition', 'day_closed'],
  }),
  changeRoute('acceptSuggestion', {
    schema: 'AcceptRequest',
    summary: 'Allocate all open money of the line to one payment.',
    path: 'accept',
    operationId: 'acceptSuggestion',
    errors: ['allocation_exceeds', 'invalid_transition', 'day_closed'],
  }),
  changeRoute('unallocate', {
    schema: 'UnallocateRequest',
    summary: 'Undo allocations of the line, all where none is named, and hold it.',
    errors: ['payment_not_found', 'invalid_transition', 'refund_exceeds', 'day_closed'],
  }),
  changeRoute('hold', { schema: 'MarkRequest', summary: 'Hold the line: no import changes it until it is released.' }),
  changeRoute('release', {
    schema: 'MarkRequest',
    summary: 'Release the line: imports decide it again, and a possible duplicate is decided at once.',
  }),
  changeRoute('markDuplicate', {
    schema: 'MarkDuplicateRequest',
    summary: 'Mark the line as a possible duplicate: it is held, and does not count until it is released.',
    path: 'mark-duplicate',
    operationId: 'markDuplicateLine',
    errors: ['day_closed'],
  }),
  changeRoute('assign', { schema: 'AssignRequest', summary: 'Assign the line to a person, or to no one.' }),
  changeRoute('setPayer', {
    schema: 'SetPayerRequest',
    summary: 'Name the payer whose money the line is, or no one.',
    scope: 'payers:write',
    path: 'payer',
    operationId: 'setPayerOfLine',
  }),
  {
    method: 'POST',
    path: line('/notes'),
    scope: 'lines:write',
    query: [],
    body: jsonBody('NoteRequest', { isOptions: true }),
    operationId: 'addNote',
    summary: 'Add a text beside the line.',
    answers: [{ status: 201, schema: 'Note' }],
    errors: ['line_not_found'],
    async run({ payments, id, body, actor, basePath }) {
      const options = { ...(body as { text: string }), actor }
      const location = `${basePath}${line('/notes').replace('{lineKey}', encodeURIComponent(id))}`
      return jsonReply(201, await payments.lines.note(id, options), { location })
    },
  },
]

export const lineRoutes: readonly Route[] = [...readRoutes, ...changeRoutes]
