/** The columns of a file that no layout knows: a person says what each is, looks at the preview, and saves the layout. */
import { shapes } from '../../domain/limits.js'
import type { Upload } from '../../domain/desk/upload.js'
import { previewOf } from '../../http/import-preview.js'
import type { Reply } from '../../http/reply.js'
import { type FirstRows, firstRowsOf } from '../../statements/columns/first-rows.js'
import {
  type ColumnChoice,
  type ColumnRole,
  columnRoles,
  findHeader,
  findRoles,
  type LayoutProposal,
  proposeLayout,
} from '../../statements/columns/propose-layout.js'
import type { CsvMapping } from '../../statements/index.js'
import { readerOf } from '../../statements/statement-file.js'
import { choice, field, hiddenField, question, withDays } from '../parts/forms.js'
import { bdi, type Content, groupDigits, type Html, markup } from '../parts/html.js'
import { importOptions, previewSection } from '../parts/import-body.js'
import { pageReply, seeOther } from '../parts/page.js'
import { refusalOf } from '../parts/problem.js'
import { column, section, table } from '../parts/tables.js'
import { linePages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

/** The most rows and columns that are shown, and the most characters of a cell. */
const maxRows = 12
const maxColumns = 60
const maxCell = 40
/** The most rows of which one may have the names of the columns. */
const maxHeaders = 15

/** A file whose columns are chosen. */
interface OpenTable {
  readonly upload: Upload
  readonly file: FirstRows
  /** The columns that have something in them; the first ones are shown, and can be chosen. */
  readonly columns: readonly number[]
  readonly form: Form
  readonly columnChoice: ColumnChoice
  readonly proposal: LayoutProposal
}

function isRole(text: string): text is ColumnRole {
  return (columnRoles as readonly string[]).includes(text)
}

/** Lists the columns that have something in them. */
function columnsOf({ rows }: FirstRows): number[] {
  const filled = new Set<number>()
  for (const { cells } of rows) for (const [at, cell] of cells.entries()) if (cell.trim() !== '') filled.add(at)
  return [...filled].sort((a, b) => a - b)
}

/** Reads what a person said of the columns; of a form that was not sent, what the names of the columns say. */
function choiceOf(form: Form, { file, columns }: Pick<OpenTable, 'file' | 'columns'>): ColumnChoice {
  if (!form.has('header')) {
    const headerRow = findHeader(file)
    const roles = findRoles(file, headerRow)
    return { headerRow, roles, order: '', decimal: '', positive: '', debitValues: [], currency: '' }
  }
  const headerRow = Number(form.get('header').slice(0, 9)) || 0
  const roles = new Map<number, ColumnRole>()
  for (const at of columns.slice(0, maxColumns)) {
    const role = form.get(`c${at}`)
    if (isRole(role)) roles.set(at, role)
  }
  const debitValues = Array.from({ length: maxRows }, (_, at) => form.get(`debit${at}`)).filter((text) => text !== '')
  return {
    ...{ headerRow, roles, debitValues, order: form.get('order'), decimal: form.get('decimal') },
    ...{ positive: form.get('positive'), currency: form.get('currency').toUpperCase() },
  }
}

const shortened = (text: string) => {
  const characters = [...text.trim()]
  return characters.length > maxCell ? `${characters.slice(0, maxCell - 1).join('')}…` : characters.join('')
}

function rowsTable(view: View, { file, columns, columnChoice }: OpenTable): Html {
  const chosenFrom = columns.slice(0, maxColumns)
  const roleOptions = [
    ['', view.t('columns.role.none')],
    ...columnRoles.map((role) => [role, view.t(`columns.role.${role}`)] as const),
  ] as const
  const first = Math.max(
    0,
    file.rows.findIndex(({ row }) => row === columnChoice.headerRow),
  )
  const rows = file.rows.slice(first, first + maxRows)
  return markup`${table(view.t('columns.rows'), rows, [
    column(
      view.t('import.row'),
      ({ row }) =>
        markup`${row}${row === columnChoice.headerRow && markup` <span class="mark">${view.t('columns.names')}</span>`}`,
    ),
    ...chosenFrom.map((at) =>
      column<FirstRows['rows'][number]>(
        choice(view.t('columns.column', { number: at + 1 }), `c${at}`, roleOptions, columnChoice.roles.get(at) ?? ''),
        ({ cells }) => bdi(shortened(cells[at] ?? '')),
      ),
    ),
  ])}
  ${columns.length > chosenFrom.length && markup`<p>${view.t('columns.more', { count: columns.length - chosenFrom.length })}</p>`}`
}

/** Writes an amount of the file in plain digits as people read it. */
function plainAmount(digits: string): string {
  const [whole = '', fraction = ''] = digits.split('.')
  return `${groupDigits(Number(whole)).toString()}.${fraction.padEnd(2, '0')}`
}

/** Writes what is read of dates, marks and directions, with examples; what can be read in two ways is asked. */
function notation(view: View, { file: _, columnChoice, proposal }: OpenTable): Content {
  const { dates, amounts, needsDirection, marks } = proposal
  const dateText = ({ order, example }: (typeof dates)[number]) =>
    markup`${view.t('columns.dateIs', { text: bdi(shortened(example.text)), day: view.day(example.day) })}${order.endsWith('Ethiopic') && markup` (${view.t('columns.ethiopic')})`}`
  const amountText = ({ example }: (typeof amounts)[number]) =>
    view.t('columns.amountIs', { text: bdi(shortened(example.text)), amount: plainAmount(example.digits) })
  const debitSet = new Set(columnChoice.debitValues)
  return [
    dates.length > 1 &&
      question(
        view.t('columns.dates'),
        'order',
        dates.map((reading) => [reading.order, dateText(reading)] as const),
        columnChoice.order,
      ),
    dates.length === 1 && markup`<p>${dateText(dates[0]!)}</p>`,
    amounts.length > 1 &&
      question(
        view.t('columns.amounts'),
        'decimal',
        amounts.map((reading) => [reading.decimal, amountText(reading)] as const),
        columnChoice.decimal,
      ),
    amounts.length === 1 && markup`<p>${amountText(amounts[0]!)}</p>`,
    needsDirection &&
      question(
        view.t('columns.direction'),
        'positive',
        [
          ['credit', view.t('direction.credit')],
          ['debit', view.t('direction.debit')],
        ],
        columnChoice.positive,
      ),
    marks.length > 0 &&
      markup`<fieldset>
        <legend>${view.t('columns.debitValues')}</legend>
        ${marks.map(
          (text, at) =>
            markup`<label class="check"
              ><input type="checkbox" name="debit${at}" value="${text}" ${debitSet.has(text) && markup` checked`} />
              ${bdi(shortened(text))}</label
            >`,
        )}
      </fieldset>`,
  ]
}

function columnsForm(view: View, open: OpenTable): Html {
  const { upload, file, form, columnChoice, proposal } = open
  const headers = [
    ['0', view.t('columns.noNames')],
    ...file.rows
      .slice(0, maxHeaders)
      .map(
        ({ row, cells }) =>
          [
            String(row),
            markup`${row}: ${bdi(shortened(cells.filter((cell) => cell.trim() !== '').join(' | ')))}`,
          ] as const,
      ),
  ] as const
  const currency = columnChoice.currency || (proposal.amounts[0]?.currency ?? '')
  return markup`<form method="post" action="${view.url(`/imports/uploads/${upload.id}/columns`)}" class="card">
    <p class="muted">${view.t('columns.hint', { file: bdi(upload.fileName) })}</p>
    <div class="grid">
      ${field(view.t('line.account'), 'account', form.or('account', upload.fields['account'] ?? ''), markup` required maxlength="255"`)}
      ${choice(view.t('columns.header'), 'header', headers, String(columnChoice.headerRow))}
      ${field(view.t('columns.currency'), 'currency', currency, markup` maxlength="3" size="4"`)}
    </div>
    ${rowsTable(view, open)} ${notation(view, open)}
    ${hiddenField('step', 'show')}
    <div class="actions"><button class="main">${view.t('columns.show')}</button></div>
  </form>`
}

/** Writes the fields of the form again, for the button that saves what was previewed. */
function choiceFields(form: Form, { columns, columnChoice }: OpenTable): Content {
  const { headerRow, roles, order, decimal, positive, currency, debitValues } = columnChoice
  return [
    hiddenField('account', form.get('account')),
    hiddenField('header', headerRow),
    columns.slice(0, maxColumns).map((at) => hiddenField(`c${at}`, roles.get(at) ?? '')),
    Object.entries({ order, decimal, positive, currency }).map(([name, value]) => hiddenField(name, value)),
    debitValues.map((value, at) => hiddenField(`debit${at}`, value)),
  ]
}

function saveForm(view: View, open: OpenTable): Html {
  const { upload, form } = open
  const suggested = form
    .get('account')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .slice(0, 64)
  return markup`<form method="post" action="${view.url(`/imports/uploads/${upload.id}/columns`)}" data-busy="${view.t('import.busy')}">
    ${choiceFields(form, open)} ${hiddenField('step', 'save')}
    <div class="grid">${field(view.t('columns.name'), 'name', form.or('name', suggested), markup` required maxlength="64" aria-describedby="name-hint"`)}</div>
    <p class="muted" id="name-hint">${view.t('columns.nameHint')}</p>
    <label class="check"
      ><input type="checkbox" name="replace" value="1" ${form.get('replace') !== '' && markup` checked`} />
      ${view.t('columns.replace')}</label
    >
    <div class="actions"><button class="main">${view.t('columns.save')}</button></div>
  </form>`
}

/** Reads the kept file, and what is known of its columns; `null` where it is gone, or is no table. */
async function openTable({ view, id, form }: DeskRequest): Promise<OpenTable | null> {
  const upload = await view.upload(id)
  const file = upload && (await firstRowsOf(view.readUpload(upload), upload.fields['sheet'] || undefined))
  if (!file) return null
  const columns = columnsOf(file)
  const columnChoice = choiceOf(form, { file, columns })
  return { upload, file, columns, form, columnChoice, proposal: proposeLayout(file, columnChoice, view.calendarFacts) }
}

function readerBy(view: View, upload: Upload, mapping: CsvMapping) {
  return readerOf(view.readUpload(upload), { layout: mapping })
}

/** Returns the options of the import: those of the form that brought the file, and the account as it is named now. */
function optionsOf(view: View, { upload, form }: OpenTable, signal: AbortSignal) {
  const sent = withDays(view, new Form(new URLSearchParams(upload.fields)))
  return { ...importOptions(view, sent, upload.fileName), account: form.get('account'), signal }
}

interface Answer {
  readonly status?: number
  readonly alert?: Content
}

async function columnsPage(request: DeskRequest, { status = 200, alert }: Answer = {}): Promise<Reply> {
  const { view, form, signal } = request
  const open = await openTable(request)
  const page = { title: view.word('columns.title'), section: 'imports' } as const
  if (!open) {
    const body = markup`<p><a href="${view.url('/imports')}">${view.t('imports.title')}</a></p>`
    return pageReply(view, { ...page, status: 404, alert: view.t('upload.gone'), body })
  }
  const { proposal, upload } = open
  const problems = form.has('header') || alert ? proposal.problems : []
  let [answerStatus, answerAlert] = [status, alert]
  let preview: Content = null
  if (proposal.mapping && form.has('header') && !alert) {
    const reader = readerBy(view, upload, proposal.mapping)
    try {
      const result = await previewOf(view.payments, reader, optionsOf(view, open, signal))
      preview = previewSection(view, result, { reader, fileName: upload.fileName, next: saveForm(view, open) })
    } catch (error) {
      const refusal = refusalOf(view, error)
      ;[answerStatus, answerAlert] = [refusal.status, refusal.alert]
    }
  } else if (proposal.mapping && alert) preview = section(view, 'shown', 'columns.save', saveForm(view, open))
  const problemList =
    (problems.length > 0 || proposal.refusal !== null) &&
    markup`<div class="alert" role="note"><h2>${view.t('columns.toDo')}</h2><ul>
      ${problems.map((one) => markup`<li>${view.t(`columns.problem.${one}`)}</li>`)}
      ${proposal.refusal !== null && markup`<li lang="en">${proposal.refusal}</li>`}
    </ul></div>`
  return pageReply(view, {
    ...page,
    status: answerStatus,
    alert: answerAlert,
    body: [problemList, markup`<div id="preview">${preview}</div>`, columnsForm(view, open)],
  })
}

/** Stores the layout under its name; one that is there is replaced where the person said so. */
async function storeLayout(view: View, form: Form, mapping: CsvMapping): Promise<string> {
  const name = form.get('name')
  const options = { actor: view.actor! }
  const isReplaced = form.get('replace') !== '' && (await view.payments.layouts.get(name)) !== null
  if (isReplaced) await view.payments.layouts.replace(name, { mapping }, options)
  else await view.payments.layouts.create({ name, mapping }, options)
  return name
}

async function save(request: DeskRequest): Promise<Reply> {
  const { view, form, layouts, signal } = request
  const open = await openTable(request)
  const mapping = open?.proposal.mapping
  if (!open || !mapping) return columnsPage(request)
  const name = form.get('name')
  if (!shapes.layout.test(name) || layouts.has(name))
    return columnsPage(request, {
      status: 400,
      alert: view.t(layouts.has(name) ? 'columns.nameTaken' : 'columns.nameHint'),
    })
  try {
    await storeLayout(view, form, mapping)
    const reader = readerOf(view.readUpload(open.upload), { layout: name, layouts: { [name]: mapping } })
    const { id } = await view.payments.statements.import(reader, optionsOf(view, open, signal))
    await view.deleteUpload(open.upload.id)
    return seeOther(view, { key: 'done.layoutSaved' }, view.url(`/imports/${id}`), linePages)
  } catch (error) {
    return columnsPage(request, refusalOf(view, error))
  }
}

const path = '/imports/uploads/{uploadId}/columns'
const scopes = [...linePages, 'lines:write'] as const

export const columnRoutes: readonly DeskRoute[] = [
  { method: 'GET', path, scopes, run: (request) => columnsPage(request) },
  {
    method: 'POST',
    path,
    scopes,
    run: (request) => (request.form.get('step') === 'save' ? save(request) : columnsPage(request)),
  },
]
