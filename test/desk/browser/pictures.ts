/** The pages of which docs/desk.md has pictures, in a hospital in the middle of its work. */
import type { HospitalPayments } from 'hospital-payments'
import type { Page } from 'playwright-core'
import { memoryRepository } from 'hospital-payments'
import { sampleWithCounter } from '../../../examples/finance-desk/sample.js'
import { serviceOfTwo } from './hospital.js'

export interface Picture {
  /** The name of its file in `docs/images`, without its ending. */
  readonly name: string
  readonly path: string
  /** True for a page as a cashier sees it. */
  readonly isOfCashier?: boolean
  /** Acts on the page before its picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>
}

/** The names alone, for whoever compares them with the documents. */
export const pictureNames = [
  ...(['desk', 'desk-lines', 'desk-line', 'desk-payment', 'desk-import', 'desk-refunds'] as const),
  ...(['desk-approvals', 'desk-day', 'desk-month', 'desk-receipt', 'desk-reports', 'desk-audit'] as const),
  ...(['desk-counter', 'desk-change', 'desk-session', 'desk-close', 'desk-cash'] as const),
] as const

const statement = [
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,A/C No.',
  'SL17AB20QX,2026-12-01 07:12:00,Pay Bill from 2547****411,Completed,1500.00,,OPD-5594-902',
  'SL18CD31RT,2026-12-01 07:40:00,Pay Bill from 2547****902,Completed,500.00,,OPD-5594-905',
  'SL19EF42SU,2026-12-01 07:55:00,Pay Bill from 2547****118,Completed,750.00,,X-RAY',
  'SL20GH53TV,2026-12-01 08:02:00,Pay Bill from 2547****118,Completed,seven,,X-RAY',
  '',
].join('\r\n')

async function preview(page: Page): Promise<void> {
  await page.locator('input[name=account]').fill('mpesa-600123')
  const file = { name: 'mpesa-december.csv', mimeType: 'text/csv', buffer: Buffer.from(statement) }
  await page.locator('input[name=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.locator('#shown').waitFor()
}

/** Fills the cash given, so that the change stands beside it. */
async function giveCash(page: Page): Promise<void> {
  await page.locator('input[name=tendered]').pressSequentially('3000')
  await page.locator('[data-change]').waitFor()
}

/** Makes a hospital, and the pictures of its desk. */
export async function pictured(): Promise<{ payments: HospitalPayments; pictures: readonly Picture[] }> {
  const repository = memoryRepository()
  await sampleWithCounter(repository)
  const payments = serviceOfTwo(repository)
  const { items: open } = await payments.lines.list({ status: 'open', limit: 500 })
  const spelt = open.find(({ reference }) => reference === '0PD-5594-008')!
  const { items } = await payments.search({ status: ['succeeded'], limit: 500 })
  const paid = items.filter(({ customer }) => customer?.name !== undefined).slice(0, 8)
  const [first, second, third] = paid as [(typeof paid)[0], (typeof paid)[0], (typeof paid)[0]]
  for (const { id } of paid) await payments.receipts.issue(id, { actor: 'almaz' })
  const ask = (paymentId: string, amount: number, reason: 'duplicate' | 'price_corrected' | 'service_not_given') =>
    payments.refunds.create({ paymentId, amount, reason }, { actor: 'hana' })
  await ask(second.id, second.amount, 'duplicate')
  await ask(third.id, third.amount, 'service_not_given')
  await ask(first.id, 2500, 'price_corrected')
  const day = '2026-11-10'
  await payments.days.close({ account: 'bank-1100', day, actor: 'hana' })
  const [next] = (await payments.findByReference('OPD-0112-03')).items
  const [paidBill] = (await payments.findByReference('OPD-0112-02')).items
  const [receipt] = (await payments.receipts.list({ paymentId: paidBill!.id })).items
  await payments.receipts.print(receipt!.number, receipt!.year, { actor: 'almaz' })
  const [closed] = (await payments.cash.list({ status: 'closed' })).items
  const paths: Readonly<Record<(typeof pictureNames)[number], Omit<Picture, 'name'>>> = {
    desk: { path: '/' },
    'desk-lines': { path: '/lines?status=open&account=mpesa-600123' },
    'desk-line': { path: `/lines/${encodeURIComponent(spelt.key)}` },
    'desk-payment': { path: `/payments/${first.id}` },
    'desk-import': { path: '/imports', act: preview },
    'desk-refunds': { path: '/refunds' },
    'desk-approvals': { path: '/approvals' },
    'desk-day': { path: `/days/${day}?account=bank-1100` },
    'desk-month': { path: '/months?month=2026-11&account=bank-1100' },
    'desk-receipt': { path: `/receipts/${first.id}` },
    'desk-reports': { path: '/reports' },
    'desk-counter': { path: `/counter/bills/${next!.id}`, act: giveCash, isOfCashier: true },
    'desk-change': { path: `/counter/takes/${encodeURIComponent(receipt!.lineKey!)}`, isOfCashier: true },
    'desk-session': { path: '/counter/session', isOfCashier: true },
    'desk-close': { path: `/cash/sessions/${closed!.id}` },
    'desk-cash': { path: '/cash' },
    'desk-audit': { path: '/audit' },
  }
  return { payments, pictures: pictureNames.map((name) => ({ name, ...paths[name] })) }
}
