/** Statement files: previewed in the words of the import, imported, and shown afterwards. */
import { importNotFound } from '../../domain/not-found.js'
import type { StatementImport } from '../../domain/reconciliation/statement-import.js'
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import { previewOf, type StatementPreview } from '../../http/import-preview.js'
import { plainFormats } from '../../statements/choice.js'
import type { StatementReader } from '../../statements/index.js'
import { isUnknownFile } from '../../statements/read-statement.js'
import { choice, field, hiddenField } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import type { MessageKey } from '../parts/messages.js'
import { pageReply } from '../parts/page.js'
import { problem } from '../parts/problem.js'
import { listPage, type ListPage, listRoutes } from '../parts/list-page.js'
import { type Progress, type Outcome, pageWhile } from '../parts/progress.js'
import { amounts, type Column, column, facts, table } from '../parts/tables.js'
import { actorOf, linePages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import { readAhead } from '../request/read-ahead.js'
import { readUpload, type Upload } from '../request/statement-upload.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type ImportsQuery = NonNullable<Parameters<View['payments']['statements']['list']>[0]>
type AnyImport = StatementImport | StatementPreview

function linesTable(view: View, { lines }: AnyImport): Html {
  return table(
    view.t('import.lines'),
    lines,
    [
      column(
        view.t('lines.why'),
        ({ outcome }) =>
          markup`<strong>${view.t(`outcome.${outcome}`)}</strong><small class="muted">${view.t(`why.${outcome}` as MessageKey)}</small>`,
        'text',
      ),
      column(view.t('line.direction'), ({ direction }) => direction !== null && view.t(`direction.${direction}`)),
      amounts(view.t('today.count'), ({ count }) => count),
      amounts(view.t('form.amount'), ({ amount, currency }) => currency !== null && view.money(amount, currency)),
    ],
    view.t('import.noLines'),
  )
}

function paymentsTable(view: View, { payments }: AnyImport): Html | null {
  if (payments.length === 0) return null
  return markup`<h2>${view.t('import.payments')}</h2>
    ${table(view.t('import.payments'), payments, [
      column(view.t('lines.why'), ({ outcome }) => view.t(`payments.outcome.${outcome}`)),
      amounts(view.t('today.count'), ({ count }) => count),
      amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
    ])}`
}

function warningsList(view: View, { warnings }: AnyImport): Html | null {
  if (warnings.length === 0) return null
  return markup`<div class="alert" role="note">
    <h2>${view.t('import.warnings')}</h2>
    <ul>
      ${warnings.map(
        ({ code, day }) =>
          markup`<li>${view.t(`warning.${code}`)}${day !== undefined && markup` (${view.day(day)})`}</li>`,
      )}
    </ul>
  </div>`
}

/** Writes the entries of the file that are no lines. */
function leftOutNote(view: View, { leftOut, skipped }: AnyImport): Content {
  return [
    leftOut.length > 0 &&
      markup`<p>
        ${view.t('import.leftOut')} ${leftOut.map(({ status, count }) => markup`<span>${count} × <code>${bdi(status)}</code></span> `)}
      </p>`,
    skipped > 0 && markup`<p>${view.t('import.skipped', { count: skipped })}</p>`,
  ]
}

function rejectedTable(view: View, { rejected, rejectedCount }: AnyImport): Html | null {
  if (rejectedCount === 0) return null
  return markup`<section aria-labelledby="rejected">
    <h2 id="rejected">${view.t('import.rejected', { count: rejectedCount })}</h2>
    <p>${view.t('import.rejectedHint')}</p>
    ${table(view.t('import.rejectedRows'), rejected, [
      column(view.t('import.row'), (one) => one.row),
      column(view.t('form.reason'), ({ reason }) => markup`<span lang="en">${bdi(reason)}</span>`, 'text'),
    ])}
  </section>`
}

function balances(view: View, { statements }: AnyImport): Html | null {
  const statementsWithBalance = statements.filter(({ opening, closing }) => opening !== null || closing !== null)
  if (statementsWithBalance.length === 0) return null
  return markup`<h2>${view.t('import.balances')}</h2>
    ${table(view.t('import.balances'), statementsWithBalance, [
      amounts(view.t('import.opening'), ({ opening }) => opening && view.money(opening.amount, opening.currency)),
      amounts(view.t('import.closing'), ({ closing }) => closing && view.money(closing.amount, closing.currency)),
      column(view.t('import.addsUp'), ({ addsUp }) =>
        addsUp === null ? view.t('import.addsUp.unknown') : view.t(`filter.${addsUp}`),
      ),
    ])}`
}

function importBody(view: View, anyImport: AnyImport): Content {
  return [
    warningsList(view, anyImport),
    linesTable(view, anyImport),
    leftOutNote(view, anyImport),
    paymentsTable(view, anyImport),
    balances(view, anyImport),
    rejectedTable(view, anyImport),
  ]
}

/** Writes how a file was read; of an archive, each way once. */
function waysOf(reader: StatementReader): Content {
  const ways = new Set((reader.files ?? [reader]).map(({ layoutName, format }) => layoutName ?? format))
  return [...ways].map((way, at) => [at > 0 && ', ', markup`<code>${way}</code>`])
}

const maxFiles = 50

/** Writes the files of an archive of several. */
function filesTable(view: View, { files = [] }: StatementReader): Html | null {
  if (files.length < 2) return null
  const hidden = files.length - maxFiles
  return markup`<h3>${view.t('import.files')}</h3>
    ${table(view.t('import.files'), files.slice(0, maxFiles), [
      column(view.t('import.fileName'), ({ name }) => bdi(name ?? '')),
      column(view.t('import.layout'), ({ layoutName, format }) => markup`<code>${layoutName ?? format}</code>`),
      amounts(view.t('import.lineCount'), ({ lines }) => lines),
    ])}
    ${hidden > 0 && markup`<p>${view.t('import.moreFiles', { count: hidden })}</p>`}`
}

function uploadForm(view: View, layouts: DeskRequest['layouts'], form: Form): Html | null {
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
${field(view.t('filter.from'), 'from', form.get('from'), markup` type="date"`)}${field(view.t('filter.to'), 'to', form.get('to'), markup` type="date"`)}${field(view.t('import.channels'), 'channels', form.get('channels'))}${field(view.t('import.sheet'), 'sheet', form.get('sheet'))}</div></details>
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
  top: ({ view, layouts }) => [markup`<div id="preview">${preview}</div>`, uploadForm(view, layouts, form)],
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

function optionsOf(view: View, { fields, fileName }: Upload) {
  const of = (name: string) => (fields.get(name) ?? '').trim()
  const [from, to] = [of('from'), of('to')]
  const channels = of('channels')
    .split(/[\s,]+/)
    .filter((name) => name !== '')
  return {
    account: of('account'),
    ...(fileName.trim() !== '' && { fileName: fileName.slice(0, 255) }),
    ...(from !== '' && to !== '' && { period: { from, to } }),
    ...(channels.length > 0 && { channels }),
    ...actorOf(view),
  }
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

type Options = ReturnType<typeof optionsOf> & {
  readonly signal: AbortSignal
  readonly onProgress: (progress: { readonly lines: number }) => void
}

type Use = (upload: Upload, options: Options) => Promise<Outcome>

/** @param stopped the text for a file that was not read to its end */
function receive(request: DeskRequest, use: Use, stopped: Html): Promise<Reply> {
  const { view, signal, onError } = request
  return pageWhile({
    ...{ view, signal, onError },
    page: { title: view.word('imports.title'), section: 'imports' },
    hint: view.t('import.staysHere'),
    problem: (failure) => [problem(view, failure), ' ', stopped],
    run: (report, ending) => receiveFile(request, use, stopped, report, ending),
  })
}

async function receiveFile(
  request: DeskRequest,
  use: Use,
  stopped: Html,
  report: (howFar: Progress) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const { view, contentType, contentLength, upload, layouts } = request
  const progress = { bytes: 0 }
  const read = await readUpload(contentType, countBytes(readAhead(upload, maxAhead), progress), layouts)
  const form = new Form(read.fields)
  const again = (status: number, alert: Content) => listPage(importList({ form }), request, { status, alert })
  if ('problem' in read) return again(400, view.t(`upload.${read.problem}`))
  const options = optionsOf(view, read)
  const [from, to] = [form.get('from'), form.get('to')]
  if ((from === '') !== (to === '')) return again(400, view.t('upload.halfPeriod'))
  try {
    const onProgress = ({ lines }: { readonly lines: number }) => {
      // Without the field, the answer is the redirect that every accepted post is. Of a file that no browser sends, it is not known
      // whether it is too large: its answer may be 413 still.
      if (form.get('progress') === '' || contentLength === null) return
      // Bytes are read ahead of the settled lines: the whole is only reached at the end.
      report({ rows: lines, percent: Math.min(99, Math.floor((progress.bytes / contentLength) * 100)) })
    }
    return await use(read, { ...options, signal, onProgress })
  } catch (error) {
    if (!isPaymentError(error) || error.httpStatus >= 500) throw error
    if (isUnknownFile(error)) return again(400, view.t('upload.unknownLayout'))
    const lead = isPaymentError(error, 'invalid_request') ? stopped : undefined
    return again(error.httpStatus, problem(view, error, lead))
  }
}

function preview(request: DeskRequest): Promise<Reply> {
  const { view } = request
  const use: Use = async ({ reader, fileName, fields }, options) => {
    const statementPreview = await previewOf(view.payments, reader, options)
    const preview = markup`<section aria-labelledby="shown" class="card">
        <h2 id="shown" tabindex="-1">${view.t('import.previewTitle')}</h2>
        <p>${view.t('import.previewHint', { file: bdi(fileName), layout: waysOf(reader) })}</p>
        ${filesTable(view, reader)}
        ${importBody(view, statementPreview)}
      </section>`
    return listPage(importList({ form: new Form(fields), preview }), request, { status: 200 })
  }
  return receive(request, use, view.t('import.previewStopped'))
}

function apply(request: DeskRequest): Promise<Reply> {
  const { view } = request
  const use: Use = async ({ reader }, options) => {
    const { id } = await view.payments.statements.import(reader, options)
    return { location: view.url(`/imports/${id}`), scopes: linePages, done: { key: 'done.imported' } }
  }
  // Of a file that is refused in its middle, the lines before are stored.
  return receive(request, use, view.t('import.stopped'))
}

export const importRoutes: readonly DeskRoute[] = [
  ...listRoutes(importList()),
  { method: 'POST', path: '/imports', scopes: ['lines:write'], hasUpload: true, run: apply },
  { method: 'POST', path: '/imports/preview', scopes: [...linePages, 'lines:write'], hasUpload: true, run: preview },
  { method: 'GET', path: '/imports/{importId}', scopes: linePages, run: importPage },
]
