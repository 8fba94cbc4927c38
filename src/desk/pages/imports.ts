/** Statement files: previewed in the words of the import, imported, and shown afterwards. */
import { importNotFound } from '../../domain/not-found.js'
import type { StatementImport } from '../../domain/reconciliation/statement-import.js'
import { isPaymentError } from '../../errors.js'
import { previewOf } from '../../http/import-preview.js'
import { knownLayouts } from '../../http/known-layouts.js'
import type { Reply } from '../../http/reply.js'
import { type Layouts, plainFormats } from '../../statements/choice.js'
import { firstRowsOf } from '../../statements/columns/first-rows.js'
import type { StatementReader } from '../../statements/index.js'
import { formatOfUnknown } from '../../statements/read-statement.js'
import { readerOf } from '../../statements/statement-file.js'
import { choice, dayField, field, hiddenField, withDays } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { importBody, importOptions, previewSection } from '../parts/import-body.js'
import { pageReply, seeOther } from '../parts/page.js'
import { problem } from '../parts/problem.js'
import { listPage, type ListPage, listRoutes } from '../parts/list-page.js'
import { type Progress, type Outcome, pageWhile } from '../parts/progress.js'
import { amounts, type Column, column, facts } from '../parts/tables.js'
import { linePages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import { readAhead } from '../request/read-ahead.js'
import { readingOf, readUpload, type UploadProblem } from '../request/statement-upload.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type ImportsQuery = NonNullable<Parameters<View['payments']['statements']['list']>[0]>
function uploadForm(view: View, layouts: Layouts, form: Form): Html | null {
  if (!view.may('lines:write')) return null
  const formats = [
    ['', view.t('import.findLayout')],
    ...plainFormats,
    ...[...layouts.keys()].map((name) => [name, `CSV: ${name}`] as const),
  ] as const
  const more = ['from', 'to', 'channels', 'sheet'].some((name) => form.get(name) !== '')
  // The fields stand before the file, so that all of them are known when it begins to come.
  return markup`<section aria-labelledby="new"><h2 id="new">${view.t('import.new')}</h2>
<form method="post" action="${view.url('/imports/preview')}" enctype="multipart/form-data" class="card" data-busy="${view.t('import.busy')}">
${hiddenField('progress', 1)}
<div class="grid">${field(view.t('line.account'), 'account', form.get('account'), markup` required maxlength="255" list="accounts" aria-describedby="account-hint"`)}
${choice(view.t('import.layout'), 'layout', formats, form.get('layout'))}</div>
<p class="muted" id="account-hint">${view.t('import.accountHint')}</p>
<details${more && markup` open`}><summary>${view.t('import.expected')}</summary><p class="muted">${view.t('import.expectedHint')}</p><div class="grid">
${dayField(view, 'filter.from', 'from', form.get('from'))}${dayField(view, 'filter.to', 'to', form.get('to'))}${field(view.t('import.channels'), 'channels', form.get('channels'))}${field(view.t('import.sheet'), 'sheet', form.get('sheet'))}</div></details>
<label class="field"><span>${view.t('import.file')}</span><input type="file" name="file" required></label>
<div class="actions"><button class="main">${view.t('import.preview')}</button> <button formaction="${view.url('/imports')}">${view.t('import.apply')}</button></div>
</form></section>`
}

function importColumns(view: View): Column<StatementImport>[] {
  return [
    column(
      view.t('history.when'),
      ({ id, createdAt }) =>
        markup`<a class="open" href="${view.url(`/imports/${id}`)}">${view.instant(createdAt)}</a>`,
    ),
    column(
      view.t('line.account'),
      ({ account, fileName }) =>
        markup`<bdi>${account}</bdi>${fileName !== null && markup`<span class="more">${bdi(fileName)}</span>`}`,
    ),
    column(
      view.t('imports.days'),
      ({ from, to }) => from !== null && to !== null && markup`${view.day(from)} – ${view.day(to)}`,
    ),
    amounts(view.t('import.lineCount'), ({ lines }) =>
      lines.reduce((all, { outcome, count }) => all + (outcome === 'rejected_line' ? 0 : count), 0),
    ),
    column(view.t('history.who'), ({ actor }) => actor !== null && bdi(actor)),
    column(
      view.t('imports.remarks'),
      ({ completedAt, warnings, rejectedCount }) =>
        markup`${completedAt === null && markup`<span class="mark stop">${view.t('import.cutOff')}</span> `}${warnings.length > 0 && markup`<span class="mark wait">${view.t('today.warnings', { count: warnings.length })}</span> `}${rejectedCount > 0 && markup`<span class="mark wait">${view.t('import.rejectedMark', { count: rejectedCount })}</span>`}`,
    ),
  ]
}

interface Filled {
  /** The fields of the form, as they were typed. */
  readonly form?: Form
  readonly preview?: Content
}

/** Writes the accounts that the field of the form offers. */
function accountOptions(imports: readonly StatementImport[]): Html {
  const accounts = new Set(imports.map(({ account }) => account))
  return markup`<datalist id="accounts">${[...accounts].map((account) => markup`<option value="${account}"></option>`)}</datalist>`
}

const importList = ({ form = new Form(), preview }: Filled = {}): ListPage<StatementImport, ImportsQuery> => ({
  path: '/imports',
  section: 'imports',
  scopes: linePages,
  title: 'imports.title',
  heading: 'imports.done',
  filters: [],
  more: ['account'],
  limit: 20,
  empty: 'imports.empty',
  top: async ({ view, layouts }) => [
    markup`<div id="preview">${preview}</div>`,
    uploadForm(view, view.may('lines:write') ? await knownLayouts(view.payments, layouts) : layouts, form),
  ],
  async read({ view }, query) {
    const page = await view.payments.statements.list(query)
    return { ...page, after: accountOptions(page.items) }
  },
  columns: ({ view }) => importColumns(view),
})

async function importPage({ view, id }: DeskRequest): Promise<Reply> {
  const statementImport = await view.payments.statements.get(id)
  if (!statementImport) throw importNotFound(id)
  const { account, fileName, actor, createdAt, completedAt, from, to } = statementImport
  return pageReply(view, {
    title: `${view.word('import.title')} ${account}${from !== null && to !== null ? `, ${from} – ${to}` : ''}`,
    heading: markup`${view.t('import.title')} ${bdi(account)}`,
    section: 'imports',
    alert: completedAt === null && view.t('import.cutOffHint'),
    body: [
      facts([
        [view.t('import.fileName'), fileName !== null && bdi(fileName)],
        [view.t('history.when'), view.instant(createdAt)],
        [view.t('import.completedAt'), completedAt !== null && view.instant(completedAt)],
        [view.t('history.who'), actor !== null && bdi(actor)],
        [view.t('imports.days'), from !== null && to !== null && markup`${view.day(from)} – ${view.day(to)}`],
      ]),
      markup`<p class="actions">
        <a href="${view.url('/lines', { importId: id, status: 'open' })}">${view.t('import.toLines')}</a>
      </p>`,
      importBody(view, statementImport),
    ],
  })
}

/** The most bytes of a file that wait in memory. */
const maxAhead = 8 * 1024 * 1024

/** Yields a body as it is read, and counts its bytes. */
async function* countBytes(pieces: AsyncIterable<Uint8Array>, progress: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    progress.bytes += piece.length
    yield piece
  }
}

