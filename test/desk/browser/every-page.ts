/** Every page of the desk, in a hospital with the longest possible texts, and the texts of a language that runs from right to left. */
import { createDesk, deskMessages, type MessageKey } from 'hospital-payments/desk'
import { type HospitalPayments, memoryRepository } from 'hospital-payments'
import { fakeProvider } from 'hospital-payments/testing'
import { deskRoutes } from '../../../src/desk/routes.js'
import { sampleHospital, sampleMorning } from '../../../examples/finance-desk/sample.js'
import { openHospital } from '../../../examples/settle-statement/hospital.js'
import { furnishCounter } from '../support/counter-scene.js'
import { everyScope } from '../support/desk.js'

/** Every text with a word of Arabic before it, so that texts run from right to left as those of a translation do. */
export const arabic = {
  ...(Object.fromEntries(
    Object.entries(deskMessages).map(([key, text]) => [key, `\u0645\u0627\u0644 ${text}`]),
  ) as Record<MessageKey, string>),
  locale: 'ar',
  direction: 'rtl',
}

/** Makes a text of a length that has its start and nothing else to break it at. */
export const long = (start: string, length: number) => start + 'X0-'.repeat(length).slice(0, length - start.length)

/** Makes the sample hospital, with a provider whose payers do nothing. */
export async function sampleWithProvider(): Promise<HospitalPayments> {
  const repository = memoryRepository()
  await sampleHospital(repository)
  const clock = () => Date.parse(sampleMorning)
  return openHospital(clock, repository, undefined, { fake: fakeProvider({ clock }) })
}

/** Stores a payment, a line, a refund and a closed day with the longest possible texts, and a line of money out. */
async function longTexts(payments: HospitalPayments) {
  const payerId = long('MRN', 64)
  const [reference, account, actor] = [long('LONG', 255), long('bank', 255), long('hana', 128)]
  const { id } = await payments.createPayment({
    ...{ amount: 123_456_789, currency: 'KES', reference, channel: 'cash' },
    customer: { id: payerId, name: 'Abebe ' + 'Kebede'.repeat(20), phone: '+251911223344' },
    description: 'X-ray '.repeat(40),
    metadata: { ward: long('ward', 100) },
  })
  await payments.confirmPayment(id, { providerTransactionId: long('FT', 255), actor })
  const texts = { narration: long('narration', 500), reference }
  const [day, currency] = ['2026-11-02', 'KES']
  const lines = [
    { row: 2, direction: 'credit', amount: 50_000, currency, valueDate: day, ...texts },
    { row: 3, direction: 'debit', amount: 98_765_432, currency, valueDate: day, ...texts },
  ] as const
  const { id: importId } = await payments.statements.import(lines, { account, fileName: long('file', 255), actor })
  const { items } = await payments.lines.list({ account })
  const debit = items.find(({ direction }) => direction === 'debit')!
  const allocations = [{ to: 'category', category: long('fee', 64).toLowerCase(), amount: 1000 }] as const
  await payments.lines.allocate(debit.key, {
    expectedVersion: debit.version,
    allocations,
    reason: long('why', 500),
    actor,
  })
  await payments.days.close({ account, day, actor })
  const refund = await payments.refunds.create({ paymentId: id, amount: 2_000_000, reason: 'duplicate' }, { actor })
  await payments.receipts.issue(id, { actor })
  const bill = await payments.createPayment({
    ...{ amount: 123_456_789, currency: 'KES', reference: long('BILL', 255), channel: 'cash' },
    customer: { id: payerId },
  })
  const word = (start: string) => long(start, 40).toLowerCase()
  const request = { paymentId: bill.id, amount: 98_765_432, scheme: word('poor'), reason: word('no_income') }
  const waiver = await payments.waivers.request({ ...request, note: long('note', 500) }, { actor })
  const target = await payments.createPayment({
    ...{ amount: 123_456_700, currency: 'KES', reference: long('PUSH', 255), channel: 'cash' },
    customer: { id: payerId },
  })
  const attempt = await payments.attempts.start({ paymentId: target.id, provider: 'fake', actor })
  const rule = await payments.rules.create(
    { text: long('LEDGER', 255), account, amount: 98_765_432, currency, category: word('bank_fee') },
    { actor },
  )
  const credit = items.find(({ direction }) => direction === 'credit')!
  return {
    payer: `/payers/${payerId}`,
    attempt: `/attempts/${attempt.id}`,
    held: `/payments/${target.id}`,
    waiver: `/waivers/${waiver.id}`,
    rule: `/rules/${rule.id}`,
    newRule: `/rules/new?line=${encodeURIComponent(credit.key)}`,
    remittance: `/lines/${encodeURIComponent(credit.key)}/remittance`,
    id,
    importId,
    refund,
    lines: items,
    day: `/days/${day}?${new URLSearchParams({ account }).toString()}`,
  }
}

