/** The routes of statement lines: reading them, and what people do with them. */
import { lineNotFound } from '../../domain/not-found.js'
import type { RemittanceRow } from '../../domain/reconciliation/propose.js'
import type { HospitalPayments } from '../../service.js'
import { jsonReply } from '../reply.js'
import { maxRowsOverHttp } from '../../domain/limits.js'
import { bodyBytes } from '../request/body.js'
import { listInBody } from '../request/list-in-body.js'
import { linesCsvParameters, linesParameters, lineTotalsParameters } from '../request/parameters.js'
import { csvReply } from '../csv-reply.js'
import type { Scope } from '../principal.js'
import { jsonBody, type Route } from './route.js'

type Lines = HospitalPayments['lines']

const line = (rest: string) => `/v1/lines/{lineKey}${rest}`

/** Returns the items of a line. Where there are none, checks that the line exists: an unknown line has an empty list too. */
async function listOfLine<Item>(lines: Lines, key: string, items: readonly Item[]): Promise<readonly Item[]> {
  if (items.length > 0 || (await lines.get(key))) return items
  throw lineNotFound(key)
}

const readRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/lines',
    scope: 'lines:read',
    query: linesParameters,
    body: null,
    operationId: 'listLines',
    summary: 'One page of statement lines, by value date and key.',
    answers: [{ status: 200, schema: 'LinePage' }],
    errors: ['invalid_date_range', 'invalid_cursor'],
    async run({ payments, query }) {
      return jsonReply(200, await payments.lines.list(query))
    },
  },
  {
    method: 'GET',
    path: '/v1/lines.csv',
    scope: 'lines:read',
    query: linesCsvParameters,
    body: null,
    operationId: 'exportLines',
    summary: 'All of these statement lines as a CSV file (RFC 4180), as of one instant.',
    answers: [{ status: 200, schema: 'csv' }],
    errors: ['invalid_date_range'],
    run({ payments, query, signal, onError }) {
      const filter: NonNullable<Parameters<Lines['exportCsv']>[0]> = query
      const pieces = (options: { signal: AbortSignal }) => payments.lines.exportCsv(filter, options)
      return csvReply({ name: 'lines', days: filter, export: pieces, signal, onError })
    },
  },
  {
    method: 'GET',
    path: '/v1/lines/totals',
    scope: 'lines:read',
    query: lineTotalsParameters,
    body: null,
    operationId: 'totalLines',
    summary: 'The number, the money and the open money of these statement lines, by currency and direction.',
    answers: [{ status: 200, schema: 'LineTotals' }],
    errors: ['invalid_date_range'],
    async run({ payments, query }) {
      return jsonReply(200, await payments.lines.totals(query))
    },
  },
  {
    method: 'GET',
    path: line(''),
    scope: 'lines:read',
    query: [],
    body: null,
    operationId: 'getLine',
    summary: 'One statement line.',
    answers: [{ status: 200, schema: 'AccountLine' }],
    errors: ['line_not_found'],
    async run({ payments, id }) {
      const storedLine = await payments.lines.get(id)
      if (storedLine) return jsonReply(200, storedLine)
      throw lineNotFound(id)
    },
  },
  {
    method: 'GET',
    path: line('/suggestions'),
    scope: 'lines:read',
    // It shows who pays.
    alsoScope: 'payments:read',
    query: [],
    body: null,
    operationId: 'suggestPayments',
    summary:
      'At most 10 payments that the line may be for, best first, then open lines that may be the other side of a transfer.',
    answers: [{ status: 200, schema: 'Suggestions' }],
    errors: ['line_not_found'],
    async run({ payments, id }) {
      return jsonReply(200, await payments.lines.suggest(id))
    },
  },
  {
    method: 'GET',
    path: line('/history'),
    scope: 'lines:read',
    query: [],
    body: null,
    operationId: 'getLineHistory',
    summary: 'The events of one statement line, oldest first.',
    answers: [{ status: 200, schema: 'LineHistory' }],
    errors: ['line_not_found'],
    async run({ payments: { lines }, id }) {
      return jsonReply(200, await listOfLine(lines, id, await lines.history(id)))
    },
  },
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
  {
    method: 'GET',
    path: line('/notes'),
    scope: 'lines:read',
    query: [],
    body: null,
    operationId: 'listNotes',
    summary: 'The notes beside one statement line, oldest first.',
    answers: [{ status: 200, schema: 'Notes' }],
    errors: ['line_not_found'],
    async run({ payments: { lines }, id }) {
      return jsonReply(200, await listOfLine(lines, id, await lines.notes(id)))
    },
  },
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