/** A file of a form, or one that is kept. */
interface File {
  readonly form: Form
  readonly fileName: string
  readonly pieces: AsyncIterable<Uint8Array>
  /** The size of what is read, where it is known. */
  readonly size: number | null
  /** The id under which it is kept; `null` where it is not. */
  readonly keptId: string | null
}

/** Opens a file; `progress` counts the bytes that are read of it, and `report` shows how far it came before it is read. */
type Open = (
  progress: { bytes: number },
  report: (howFar: Progress) => void,
) => Promise<File | { readonly problem: UploadProblem; readonly form: Form }>

const feed = 0x0a
/** The rows after which the page shows how far a file has come. */
const rowsOfProgress = 1000

/** Yields a file that is kept, and reports its lines; those of an archive or a spreadsheet are none. */
async function* reported(file: AsyncIterable<Uint8Array>, report: (rows: number) => void): AsyncGenerator<Uint8Array> {
  let [lines, isText, isFirst] = [0, true, true]
  for await (const piece of file) {
    if (isFirst) isText = !(piece[0] === 0x50 && piece[1] === 0x4b)
    isFirst = false
    yield piece
    for (let at = piece.indexOf(feed); isText && at >= 0; at = piece.indexOf(feed, at + 1))
      if (++lines % rowsOfProgress === 0) report(lines)
  }
}