/** Returns the path of the route that a page has, as the table of routes writes it. */
function templateOf(path: string): string {
  const isOf = ({ method, path: template }: (typeof deskRoutes)[number]) =>
    method === 'GET' && new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
  return deskRoutes.find(isOf)!.path
}

/** Uploads a file that no layout knows, and returns the path of the page on which a person says what its columns are. */
async function unknownFile(payments: HospitalPayments): Promise<string> {
  const desk = createDesk({ payments, authenticate: () => ({ actor: 'almaz', scopes: everyScope }) })
  const body = new FormData()
  body.append('account', long('bank', 255))
  body.append(
    'file',
    new Blob([`Txn Date,Details,In,Out\n03/04/2026,${long('narration', 500)},5.00,\n`]),
    'november.csv',
  )
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await desk(new Request('http://desk.test/imports/preview', { method: 'POST', headers, body }))
  return answer.headers.get('location')!
}

/** Returns all pages of the desk, each with its template in the table of routes. */
export async function pagesOf(
  payments: HospitalPayments,
): Promise<readonly (readonly [template: string, path: string])[]> {
  const { id, importId, refund, lines, day, payer, remittance, ...others } = await longTexts(payments)
  const { waiver, attempt, held, rule, newRule } = others
  const { items: open } = await payments.lines.list({ status: 'open', account: 'bank-1100' })
  const { paths } = await furnishCounter(payments)
  return [
    ...[
      '',
      '/',
      '/lines',
      '/payments',
      '/imports',
      '/refunds',
      '/approvals',
      '/days',
      '/receipts',
      '/done',
      '/waivers',
    ].map((path) => [path, path] as const),
    ['/payments/waiting', '/payments/waiting'],
    ['/cash/waiting', '/cash/waiting'],
    ['/lines', '/lines?text=nothing&status=settled&account=none'],
    ['/waivers/to-approve', '/waivers/to-approve'],
    ['/waivers/{waiverId}', waiver],
    ['/rules', '/rules'],
    ['/rules/new', newRule],
    ['/rules/{ruleId}', rule],
    ['/attempts', '/attempts'],
    ['/attempts/{attemptId}', attempt],
    ['/payments/{paymentId}', held],
    ['/payers/{payerId}', payer],
    ['/payers/{payerId}/statement', `${payer}/statement`],
    ['/lines/{lineKey}/remittance', remittance],
    ['/audit', '/audit?from=2026-11-01&to=2026-11-30'],
    ['/reports', '/reports?from=2026-11-01&to=2026-12-01&sums=1'],
    ['/reports/actors', '/reports/actors?from=2026-11-01&to=2026-12-01'],
    ['/payments/{paymentId}', `/payments/${id}`],
    ['/receipts/{paymentId}', `/receipts/${id}`],
    ['/refunds/{refundId}', `/refunds/${refund.id}`],
    ['/imports/{importId}', `/imports/${importId}`],
    ['/days/{day}', day],
    ['/months', '/months?month=2026-11'],
    ['/days/{day}', '/days/2026-11-03?account=bank-1100'],
    ...[...lines, open[0]!].map(({ key }) => ['/lines/{lineKey}', `/lines/${encodeURIComponent(key)}`] as const),
    ...paths.map((path) => [templateOf(path), path] as const),
    ['/imports/uploads/{uploadId}/columns', await unknownFile(payments)],
    ['/nothing', '/nothing'],
  ]
}
