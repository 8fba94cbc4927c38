import { amharic, deskMessages, french, type MessageKey, type Messages, swahili } from 'hospital-payments/desk'
import { describe, expect, it } from 'vitest'
import { deskWithProvider, furnishAttempts } from './support/attempt-scene.js'
import { furnishCounter } from './support/counter-scene.js'
import { furnishPayer } from './support/payer-scene.js'
import { base, deskOf, formsOf, host, lineForm, openLine } from './support/desk.js'
import { request } from '../support/service.js'

const fixed: readonly string[] = ['locale', 'direction']

/** Each letter of each message with a mark, what stands in braces kept: a word without marks is in no catalogue. */
const pseudo = Object.fromEntries(
  Object.entries(deskMessages).map(([key, text]) => [
    key,
    fixed.includes(key)
      ? text
      : text.replace(/\{\w+\}|[A-Za-z]+/g, (word) => (word.startsWith('{') ? word : `ÿ${word}ÿ`)),
  ]),
) as Messages

/** Returns the words of a page that a person sees, or a screen reader reads out, without data. */
function wordsOf(page: string): string[] {
  const body = page
    .slice(page.indexOf('<body>'))
    .replace(/<small class="eth"[\s\S]*?<\/small|<(bdi|time|code|abbr|textarea)\b[^>]*>[\s\S]*?<\/\1>/g, ' ')
  const attributes = [...body.matchAll(/\s(?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(([, text]) => text!)
  const text = body.replace(
    /<select name="category"[\s\S]*?<\/select>|<span dir="auto">[\s\S]*?<\/span>|<p dir="auto">[\s\S]*?<\/p>|<ul lang="en">[\s\S]*?<\/ul>/g,
    ' ',
  )
  return [...attributes, text.replace(/<[^>]*>/g, ' ')]
    .join(' ')
    .replace(/&\w+;|&#\d+;/g, ' ')
    .split(/[^\p{L}ÿ]+/u)
    .filter((word) => /[A-Za-z]{2,}/.test(word) && !(word.startsWith('ÿ') && word.endsWith('ÿ')))
}

/** Names of formats and accounts, which are no words of a language. */
const data = new Set([
  ...['camt', 'ISO', 'MT', 'SWIFT', 'OFX', 'QFX', 'CSV', 'mpesaOrganisation', 'mpesaCustomer', 'vodafoneCash', 'ETB'],
  ...['fake', 'cbe', 'Finance', 'desk', 'INV', 'bank_fee', 'cash', 'mobile', 'banking'],
])

async function everyPage(messages: Partial<Messages>) {
  const limits = { wholeUnits: true, min: 100, max: 200_000 }
  const desk = deskWithProvider(
    { canCancel: false, limits },
    { refundApproval: ({ amount }) => amount > 500 },
    { messages, title: 'ÿdeskÿ' },
  )
  const { payments, page, submit, get, post, clock, fake } = desk
  const payment = await payments.createPayment(request({ customer: { name: 'Abebe' } }))
  const other = await payments.createPayment(request({ reference: 'INV-2' }))
  await payments.confirmPayment(other.id)
  await payments.failPayment((await payments.createPayment(request())).id, { reason: 'x' })
  const line = await openLine(payments)
  await openLine(payments, { row: 3, direction: 'debit' })
  const settled = await openLine(payments, { row: 4, amount: 5000 })
  await payments.lines.allocate(settled.key, {
    expectedVersion: 1,
    allocations: [{ to: 'payment', paymentId: payment.id, amount: 5000 }],
  })
  const path = `/lines/${encodeURIComponent(line.key)}`
  await payments.lines.note(line.key, { text: 'x' })
  await payments.lines.hold(line.key, { expectedVersion: 1, reason: 'x' })
  const { items: imports } = await payments.statements.list()
  const refundRequest = { paymentId: other.id, reason: 'duplicate' } as const
  const requested = await payments.refunds.create({ ...refundRequest, amount: 1000 }, { actor: 'hana' })
  const ownRefund = await payments.refunds.create({ ...refundRequest, amount: 1001 }, { actor: 'almaz' })
  const small = await payments.refunds.create({ ...refundRequest, amount: 500 })
  await payments.receipts.issue(other.id)
  const days = [{ account: 'cbe-1000', day: '2026-11-20' }] as const
  desk.clock.set('2026-11-21T09:00:00.000Z')
  await payments.days.close({ ...days[0], actor: 'hana' })
  await payments.lines.note(line.key, { text: 'y' })
  await payments.lines.release(line.key, { expectedVersion: 2 })
  const day = '/days/2026-11-20?account=cbe-1000'
  const { items: receiptsPaid } = await payments.findByReference('INV-1')
  const counter = await furnishCounter(payments)
  const payer = await furnishPayer(payments)
  const attempts = await furnishAttempts(payments, clock, fake)
  const rule = await payments.rules.create({ text: 'ledger fee', category: 'fee' }, { actor: 'hana' })
  const pages = [
    ...['/rules', '/rules/new?line=none', `/rules/${rule.id}`, `/rules/new?line=${encodeURIComponent(line.key)}`],
    ...attempts.paths,
    ...counter.paths,
    ...payer.paths,
    ...['/payers/none', '/payers/none/statement', '/waivers?status=revoked', `/payments/${payer.ward.id}`],
    ...[
      '/',
      '/lines',
      '/lines?text=nothing',
      '/lines?amount=1',
      '/payments',
      '/payments?text=nothing',
      '/imports',
      '/reports',
    ],
    ...['/reports?flag=late', '/audit?from=2026-11-20', '/audit', '/reports/actors', path],
    ...[
      `/lines/${encodeURIComponent(settled.key)}`,
      `/imports/${imports[0]!.id}`,
      '/lines/none',
      '/nothing',
      '/payments/pay_x',
    ],
    ...[
      '/refunds',
      '/refunds?status=failed',
      '/approvals',
      ...[requested, ownRefund, small].map(({ id }) => `/refunds/${id}`),
    ],
    ...[
      '/days',
      '/months?month=2026-11',
      '/months?month=2026-10',
      day,
      `${day}&verify=1`,
      '/days/2026-11-20?account=none',
      '/days/2026-11-22?account=x',
      '/receipts',
      `/receipts/${other.id}`,
    ],
    `/payments/${other.id}`,
    ...receiptsPaid.map(({ id }) => `/payments/${id}`),
  ]
  const texts = await Promise.all(pages.map(async (one) => [one, await page(one)] as const))
  const stale = await submit(lineForm(await page(path), 'hold'), { expectedVersion: '1' })
  const wrong = await submit(lineForm(await page(path), 'allocate'), { 'category.0': '!', 'categoryAmount.0': 'x' })
  const crossed = await post(`${path}/hold`, {}, { 'sec-fetch-site': 'cross-site' })
  const amountsOf = { amount: 'x', tendered: '', counted: '', float: '', currency: 'ETB' }
  for (const path of counter.paths)
    for (const { action, method, fields } of formsOf(await page(path))) {
      if (method !== 'post') continue
      const refused = await post(action, { ...Object.fromEntries(fields), ...amountsOf })
      texts.push([action, await refused.text()] as const)
    }
  const remittance = async (...rows: readonly string[]) => {
    const body = new FormData()
    body.append('cut', 'insurer_cut')
    body.append('file', new Blob([`Reference,Amount\n${rows.join('\n')}\n`]), 'nyala.csv')
    const headers = { 'sec-fetch-site': 'same-origin' }
    return desk.desk(new Request(`${host}${base}${payer.remittancePath}`, { method: 'POST', headers, body }))
  }
  const rows = ['WARD-3,250.00', 'LOST-1,50.00', 'WARD-3,1.00', 'XRAY-1,1.005', 'XRAY-1,x', 'XRAY-1,-1', 'XRAY-1,KES 1']
  const remittances = { few: await remittance(...rows), many: await remittance('WARD-3,250.00', 'XRAY-1,400.00') }
  const search = (q: string) => post(`${path}/allocate`, { expectedVersion: '3', q, search: '1' })
  const [found1, found0] = [await search('inv'), await search('zzz')]
  const ask = async (fields: Record<string, string>) =>
    submit(lineForm(await page(`/payments/${attempts.openId}`), 'attempts'), fields)
  const abandon = async (fields: Record<string, string>) =>
    submit(lineForm(await page(`/attempts/${attempts.living.id}`), 'abandon'), fields)
  const ofAttempts = {
    phone: await ask({ phone: '1' }),
    page: await ask({ returnUrl: 'x' }),
    limits: await ask({ amount: '1.50' }),
    unchosen: await ask({ provider: '' }),
    refused: await abandon({ reason: 'x' }),
    old: await abandon({ reason: 'x', expectedVersion: '1' }),
  }
  for (const [name, answer] of Object.entries({
    ...ofAttempts,
    ...remittances,
    found1,
    found0,
    stale,
    wrong,
    crossed,
    gone: await get('/lines?cursor=x'),
  }))
    texts.push([name, await answer.text()] as const)
  return texts
}

describe('createDesk: the catalogue of messages', () => {
  it('has every word of every page: none is left in English when a host replaces all of them', async () => {
    for (const [path, text] of await everyPage(pseudo))
      expect([path, wordsOf(text).filter((word) => !data.has(word))]).toEqual([path, []])
  })

  it('has every word of every page in Amharic: no Latin word is left but names', async () => {
    const latin = new Set(Object.values(amharic).flatMap((text) => text.match(/[A-Za-z]+/g) ?? []))
    for (const [path, text] of await everyPage({ ...amharic, 'desk.title': 'ÿdeskÿ' })) {
      const words = wordsOf(text).flatMap((word) => word.match(/[A-Za-z]{2,}/g) ?? [])
      const others = words.filter((word) => !data.has(word) && !latin.has(word))
      expect([path, others]).toEqual([path, []])
      if (text !== '') expect([path, text.includes(amharic['page.foot'])]).toEqual([path, true])
    }
  })

  it.each(Object.entries({ french, swahili }))('has the foot of %s on every page', async (_name, messages) => {
    for (const [path, text] of await everyPage(messages)) {
      if (text === '') continue
      expect([path, text.includes(messages['page.foot'])]).toEqual([path, true])
      expect([path, text.includes(`<html lang="${messages.locale}"`)]).toEqual([path, true])
    }
  })

  it('has no message that could not be filled in', () => {
    const holes = Object.entries(deskMessages).filter(([, text]) => /\{(?!\w+\})|(?<!\{\w+)\}/.test(text))
    expect(holes).toEqual([])
  })

  it('sets language and direction of the page', async () => {
    const { page } = deskOf({ messages: { locale: 'ar', direction: 'rtl' } })
    expect(await page('/')).toContain('<html lang="ar" dir="rtl">')
  })

  it('escapes a message as it escapes everything', async () => {
    const key: MessageKey = 'nav.today'
    const { page } = deskOf({ messages: { [key]: '<b>Heute</b>' } })
    expect(await page('/')).toContain('&lt;b&gt;Heute&lt;/b&gt;')
  })
})

describe('createDesk: days', () => {
  it('have the Ethiopian date beside where the hospital uses it, and no other one elsewhere', async () => {
    const there = deskOf()
    await openLine(there.payments)
    expect(await there.page('/lines')).toContain('11 Hedar 2019')
    const elsewhere = deskOf({}, { timeZone: 'Africa/Nairobi' })
    await openLine(elsewhere.payments)
    expect(await elsewhere.page('/lines')).not.toContain('Hedar')
  })

  it("are those of the hospital's zone", async () => {
    const { clock, page } = deskOf()
    clock.set('2026-11-20T21:30:00.000Z')
    expect(await page('/')).toContain('<time datetime="2026-11-21">')
  })
})
