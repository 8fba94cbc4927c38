import { deskMessages, type MessageKey } from 'hospital-payments/desk'
import { type HospitalPayments, memoryRepository } from 'hospital-payments'
import { fakeProvider } from 'hospital-payments/testing'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { furnishCounter } from '../support/counter-scene.js'
import { deskRoutes } from '../../../src/desk/routes.js'
import { till } from '../../http/support/finance.js'
import { executable, launch, open, serve } from './browser.js'
import { sampleHospital, sampleMorning } from '../../../examples/finance-desk/sample.js'
import { openHospital } from '../../../examples/settle-statement/hospital.js'

/** Every text with a word of Arabic before it, so that texts run from right to left as those of a translation do. */
const arabic = {
  ...(Object.fromEntries(
    Object.entries(deskMessages).map(([key, text]) => [key, `\u0645\u0627\u0644 ${text}`]),
  ) as Record<MessageKey, string>),
  locale: 'ar',
  direction: 'rtl',
}

const long = (start: string, length: number) => start + 'X0-'.repeat(length).slice(0, length - start.length)

/** Makes the sample hospital, with a provider whose payers do nothing. */
async function sampleWithProvider(): Promise<HospitalPayments> {
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
  const credit = items.find(({ direction }) => direction === 'credit')!
  return {
    payer: `/payers/${payerId}`,
    attempt: `/attempts/${attempt.id}`,
    held: `/payments/${target.id}`,
    waiver: `/waivers/${waiver.id}`,
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

/** Returns all pages of the desk, each with its template in the table of routes. */
async function pagesOf(payments: HospitalPayments): Promise<readonly (readonly [template: string, path: string])[]> {
  const { id, importId, refund, lines, day, payer, waiver, remittance, attempt, held } = await longTexts(payments)
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
    ['/lines', '/lines?text=nothing&status=settled&account=none'],
    ['/waivers/to-approve', '/waivers/to-approve'],
    ['/waivers/{waiverId}', waiver],
    ['/attempts', '/attempts'],
    ['/attempts/{attemptId}', attempt],
    ['/payments/{paymentId}', held],
    ['/payers/{payerId}', payer],
    ['/payers/{payerId}/statement', `${payer}/statement`],
    ['/lines/{lineKey}/remittance', remittance],
    ['/audit', '/audit?from=2026-11-01&to=2026-11-30'],
    ['/reports', '/reports?from=2026-11-01&to=2026-12-01&sums=1'],
    ['/payments/{paymentId}', `/payments/${id}`],
    ['/receipts/{paymentId}', `/receipts/${id}`],
    ['/refunds/{refundId}', `/refunds/${refund.id}`],
    ['/imports/{importId}', `/imports/${importId}`],
    ['/days/{day}', day],
    ['/days/{day}', '/days/2026-11-03?account=bank-1100'],
    ...[...lines, open[0]!].map(({ key }) => ['/lines/{lineKey}', `/lines/${encodeURIComponent(key)}`] as const),
    ...paths.map((path) => [templateOf(path), path] as const),
    ['/nothing', '/nothing'],
  ]
}

/** Returns the pages that are answers of a post, with the longest texts, by the way in which a person comes there. */
function postedPages(linePath: string): Readonly<Record<string, (page: Page, base: string) => Promise<unknown>>> {
  const search = (path: string, result: (page: Page) => Locator) => async (page: Page, base: string) => {
    await page.goto(base + path)
    await page.getByRole('searchbox').fill('LONG')
    await page.getByRole('searchbox').press('Enter')
    await result(page).waitFor()
    await page.waitForLoadState()
  }
  const kept = (page: Page) => page.locator('input[type=search][value="LONG"]')
  return {
    'a search for lines': search('/lines', kept),
    'a search for payments': search('/payments', kept),
    'a search of a line': search(linePath, (page) => page.getByText('Payments found for')),
    async 'a preview'(page, base) {
      const narration = long('narration', 500)
      const rows = [`2026-11-20,5.00,${long('LONG', 255)},${narration}`, `2026-11-20,-98765432.10,,${narration}`]
      const buffer = Buffer.from(`Day,Amount,Reference,Text\n${rows.join('\n')}\nno day,1,,${narration}\n`)
      await page.goto(`${base}/imports`)
      await page.locator('[name=account]').first().fill(long('bank', 255))
      await page
        .locator('[name=file]')
        .setInputFiles({ name: `${long('file', 200)}.csv`, mimeType: 'text/csv', buffer })
      await page.locator('form:has([name=file]) button.main').click()
      await page.waitForURL(/preview/)
    },
  }
}

/** Names of boxes and buttons of a page's tables that are read out for more than one of them. */
function sharedNames(page: Page): Promise<string[]> {
  return page.locator('td label, td button').evaluateAll((all) => {
    const names = all.map((one) => (one.textContent ?? '').replace(/\s+/g, ' ').trim())
    return names.filter((name, at) => name === '' || names.indexOf(name) !== at)
  })
}

/** Returns the amounts of a page that are not drawn from left to right with a minus before the digits. */
function wrongAmounts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('.money')].filter((money) => {
    if (money.getClientRects().length === 0) return false
    const { direction, unicodeBidi } = getComputedStyle(money)
    if (direction !== 'ltr' || unicodeBidi !== 'isolate') return true
    const text = money.firstChild
    const left = (at) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().left
    }
    return text.data.trim().length > 1 && left(0) >= left(1)
  }).map((money) => money.textContent)`)
}

describe.skipIf(executable === null)('createDesk: in both directions', () => {
  let browser: Browser
  let payments: HospitalPayments
  let pages: Awaited<ReturnType<typeof pagesOf>>

  beforeAll(async () => {
    ;[browser, payments] = await Promise.all([launch(), sampleWithProvider()])
    pages = await pagesOf(payments)
  })

  afterAll(() => browser?.close())

  it('the list of pages: every page of the table of routes is on it', () => {
    const templates = deskRoutes.filter(({ method, path }) => method === 'GET' && !path.endsWith('.csv'))
    expect(templates.map(({ path }) => path).filter((path) => !pages.some(([one]) => one === path))).toEqual([])
  })

  it.each([
    ['rtl', 390],
    ['rtl', 1280],
    ['ltr', 390],
    ['ltr', 1280],
  ] as const)(
    'every page, %s at %i pixels: nothing scrolls sideways, amounts run left to right',
    async (direction, width) => {
      const desk = await serve(payments, { layouts: { till }, ...(direction === 'rtl' && { messages: arabic }) })
      const { page, faults } = await open(browser, desk.base, { viewport: { width, height: 800 } })
      let negative = 0
      const titles = new Map<string, string>()
      const check = async (path: string) => {
        expect(await page.locator('html').getAttribute('dir')).toBe(direction)
        await page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
        const widthOf = () => page.evaluate<number>('document.documentElement.scrollWidth')
        expect([path, await widthOf()]).toEqual([path, width])
        await page.locator('.skip').focus()
        expect([path, 'skip', await widthOf()]).toEqual([path, 'skip', width])
        expect([path, await wrongAmounts(page)]).toEqual([path, []])
        expect([path, await sharedNames(page)]).toEqual([path, []])
        negative += await page.locator('.money', { hasText: /^\u2212/ }).count()
        // Where there is room, the longest texts leave every column in sight.
        if (width === 1280) {
          const hidden = await page
            .locator('.scroll')
            .evaluateAll((all) =>
              all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute('aria-label')),
            )
          expect([path, hidden]).toEqual([path, []])
        }
      }
      for (const [, path] of pages) {
        await page.goto(desk.base + path)
        await check(path)
        titles.set(await page.title(), path.split('?')[0]!)
      }
      const [, linePath] = pages.findLast(([template]) => template === '/lines/{lineKey}')!
      for (const [name, show] of Object.entries(postedPages(linePath))) {
        await show(page, desk.base)
        await check(name)
      }
      expect(negative).toBeGreaterThan(2)
      // A page is found again by its title among other pages of its kind.
      expect(titles.size).toBe(new Set(pages.map(([, path]) => path.split('?')[0]!.replace(/^\/$/, ''))).size)
      expect(faults).toEqual([])
      await page.context().close()
      await desk.close()
    },
  )
})
