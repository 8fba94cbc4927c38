/** The remittance of a line: the file of an insurer or employer, the proposal of its rows, and the proposal taken whole. */
import { maxRowsOverHttp } from '../../domain/limits.js'
import { lineNotFound } from '../../domain/not-found.js'
import { openAmount } from '../../domain/payments/open-amount.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { AccountLine, Allocation } from '../../domain/reconciliation/account-line.js'
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import {
  openRemittance,
  type RemittanceColumn,
  remittanceColumns,
  type RemittanceFault,
  type RemittanceFile,
} from '../../statements/csv/read-remittance.js'
import { choice, field, hiddenField, reasonField, versionField } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { linePage } from '../parts/line-page.js'
import { lineStatus, mayHavePayer, openMoney } from '../parts/lines.js'
import { payerLink } from '../parts/payers.js'
import { pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { problem, refusalOf } from '../parts/problem.js'
import { amounts, column, facts, section, table } from '../parts/tables.js'
import { actorOf, linePages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import { notEmpty, readFileForm } from '../request/file-form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type Proposal = Awaited<ReturnType<HospitalPayments['lines']['propose']>>

/** Checks that a remittance can settle the line: some of its money is open. */
const takesRemittance = (line: AccountLine) => line.status === 'open' && mayHavePayer(line)

/** A row that proposes nothing: its line of the file, and why. */
interface BadRow {
  readonly line: number
  readonly reason: Content
}

/** A bill that the rows pay, in part or whole. */
interface ProposedBill {
  readonly line: number
  readonly payment: Payment | undefined
  readonly reference: string
  readonly paid: number
  /** The category for what was cut of the bill, and its amount. */
  readonly cut: { readonly category: string; readonly amount: number } | null
}

/** A remittance that was read: its proposal, by the lines of its file. */
interface ReadRemittance {
  readonly fileName: string
  readonly header: RemittanceFile['header']
  readonly count: number
  readonly proposal: Proposal
  readonly bills: readonly ProposedBill[]
  readonly badRows: readonly BadRow[]
}

/** The rows of a file, as they are handed to the proposal and found again by their numbers there. */
class FileRows {
  readonly faults: { readonly line: number; readonly fault: RemittanceFault }[] = []
  readonly rows: { readonly line: number; readonly reference: string }[] = []
  count = 0

  /** Yields the rows that can be read; one row more than a remittance may have ends them. */
  async *of({ rows }: RemittanceFile) {
    for await (const { line, row } of rows) {
      if (++this.count > maxRowsOverHttp) return
      if (typeof row === 'string') this.faults.push({ line, fault: row })
      else {
        this.rows.push({ line, reference: row.reference ?? '' })
        yield row
      }
    }
  }
}

/** Writes why a row proposes nothing; where its text is wrong, also in the words of the library. */
function reasonOf(view: View, { code, message }: Proposal['problems'][number]): Content {
  const words = view.t(`remittance.problem.${code}`)
  return code === 'invalid_request' ? markup`${words} <span lang="en">${message}</span>` : words
}

/** Joins the allocations of a proposal with the rows that they are of: both have the same order. */
function billsOf(
  { rows }: FileRows,
  { allocations, problems }: Proposal,
  payments: ReadonlyMap<string, Payment>,
): ProposedBill[] {
  const refused = new Set(problems.map(({ row }) => row))
  const rowsTaken = rows.filter((_, at) => !refused.has(at + 1))
  const cuts = new Map(
    allocations.flatMap((one) =>
      one.to === 'category' && one.paymentId !== undefined
        ? [[one.paymentId, { category: one.category, amount: -one.amount }] as const]
        : [],
    ),
  )
  return allocations
    .flatMap((one) => (one.to === 'payment' ? [one] : []))
    .map(({ paymentId, amount }, at) => {
      const cut = cuts.get(paymentId) ?? null
      const { line, reference } = rowsTaken[at]!
      return { line, payment: payments.get(paymentId), reference, paid: amount - (cut?.amount ?? 0), cut }
    })
}

function billsTable(view: View, { bills }: ReadRemittance, { currency }: AccountLine): Html {
  const money = (minor: number | undefined) => minor !== undefined && view.money(minor, currency)
  const openOf = ({ payment }: ProposedBill) => payment && openAmount(payment)
  return table(
    view.t('remittance.bills'),
    bills,
    [
      amounts(view.t('remittance.line'), ({ line }) => line),
      column(view.t('payment.reference'), ({ payment, reference }) =>
        payment ? markup`<a href="${view.paymentUrl(payment.id)}">${bdi(payment.reference)}</a>` : bdi(reference),
      ),
      amounts(view.t('line.open'), (bill) => money(openOf(bill))),
      amounts(view.t('remittance.paid'), ({ paid }) => money(paid)),
      bills.some(({ cut }) => cut) &&
        amounts(
          view.t('remittance.cut'),
          ({ cut }) => cut && markup`${money(cut.amount)} <code>${cut.category}</code>`,
        ),
      amounts(view.t('remittance.staysOpen'), (bill) => {
        const left = (openOf(bill) ?? bill.paid) - bill.paid - (bill.cut?.amount ?? 0)
        return left > 0 && money(left)
      }),
    ],
    view.t('remittance.noBills'),
  )
}

/** Writes the allocations of a proposal as the text of one field. */
function textOf(allocations: readonly Allocation[]): string {
  return allocations
    .flatMap((one) =>
      one.to === 'payment'
        ? [`${one.paymentId} ${one.amount} *`]
        : one.to === 'category'
          ? [`${one.paymentId ?? '*'} ${one.amount} ${one.category}`]
          : [],
    )
    .join(' ')
}

/** Reads the allocations of such a field; the library checks each of them. */
function allocationsOf(text: string): Allocation[] {
  const words = text === '' ? [] : text.split(/\s+/)
  const allocations: Allocation[] = []
  for (let at = 0; at < words.length; at += 3) {
    const [paymentId = '', digits, category = ''] = words.slice(at, at + 3)
    const amount = Number(digits)
    allocations.push(
      category === '*'
        ? { to: 'payment', paymentId, amount }
        : { to: 'category', category, amount, ...(paymentId !== '*' && { paymentId }) },
    )
  }
  return allocations
}

/** Writes what the difference between the line and the rows means. */
function differenceText(view: View, { difference }: Proposal, { currency }: AccountLine): Html {
  const key = difference === 0 ? 'remittance.even' : difference > 0 ? 'remittance.more' : 'remittance.less'
  return view.t(key, { amount: view.money(Math.abs(difference), currency) })
}

function takeForm(view: View, { proposal, bills }: ReadRemittance, line: AccountLine): Content {
  const { allocations, difference } = proposal
  if (allocations.length === 0 || difference < 0) return null
  return markup`<form class="card" method="post" action="${view.lineUrl(line.key, '/remittance/take')}">
    ${versionField(line.version)}${hiddenField('allocations', textOf(allocations))}
    <p class="muted">${view.t('remittance.takeHint')}</p>
    ${reasonField(view, new Form())}
    <div class="actions"><button class="main">${view.t('remittance.take', { count: bills.length })}</button></div>
  </form>`
}

function proposalSection(view: View, remittance: ReadRemittance, line: AccountLine): Html {
  const { fileName, header, count, proposal, bills, badRows } = remittance
  const { currency } = line
  const sum = (of: (bill: ProposedBill) => number) => bills.reduce((all, bill) => all + of(bill), 0)
  const cut = sum((bill) => bill.cut?.amount ?? 0)
  const names = remittanceColumns.flatMap((name) => (header[name] === undefined ? [] : [[name, header[name]] as const]))
  return section(view, 'proposal', 'remittance.proposal', [
    markup`<p>${view.t('remittance.readAs', { file: bdi(fileName) })} ${names.map(([name, text], i) => [i > 0 && ', ', view.t(`remittance.column.${name}`), ': ', bdi(text)])}.</p>`,
    facts([
      [view.t('remittance.rows'), count],
      [view.t('remittance.bills'), bills.length],
      [
        view.t('remittance.paid'),
        view.money(
          sum(({ paid }) => paid),
          currency,
        ),
      ],
      [view.t('remittance.cut'), cut > 0 && view.money(cut, currency)],
      [view.t('line.open'), openMoney(view, line)],
      [view.t('remittance.difference'), differenceText(view, proposal, line)],
    ]),
    badRows.length > 0 && [
      markup`<h3>${view.t('remittance.problems', { count: badRows.length })}</h3>`,
      table(view.t('remittance.badRows'), badRows, [
        amounts(view.t('remittance.line'), (row) => row.line),
        column(view.t('form.reason'), ({ reason }) => reason, 'text'),
      ]),
    ],
    takeForm(view, remittance, line),
    billsTable(view, remittance, line),
  ])
}

function uploadForm(view: View, line: AccountLine, typed: Form): Html | null {
  if (!view.may('lines:write')) return null
  const isPicked = remittanceColumns.some((name) => typed.get(name) !== '') || typed.get('decimal') === ','
  const columnField = (name: RemittanceColumn) =>
    field(view.t(`remittance.column.${name}`), name, typed.get(name), markup` maxlength="255"`)
  return markup`<form class="card" method="post" action="${view.lineUrl(line.key, '/remittance')}" enctype="multipart/form-data" data-busy="${view.t('import.busy')}">
    <h2>${view.t('remittance.file')}</h2>
    <p class="muted">${view.t('remittance.fileHint')}</p>
    ${field(view.t('remittance.cutCategory'), 'cut', typed.get('cut'), markup` maxlength="64" aria-describedby="cut-hint"`)}
    <p class="muted" id="cut-hint">${view.t('remittance.cutHint')}</p>
    <details${isPicked && markup` open`}><summary>${view.t('remittance.columns')}</summary>
      <p class="muted">${view.t('remittance.columnsHint')}</p>
      <div class="grid">${remittanceColumns.map(columnField)}${choice(
        view.t('remittance.decimal'),
        'decimal',
        [
          ['.', '1,500.00'],
          [',', '1.500,00'],
        ],
        typed.get('decimal'),
      )}</div></details>
    <label class="field"><span>${view.t('remittance.csv')}</span><input type="file" name="file" required /></label>
    <div class="actions"><button class="main">${view.t('remittance.show')}</button></div>
  </form>`
}

interface RemittancePage {
  readonly status?: number
  readonly alert?: Content
  readonly typed?: Form
  readonly remittance?: ReadRemittance
}

async function remittancePage(
  view: View,
  line: AccountLine,
  { typed = new Form(), remittance, ...more }: RemittancePage = {},
): Promise<Reply> {
  const { key, valueDate, account, currency, payerId } = line
  return pageReply(view, {
    ...more,
    title: `${view.word('remittance.title')} ${valueDate}, ${account}, ${view.decimal(line.amount, currency)} ${currency}`,
    heading: markup`${view.t('remittance.title')} <span class="money-head">${view.money(line.amount, currency)}</span> ${lineStatus(view, line)}`,
    section: 'lines',
    body: [
      facts([
        [view.t('line.valueDate'), view.day(valueDate)],
        [view.t('line.account'), bdi(account)],
        [view.t('line.narration'), line.narration !== undefined && markup`<span dir="auto">${line.narration}</span>`],
        [view.t('counter.payerId'), payerId !== null && payerLink(view, payerId)],
        [view.t('line.open'), openMoney(view, line)],
      ]),
      markup`<p class="actions"><a href="${view.lineUrl(key)}">${view.t('remittance.toLine')}</a></p>`,
      takesRemittance(line)
        ? [remittance && proposalSection(view, remittance, line), uploadForm(view, line, typed)]
        : markup`<p class="empty">${view.t('remittance.notHere')}</p>`,
    ],
  })
}

async function lineOf({ view, id }: DeskRequest): Promise<AccountLine> {
  const line = await view.payments.lines.get(id)
  if (!line) throw lineNotFound(id)
  return line
}

async function readRemittance(
  view: View,
  line: AccountLine,
  fileName: string,
  file: RemittanceFile,
): Promise<ReadRemittance | null> {
  const rows = new FileRows()
  const proposal = await view.payments.lines.propose(line.key, rows.of(file))
  if (rows.count > maxRowsOverHttp) return null
  const ids = proposal.allocations.flatMap((one) => (one.to === 'payment' ? [one.paymentId] : []))
  const faults = rows.faults.map(({ line, fault }) => ({ line, reason: view.t(`remittance.fault.${fault}`) }))
  const refused = proposal.problems.map((one) => ({ line: rows.rows[one.row - 1]!.line, reason: reasonOf(view, one) }))
  return {
    ...{ fileName, header: file.header, count: rows.count, proposal },
    bills: billsOf(rows, proposal, await view.paymentsById(ids)),
    badRows: [...faults, ...refused].sort((a, b) => a.line - b.line),
  }
}

/** Reads a file, and shows what its rows propose. Nothing is stored. */
async function show(request: DeskRequest): Promise<Reply> {
  const { view, contentType, upload } = request
  const line = await lineOf(request)
  const read = await readFileForm(contentType, upload)
  const typed = new Form(read.fields)
  const again = (status: number, alert: Content) => remittancePage(view, line, { status, alert, typed })
  if ('problem' in read) return again(400, view.t(`upload.${read.problem}`))
  const content = await notEmpty(read.file)
  if (!content) return again(400, view.t('upload.noFile'))
  const textOfField = (name: string) => typed.get(name) || undefined
  const picked = remittanceColumns.flatMap((name) => (typed.get(name) === '' ? [] : [[name, typed.get(name)]]))
  try {
    const file = await openRemittance(content, {
      currency: line.currency,
      decimal: typed.get('decimal') === ',' ? ',' : '.',
      picked: Object.fromEntries(picked) as Partial<Record<RemittanceColumn, string>>,
      category: textOfField('cut'),
    })
    if (file.missing.length > 0) {
      const names = file.missing.map((name, i) => [i > 0 && ', ', view.t(`remittance.column.${name}`)])
      return await again(400, view.t('remittance.missing', { columns: markup`${names}` }))
    }
    const remittance = await readRemittance(view, line, read.fileName, file)
    if (!remittance) return await again(400, view.t('remittance.tooMany', { max: maxRowsOverHttp }))
    return await remittancePage(view, line, { typed, remittance })
  } catch (error) {
    if (!isPaymentError(error, 'invalid_request')) throw error
    return again(400, problem(view, error, view.t('remittance.unreadable')))
  }
}

/** Allocates the proposal whole, on the version of the line for which it was made. */
async function take({ view, id, form }: DeskRequest): Promise<Reply> {
  const reason = form.get('reason')
  try {
    await view.payments.lines.allocate(id, {
      expectedVersion: form.version(),
      allocations: allocationsOf(form.get('allocations')),
      ...actorOf(view),
      ...(reason !== '' && { reason }),
    })
  } catch (error) {
    const { status, alert } = refusalOf(view, error, 'line_not_found')
    const alone = refusalAlone(view, linePages, { status, alert })
    return alone ? pageReply(view, alone) : linePage(view, id, { status, alert })
  }
  return seeOther(view, { key: 'done.allocated' }, view.lineUrl(id), linePages)
}

export const remittanceRoutes: readonly DeskRoute[] = [
  {
    method: 'GET',
    path: '/lines/{lineKey}/remittance',
    scopes: linePages,
    run: async (request) => remittancePage(request.view, await lineOf(request)),
  },
  {
    method: 'POST',
    path: '/lines/{lineKey}/remittance',
    scopes: [...linePages, 'lines:write'],
    hasUpload: true,
    run: show,
  },
  { method: 'POST', path: '/lines/{lineKey}/remittance/take', scopes: ['lines:write'], run: take },
]