/** Opens the file that a form brings. */
function fileOfForm({ view, contentType, contentLength, upload }: DeskRequest, { isKept }: { isKept: boolean }): Open {
  return async (progress, report) => {
    const sent = await readUpload(contentType, countBytes(readAhead(upload, maxAhead), progress))
    const form = withDays(view, new Form(sent.fields))
    if ('problem' in sent) return { problem: sent.problem, form }
    const { fields, fileName, file } = sent
    const comes = reported(file, (rows) => {
      if (form.get('progress') === '' || contentLength === null) return
      report({ rows, percent: Math.min(49, Math.floor((progress.bytes / contentLength) * 50)) })
    })
    const toKeep = { fileName, fields: Object.fromEntries(fields), file: comes }
    const kept = isKept ? await view.keepUpload(toKeep) : null
    if (!kept) return { form, fileName, pieces: file, size: contentLength, keptId: null }
    progress.bytes = 0
    return { form, fileName, pieces: countBytes(view.readUpload(kept), progress), size: kept.bytes, keptId: kept.id }
  }
}

/** Opens a file that was kept for its person. */
function keptFile({ view, id, form }: DeskRequest): Open {
  return async (progress) => {
    const kept = await view.upload(id)
    if (!kept) return { problem: 'gone', form }
    const { fileName, bytes: size } = kept
    return { form, fileName, pieces: countBytes(view.readUpload(kept), progress), size, keptId: id }
  }
}

type Options = ReturnType<typeof importOptions> & {
  readonly signal: AbortSignal
  readonly onProgress: (progress: { readonly lines: number }) => void
}

interface ReadFile extends File {
  readonly reader: StatementReader
}

type Use = (file: ReadFile, options: Options) => Promise<Outcome>

/** @param stopped the text for a file that was not read to its end */
function receive(request: DeskRequest, open: Open, use: Use, stopped: Html): Promise<Reply> {
  const { view, signal, onError } = request
  return pageWhile({
    ...{ view, signal, onError },
    page: { title: view.word('imports.title'), section: 'imports' },
    hint: view.t('import.staysHere'),
    problem: (failure) => [problem(view, failure), ' ', stopped],
    run: (report, ending) => receiveFile(request, { open, use, stopped, report, signal: ending }),
  })
}

interface Receipt {
  readonly open: Open
  readonly use: Use
  readonly stopped: Html
  report(howFar: Progress): void
  readonly signal: AbortSignal
}

async function receiveFile(request: DeskRequest, { open, use, stopped, report, signal }: Receipt): Promise<Outcome> {
  const { view, layouts } = request
  const progress = { bytes: 0 }
  let form = new Form()
  let keptId: string | null = null
  const again = (status: number, alert: Content) => listPage(importList({ form }), request, { status, alert })
  try {
    let reportedRows = 0
    const file = await open(progress, (howFar) => {
      reportedRows = howFar.rows
      report(howFar)
    })
    form = file.form
    if ('problem' in file) return again(file.problem === 'gone' ? 404 : 400, view.t(`upload.${file.problem}`))
    keptId = file.keptId
    const [from, to] = [form.get('from'), form.get('to')]
    if ((from === '') !== (to === '')) return again(400, view.t('upload.halfPeriod'))
    const reading = await readingOf(form, () => knownLayouts(view.payments, layouts))
    if (reading === null) return again(400, view.t('upload.unknownLayout'))
    const { size } = file
    const onProgress = ({ lines }: { readonly lines: number }) => {
      // Without the field, the answer is the redirect that every accepted post is. Of a file that no browser sends, it is not known
      // whether it is too large: its answer may be 413 still.
      if (form.get('progress') === '' || size === null || lines <= reportedRows) return
      // Bytes are read ahead of the settled lines: the whole is only reached at the end.
      report({ rows: lines, percent: Math.min(99, Math.floor((progress.bytes / size) * 100)) })
    }
    const reader = readerOf(file.pieces, reading)
    return await use({ ...file, reader }, { ...importOptions(view, form, file.fileName), signal, onProgress })
  } catch (error) {
    if (!isPaymentError(error) || error.httpStatus >= 500) throw error
    const unknown = formatOfUnknown(error)
    if (unknown !== null) {
      if (keptId === null || !(await hasRows(view, keptId)))
        return again(400, unknown === 'xlsx' ? problem(view, error) : view.t('upload.unknownLayout'))
      const location = view.url(`/imports/uploads/${keptId}/columns`)
      return { location, scopes: linePages, done: { key: 'done.fileKept' } }
    }
    const lead = isPaymentError(error, 'invalid_request') ? stopped : undefined
    return again(error.httpStatus, problem(view, error, lead))
  }
}

