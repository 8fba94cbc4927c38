/**
 * Pages as the desk writes them, one file each.
 *
 *     UPDATE_GOLDEN=1 npx vitest run test/desk/golden
 *
 * writes the files anew.
 */
import { describe, it } from 'vitest'
import { till, tillFile } from '../../http/support/finance.js'
import { expectGolden } from '../../support/golden.js'
import { day, minute, request } from '../../support/service.js'
import { base, deskOf, host, openLine, reader } from '../support/desk.js'
import { workedOn } from '../support/scene.js'

/** A tag a line; files whose names hold a digest by their kind. */
function legible(page: string): string {
  return `${page
    .replace(/\/assets\/(\w+)-[0-9a-f]+\./g, '/assets/$1-DIGEST.')
    .replace(/\s+/g, ' ')
    .replace(/> ?</g, '>\n<')
    .trim()}\n`
}

/** Without what every page has: its title, the place that is marked in the navigation, and what is its own. */
function ownOf(page: string): string {
  const part = (shape: RegExp) => shape.exec(page)?.[0] ?? ''
  return [
    part(/<title>[\s\S]*?<\/title>/),
    part(/<a [^>]*aria-current="page"[^>]*>/),
    part(/<main[\s\S]*<\/main\s*>/),
  ].join('\n')
}

function expectPage(name: string, page: string): void {
  expectGolden(new URL(`${name}.html`, import.meta.url), legible(page))
}

/** The lines that one page has and the other has not, each as often as it is one more, in their order. */
function linesBeside(page: string, other: string): string[] {
  const counts = new Map<string, number>()
  for (const line of legible(ownOf(other)).split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1)
  return legible(ownOf(page))
    .split('\n')
    .filter((line) => {
      const left = counts.get(line) ?? 0
      counts.set(line, left - 1)
      return left <= 0
    })
}

/** In its file is only in which lines it differs from another page, which has a file of its own. */
function expectVariant(name: string, page: string, of: string): void {
  const lines = [
    ...linesBeside(of, page).map((line) => `- ${line}`),
    ...linesBeside(page, of).map((line) => `+ ${line}`),
  ]
  expectGolden(new URL(`${name}.diff`, import.meta.url), lines.map((line) => `${line}\n`).join(''))
}

/** Variants of a page, each by its name and its path. */
async function expectVariants(
  desk: { page(path: string): Promise<string> },
  path: string,
  variants: Record<string, string>,
) {
  const of = await desk.page(path)
  for (const [name, variant] of Object.entries(variants)) expectVariant(name, await desk.page(variant), of)
}

/** Each page by its name and its path; `whole` with head and navigation. */
async function expectPages(
  desk: { page(path: string): Promise<string> },
  pages: Record<string, string>,
  whole = false,
) {
  for (const [name, path] of Object.entries(pages)) {
    const page = await desk.page(path)
    expectPage(name, whole ? page : ownOf(page))
  }
}

