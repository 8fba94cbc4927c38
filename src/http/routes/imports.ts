/** The routes of statement files. */
import { importNotFound } from '../../domain/not-found.js'
import { invalidRequest, type IssueList } from '../../domain/issue.js'
import type { HospitalPayments } from '../../service.js'
import { plainFormats, readChoice, type StatementChoice } from '../../statements/choice.js'
import type { ReadStatementOptions } from '../../statements/index.js'
import { readerOf } from '../../statements/statement-file.js'
import { previewOf } from '../import-preview.js'
import { jsonReply } from '../reply.js'
import { bodyBytes } from '../request/body.js'
import { importParameters, importsParameters } from '../request/parameters.js'
import { findRoute, readRoute } from './reads.js'
import type { Route, RouteRequest } from './route.js'

type ImportOptions = Parameters<HospitalPayments['statements']['import']>[1]

interface ImportQuery extends Pick<ImportOptions, 'account' | 'channels' | 'fileName'>, StatementChoice {
  readonly from?: string
  readonly to?: string
  readonly dryRun?: boolean
}

function checkImportQuery(query: Readonly<Record<string, unknown>>, issues: IssueList): void {
  const { format, layout, sheet, from, to } = query as Partial<ImportQuery>
  if (format !== undefined && plainFormats.has(format) && layout !== undefined)
    issues.add(['layout'], 'is for format=csv and format=xlsx only')
  if (format !== undefined && format !== 'xlsx' && sheet !== undefined) issues.add(['sheet'], 'is for format=xlsx only')
  if (from !== undefined && to === undefined) issues.add(['to'], 'is required with from')
  if (to !== undefined && from === undefined) issues.add(['from'], 'is required with to')
}

/** The types of statement files: none that a form, or a script of another site without the consent of this server, can send. */
const statementTypes = [
  'text/csv',
  'application/xml',
  'text/xml',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/x-ofx',
  'application/octet-stream',
]

/** Returns how to read the file; a CSV file is read by the layouts of its principal. */
async function readingOf(layouts: RouteRequest['layouts'], choice: StatementChoice): Promise<ReadStatementOptions> {
  const reading = await readChoice(choice, layouts)
  if (!('refused' in reading)) return reading
  throw invalidRequest([{ path: reading.refused, message: `must be one of ${reading.known.join(', ')}` }])
}

export const importRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/imports',
    scope: 'lines:write',
    query: importParameters,
    checkQuery: checkImportQuery,
    body: {
      kind: 'file',
      description: 'A statement file, or an archive (.zip) of some.',
      types: statementTypes,
      maxBytes: bodyBytes.file,
    },
    operationId: 'importStatement',
    summary:
      'Import a statement file: money that it proves is recorded, and every line is stored. The same file again goes on where ' +
      'an import was cut off, and no line counts twice.',
    answers: [
      { status: 201, schema: 'StatementImport' },
      { status: 200, schema: 'StatementPreview', description: 'With `dryRun=true`: what the import would do.' },
    ],
    errors: ['invalid_date_range', 'concurrent_update'],
    async run({ payments, query, file, actor, basePath, signal, layouts }) {
      const { format, layout, sheet, from, to, dryRun, ...same } = query as unknown as ImportQuery
      const records = readerOf(file, await readingOf(layouts, { format, layout, sheet }))
      const period = from === undefined || to === undefined ? undefined : { from, to }
      const options = { ...same, period, actor, signal }
      if (dryRun) return jsonReply(200, await previewOf(payments, records, options))
      const statementImport = await payments.statements.import(records, options)
      return jsonReply(201, statementImport, { location: `${basePath}/v1/imports/${statementImport.id}` })
    },
  },
  readRoute({
    path: '/v1/imports',
    scope: 'lines:read',
    query: importsParameters,
    operationId: 'listImports',
    summary: 'Imports of statement files, newest first.',
    answer: 'ImportPage',
    errors: ['invalid_cursor'],
    read: ({ payments, query }) => payments.statements.list(query),
  }),
  findRoute({
    path: '/v1/imports/{importId}',
    scope: 'lines:read',
    operationId: 'getImport',
    summary: 'One import of a statement file.',
    answer: 'StatementImport',
    errors: ['import_not_found'],
    find: (payments, id) => payments.statements.get(id),
    notFound: importNotFound,
  }),
]