/** Checks that a person can say what the columns of a kept file are. */
async function hasRows(view: View, id: string): Promise<boolean> {
  const kept = await view.upload(id)
  return kept !== null && (await firstRowsOf(view.readUpload(kept), kept.fields['sheet'] || undefined)) !== null
}

/** Writes what can be done with a kept file: import it, say what its columns are, or forget it. */
function keptForm(view: View, { keptId, form, reader }: ReadFile): Html | null {
  if (keptId === null) return null
  const url = view.url(`/imports/uploads/${keptId}`)
  const names = ['account', 'layout', 'from', 'to', 'channels', 'sheet']
  const isTable = (reader.files ?? []).length < 2 && (reader.format === 'csv' || reader.format === 'xlsx')
  return markup`<form method="post" action="${url}" data-busy="${view.t('import.busy')}">
    ${hiddenField('progress', 1)}${names.map((name) => hiddenField(name, form.get(name)))}
    <p class="muted">${view.t('import.keptHint')}</p>
    <div class="actions">
      <button class="main">${view.t('import.applyKept')}</button>
      ${isTable && markup`<a href="${url}/columns">${view.t('columns.other')}</a>`}
      <button formaction="${url}/forget">${view.t('import.forget')}</button>
    </div>
  </form>`
}

function preview(request: DeskRequest, open: Open): Promise<Reply> {
  const { view } = request
  const use: Use = async (file, options) => {
    const statementPreview = await previewOf(view.payments, file.reader, options)
    const preview = previewSection(view, statementPreview, { ...file, next: keptForm(view, file) })
    return listPage(importList({ form: file.form, preview }), request, { status: 200 })
  }
  return receive(request, open, use, view.t('import.previewStopped'))
}

function apply(request: DeskRequest, open: Open): Promise<Reply> {
  const { view } = request
  const use: Use = async ({ reader, keptId }, options) => {
    const { id } = await view.payments.statements.import(reader, options)
    if (keptId !== null) await view.deleteUpload(keptId)
    return { location: view.url(`/imports/${id}`), scopes: linePages, done: { key: 'done.imported' } }
  }
  // Of a file that is refused in its middle, the lines before are stored.
  return receive(request, open, use, view.t('import.stopped'))
}

async function forget({ view, id }: DeskRequest): Promise<Reply> {
  await view.deleteUpload(id)
  return seeOther(view, { key: 'done.fileForgotten' }, view.url('/imports'), linePages)
}

export const importRoutes: readonly DeskRoute[] = [
  ...listRoutes(importList()),
  {
    method: 'POST',
    path: '/imports',
    scopes: ['lines:write'],
    hasUpload: true,
    run: (request) => apply(request, fileOfForm(request, { isKept: false })),
  },
  {
    method: 'POST',
    path: '/imports/preview',
    scopes: [...linePages, 'lines:write'],
    hasUpload: true,
    run: (request) => preview(request, fileOfForm(request, { isKept: true })),
  },
  {
    method: 'POST',
    path: '/imports/uploads/{uploadId}',
    scopes: ['lines:write'],
    run: (request) => apply(request, keptFile(request)),
  },
  { method: 'POST', path: '/imports/uploads/{uploadId}/forget', scopes: ['lines:write'], run: forget },
  { method: 'GET', path: '/imports/{importId}', scopes: linePages, run: importPage },
]
