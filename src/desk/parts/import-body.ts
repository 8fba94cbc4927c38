/** The parts of an import or its preview: its options, lines, warnings, rows that were rejected, balances, files of an archive. */
import type { StatementImport } from '../../domain/reconciliation/statement-import.js'
import type { StatementPreview } from '../../http/import-preview.js'
import type { StatementReader } from '../../statements/index.js'
import type { Form } from '../request/form.js'
import { bdi, type Content, type Html, markup } from './html.js'
import type { MessageKey } from './messages.js'
import { amounts, column, table } from './tables.js'
import { actorOf, type View } from './view.js'

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

/** Writes all that an import or its preview says. */
export function importBody(view: View, anyImport: AnyImport): Content {
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

/** Returns the options of an import that a form has; a period needs both of its days. */
export function importOptions(view: View, form: Form, fileName: string) {
  const [from, to] = [form.get('from'), form.get('to')]
  const channels = form
    .get('channels')
    .split(/[\s,]+/)
    .filter((name) => name !== '')
  return {
    account: form.get('account'),
    ...(fileName.trim() !== '' && { fileName: fileName.slice(0, 255) }),
    ...(from !== '' && to !== '' && { period: { from, to } }),
    ...(channels.length > 0 && { channels }),
    ...actorOf(view),
  }
}

/** Writes the preview of a file; `next` is what can be done with it. */
export function previewSection(
  view: View,
  preview: StatementPreview,
  { reader, fileName, next }: { readonly reader: StatementReader; readonly fileName: string; readonly next: Content },
): Html {
  return markup`<section aria-labelledby="shown" class="card">
    <h2 id="shown" tabindex="-1" autofocus>${view.t('import.previewTitle')}</h2>
    <p>${view.t('import.previewHint', { file: bdi(fileName), layout: waysOf(reader) })}</p>
    ${filesTable(view, reader)} ${importBody(view, preview)} ${next}
  </section>`
}