describe('pages of the desk are as in their files', () => {
  it('where there is nothing yet', async () => {
    const desk = deskOf()
    await expectPages(desk, { 'whole-today-empty': '/' }, true)
    await expectPages(desk, {
      'empty-lines': '/lines',
      'empty-payments': '/payments',
      'empty-imports': '/imports',
      'empty-refunds': '/refunds',
      'empty-approvals': '/approvals',
      'empty-days': '/days',
      'empty-receipts': '/receipts',
      'empty-reports': '/reports',
      'empty-audit': '/audit',
      'missing-page': '/nothing',
      'missing-line': '/lines/none',
      'missing-payment': '/payments/pay_00000000000000000000000000',
      'missing-refund': '/refunds/ref_00000000000000000000000000',
      'bad-filter': '/payments?from=yesterday',
    })
  })

  it('of a payment that people worked on', async () => {
    const desk = await workedOn()
    await expectPages(desk, { 'whole-today': '/' }, true)
    await expectPages(desk, {
      'worked-line': desk.linePath,
      'worked-lines': '/lines?status=open',
      'worked-payment': `/payments/${desk.id}`,
      'worked-payment-pending': `/payments/${desk.other.id}`,
      'worked-payments': '/payments',
      'worked-refund': `/refunds/${desk.refund.id}`,
      'worked-refunds': '/refunds?status=succeeded&from=2026-11-20&to=2026-11-20',
      'worked-receipt': `/receipts/${desk.id}`,
      'worked-receipts': '/receipts?year=2026',
      'worked-reports': '/reports?from=2026-11-20&to=2026-11-20',
      'worked-day': '/days/2026-11-20?account=cbe-1000',
      'worked-days': '/days',
      'worked-audit': '/audit',
      'worked-import': `/imports/${(await desk.payments.statements.list()).items[0]!.id}`,
      'worked-imports': '/imports',
    })
    // Each banner is left by a write; this is what the browser sends with the page that follows.
    const announced = async (name: string, path: string, cookie: string) => {
      const answer = await desk.get(path, { headers: { cookie: `hp_desk_done=${cookie}` } })
      expectVariant(name, await answer.text(), await desk.page(path))
    }
    await announced('worked-line-assigned', desk.linePath, 'assigned')
    await expectVariants(desk, '/payments', { 'worked-payments-found': '/payments?text=INV-1' })
    const refund = `/refunds/${desk.refund.id}`
    await announced('worked-refund-done', refund, 'refund.confirm')
  })

  it('of lines that wait: money in with offers, money out beside money in', async () => {
    const desk = deskOf({}, { refundApproval: () => true })
    const { payments } = desk
    const asked = await payments.createPayment(
      request({ customer: { name: 'Abebe Kebede', phone: '+251911223344' }, amount: 148_500 }),
    )
    const paid = await payments.createPayment(request({ reference: 'INV-2', amount: 20_000 }))
    await payments.confirmPayment(paid.id)
    const credit = await openLine(payments, { row: 2, amount: 148_500, reference: 'INV-0001' })
    const debit = await openLine(payments, {
      row: 3,
      amount: 20_000,
      direction: 'debit',
      narration: 'back',
      reference: 'INV-2',
    })
    await payments.lines.note(credit.key, { text: 'The payer was called.', actor: 'hana' })
    const path = (key: string) => `/lines/${encodeURIComponent(key)}`
    await expectPages(desk, {
      'open-credit': path(credit.key),
      'open-debit': path(debit.key),
      'open-lines': '/lines?status=open&account=cbe-1000',
    })
    const search = async (key: string, q: string) =>
      (await desk.post(`${path(key)}/allocate`, { expectedVersion: '1', q })).text()
    const credits = {
      'open-credit-found': asked.reference,
      'open-credit-found-by-phone': '+251 911-223 344',
      'open-credit-found-nothing': '0911',
    }
    for (const [name, q] of Object.entries(credits))
      expectVariant(name, await search(credit.key, q), await desk.page(path(credit.key)))
    expectVariant('open-debit-found', await search(debit.key, 'INV-2'), await desk.page(path(debit.key)))
    const found = await desk.page(path(credit.key))
    const refused = async (name: string, fields: Record<string, string>) => {
      const answer = await desk.post(`${path(credit.key)}/allocate`, {
        expectedVersion: '1',
        ...fields,
      })
      expectVariant(`open-credit-${name}`, await answer.text(), found)
    }
    await refused('nothing-chosen', {})
    await refused('bad-amount', { 'payment.0': asked.id, 'amount.0': 'much' })
    await refused('too-much', { 'payment.0': asked.id, 'amount.0': '2000.00' })
    await refused('bad-category', { 'category.0': 'a b', 'categoryAmount.0': '5.00' })
    await refused('bad-category-amount', { 'category.0': 'donation', 'categoryAmount.0': '5,0,0' })
    await payments.lines.assign(credit.key, { expectedVersion: 1, assignee: 'selam', actor: 'selam' })
    await refused('changed', { 'payment.0': asked.id, 'amount.0': '1.00' })
    desk.who.scopes = [...reader]
    desk.who.actor = 'cashier'
    await expectPages(desk, { 'whole-lines-of-a-reader': '/lines' }, true)
    await expectPages(desk, { 'reader-credit': path(credit.key), 'reader-payment': `/payments/${paid.id}` })
  })

  it('of a refund that waits, is approved, and is canceled, and of the form that asks for one', async () => {
    const desk = deskOf({}, { refundApproval: () => true })
    const { payments } = desk
    const { id } = await payments.createPayment(request())
    await payments.confirmPayment(id)
    const refund = await payments.refunds.create(
      { paymentId: id, amount: 50_000, reason: 'duplicate' },
      { actor: 'hana' },
    )
    const path = `/refunds/${refund.id}`
    await expectPages(desk, {
      'refund-requested': path,
      'refund-approvals': '/approvals',
      'refund-payment': `/payments/${id}`,
    })
    await payments.refunds.approve(refund.id, { actor: 'selam' })
    await expectPages(desk, { 'refund-pending': path, 'refunds-pending': '/refunds?status=pending' })
    const again = await desk.post(`${path}/confirm`, { expectedVersion: '1' })
    expectVariant('refund-changed', await again.text(), await desk.page(path))
    await payments.refunds.cancel(refund.id, { actor: 'selam', reason: 'paid in cash' })
    await expectPages(desk, { 'refund-canceled': path, 'refunds-canceled': '/refunds?status=canceled' })
  })

  it('of days that are open, closed, and reopened, and of receipts that are void', async () => {
    const desk = deskOf()
    const { payments, clock } = desk
    const { id } = await payments.createPayment(request())
    await payments.confirmPayment(id)
    await payments.receipts.issue(id, { actor: 'almaz' })
    const line = await openLine(payments)
    await payments.lines.allocate(line.key, {
      expectedVersion: 1,
      allocations: [{ to: 'category', category: 'donation', amount: 100_000 }],
    })
    clock.advance(day)
    const path = '/days/2026-11-20?account=cbe-1000'
    await expectPages(desk, { 'day-open': path, 'days-open': '/days' })
    await payments.days.close({ account: 'cbe-1000', day: '2026-11-20', actor: 'hana' })
    await expectPages(desk, { 'day-closed': path, 'days-closed': '/days' })
    const closed = await desk.get(path, { headers: { cookie: 'hp_desk_done=day.close' } })
    expectVariant('day-closed-done', await closed.text(), await desk.page(path))
    clock.advance(minute)
    await payments.days.reopen({ account: 'cbe-1000', day: '2026-11-20', actor: 'hana', reason: 'a line was wrong' })
    await payments.reversePayment(id, { reason: 'wrong patient' })
    await expectPages(desk, {
      'day-reopened': path,
      'receipt-void': `/receipts/${id}`,
      'receipts-void': '/receipts',
      'payment-reversed': `/payments/${id}`,
      'audit-of-all': '/audit',
    })
  })

  it('of imports: the form, a preview, what was stored, and files that cannot be read', async () => {
    const desk = deskOf({ layouts: { till } })
    const { payments } = desk
    const { id } = await payments.createPayment(request({ channel: 'cash' }))
    await payments.confirmPayment(id)
    const upload = async (path: string, fields: Record<string, string>, content: string | null) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      if (content !== null) body.append('file', new Blob([content]), 'till.csv')
      const headers = { 'sec-fetch-site': 'same-origin' }
      return desk.desk(new Request(`${host}${base}${path}`, { method: 'POST', headers, body }))
    }
    const rows = ['2026-11-20,1500.00,INV-1,fee', '2026-11-20,10.00,,charge', 'no day,1.00,,']
    const period = { from: '2026-11-20', to: '2026-11-20', channels: 'cash' }
    await expectPages(desk, { 'import-form': '/imports' })
    const form = await desk.page('/imports')
    const shown = async (name: string, fields: Record<string, string>, content: string | null) =>
      expectVariant(name, await (await upload('/imports/preview', fields, content)).text(), form)
    await shown('import-preview', { account: 'till-1', ...period }, tillFile(...rows))
    await shown('import-preview-empty', { account: 'till-1', layout: 'till' }, tillFile())
    await shown('import-without-file', { account: 'till-1' }, null)
    await shown('import-without-account', { account: '' }, tillFile(...rows))
    await shown('import-of-another-bank', { account: 'till-1' }, 'a,b\n1,2\n')
    expectVariant('import-refused', await (await upload('/imports', { account: '' }, tillFile(...rows))).text(), form)
    await upload('/imports', { account: 'till-1', ...period }, tillFile(...rows))
    await upload('/imports', { account: 'till-1' }, tillFile('2026-11-25,10.00,,charge'))
    const { items } = await payments.statements.list()
    await expectPages(desk, {
      'import-stored': `/imports/${items[1]!.id}`,
      'import-stored-with-warnings': `/imports/${items[0]!.id}`,
      imports: '/imports',
    })
  })
})
