/** A day at the counter in a browser: by keyboard alone, with scripts and without, on a phone, and on paper. */
import type { HospitalPayments } from 'hospital-payments'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { request, testService } from '../../support/service.js'
import { cashierScopes, supervisorScopes } from '../support/counter.js'
import { furnishCounter } from '../support/counter-scene.js'
import { executable, launch, open, serve, type Watched } from './browser.js'

const receipt = { name: 'Black Lion Hospital', address: 'Churchill Road\nAddis Ababa', taxNumber: '0001234567' }

describe.skipIf(executable === null)('createDesk: the counter', () => {
  let browser: Browser
  let payments: HospitalPayments
  let desk: Awaited<ReturnType<typeof serve>>
  const who = { actor: 'sara', scopes: cashierScopes }
  const signIn = (actor: string, scopes = cashierScopes) => Object.assign(who, { actor, scopes })

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  beforeEach(async () => {
    payments = testService({ timeZone: 'Africa/Addis_Ababa' }).payments
    signIn('sara')
    desk = await serve(payments, { who, receipt })
    return async () => void (await desk.close())
  })

  const bill = (reference: string, amount = 150_000) =>
    payments.createPayment(request({ reference, amount, channel: 'cash', customer: { name: 'Abebe Kebede' } }))

  /** Opens a page in which each print is counted in place of a dialog. */
  async function opened(scripts = true, options: object = {}): Promise<Watched> {
    const watched = await open(browser, desk.base, { javaScriptEnabled: scripts, ...options })
    await watched.page.addInitScript({
      content: "window.print = () => sessionStorage.setItem('printed', Number(sessionStorage.getItem('printed')) + 1)",
    })
    return watched
  }

  /** Waits until an element has the focus: the browser gives it a moment after the page has loaded. */
  const focusOf = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor()

  /** Writes texts by the keyboard, a Tab between them, and Enter behind the last one. */
  async function type(page: Page, ...texts: readonly string[]): Promise<void> {
    for (const [at, text] of texts.entries()) {
      if (at > 0) await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
  }

  async function openSession(page: Page): Promise<void> {
    await page.goto(`${desk.base}/counter`)
    await focusOf(page, 'a')
    await page.keyboard.press('Enter')
    await focusOf(page, '[name=point]')
    await type(page, 'window-1', 'ETB', '500')
    await page.getByText('The session is open.').waitFor()
  }

  /** Opens a part of the page by the keyboard, and goes to its first field. */
  async function unfold(page: Page, words: RegExp): Promise<void> {
    await page.locator('summary', { hasText: words }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }

  it.each([true, false])('a day is done by keyboard alone, scripts %s', async (scripts) => {
    for (const reference of ['INV-1', 'INV-2', 'INV-3']) await bill(reference)
    const { page, faults } = await opened(scripts)
    await openSession(page)

    await focusOf(page, '[name=text]')
    await type(page, 'INV-1')
    await page.waitForURL(/\/counter\/bills\//)
    await focusOf(page, '[name=tendered]')
    await page.keyboard.type('2000')
    expect(await page.locator('[data-change]').isVisible()).toBe(scripts)
    if (scripts) expect(await page.locator('[data-change]').textContent()).toContain('500.00')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/counter\/takes\//)
    expect(await page.locator('.large').textContent()).toContain('Change 500.00')
    expect(await page.locator('.slip').textContent()).toContain('One thousand five hundred birr and 00/100')
    await focusOf(page, '[name=text]')

    await type(page, 'INV-2')
    await focusOf(page, '[name=tendered]')
    await page.keyboard.press('Shift+Tab')
    await type(page, '400', '400')
    await page.getByText('1,100.00 ETB of the bill is still open.').waitFor()

    await page.goto(`${desk.base}/counter`)
    await page.getByRole('link', { name: 'Take a deposit' }).focus()
    await page.keyboard.press('Enter')
    await focusOf(page, '[name=payerId]')
    await type(page, 'MRN-7', '300', '500')
    await page.waitForURL(/\/counter\/takes\//)
    expect(await page.locator('.large').textContent()).toContain('Change 200.00')

    signIn('lily', supervisorScopes)
    await page.goto(`${desk.base}/cash`)
    expect(await page.locator('main').textContent()).toContain('2,700.00')
    await page.getByRole('link', { name: 'window-1' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /INV-1/ }).getByRole('link', { name: 'Void' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('input[name=reason]').focus()
    await type(page, 'wrong bill')
    await page.getByText('The movement was voided.').waitFor()

    signIn('sara')
    await page.goto(`${desk.base}/counter/session`)
    await unfold(page, /Send cash/)
    await type(page, '600', 'cash.safe', 'BAG-1')
    await page.getByText('The cash was sent.').waitFor()
    await unfold(page, /Close the session/)
    await focusOf(page, '[name=counted]')
    expect(await page.locator('input[name=counted]').inputValue()).toBe('')
    expect(await page.locator('main').textContent()).not.toMatch(/Expected|600\.00 ETB too/)
    await type(page, '590')
    await page.getByText('The session was closed.').waitFor()
    const sums = (await page.locator('.sums').textContent())!.replace(/\s+/g, ' ')
    expect(sums).toContain('Expected 600.00 ETB Difference 10.00 ETB too little')

    signIn('lily', supervisorScopes)
    await page.goto(`${desk.base}/cash`)
    await page.locator('#differences + .scroll a').focus()
    await page.keyboard.press('Enter')
    await page.locator('input[name=reason]').focus()
    await type(page, 'a torn note')
    await page.getByText('The difference was explained.').waitFor()

    if (scripts) expect(await page.evaluate<string>("sessionStorage.getItem('printed')")).toBe('3')
    expect(await payments.accounts.balance({ account: 'cash.window-1', currency: 'ETB' })).toBe('59000')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('a known cashier takes the tenth payment with two keys beside number and amount', async () => {
    const { page } = await opened()
    await openSession(page)
    for (let number = 1; number <= 10; number++) {
      await bill(`INV-${number}`)
      await focusOf(page, '[name=text]')
      await page.keyboard.type(`INV-${number}`)
      await page.keyboard.press('Enter')
      await focusOf(page, '[name=tendered]')
      await page.keyboard.type('1500')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/counter\/takes\//)
    }
    const { items } = await payments.receipts.list()
    expect(items.map(({ number, copies }) => [number, copies])).toEqual(items.map((_, at) => [at + 1, 1]))
    expect(items).toHaveLength(10)
    await page.context().close()
  })

  it('a name is found, and its bill chosen, by keyboard', async () => {
    await bill('INV-1')
    await bill('INV-2')
    const { page } = await opened()
    await openSession(page)
    await focusOf(page, '[name=text]')
    await type(page, 'kebede')
    await focusOf(page, 'a.open')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/counter\/bills\//)
    expect(new URL(page.url()).search).toBe('')
    await page.context().close()
  })

  it('the second of two cashiers who take a bill at the same time is refused at once', async () => {
    const { id } = await bill('INV-1')
    await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 0, actor: 'sara' })
    await payments.cash.open({ point: 'window-2', currency: 'ETB', float: 0, actor: 'bekele' })
    const { page: first } = await opened()
    await first.goto(`${desk.base}/counter/bills/${id}`)
    await focusOf(first, '[name=tendered]')
    signIn('bekele')
    const { page: second } = await opened()
    await second.goto(`${desk.base}/counter/bills/${id}`)
    await focusOf(second, '[name=tendered]')
    await type(second, '1500')
    await second.waitForURL(/\/counter\/takes\//)
    signIn('sara')
    await type(first, '1500')
    await first.getByText('Another person changed this bill').waitFor()
    expect((await payments.receipts.list()).items).toHaveLength(1)
    for (const page of [first, second]) await page.context().close()
  })

  it('fits into a phone of 390 pixels without scrolling to the side', async () => {
    const { paths } = await furnishCounter(payments, { actor: 'lily' })
    signIn('lily', supervisorScopes)
    const { page, faults } = await opened(true, { viewport: { width: 390, height: 844 } })
    for (const path of paths) {
      await page.goto(desk.base + path)
      await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
      expect([path, await page.evaluate<number>('document.documentElement.scrollWidth')]).toEqual([path, 390])
    }
    expect(faults).toEqual([])
    await page.context().close()
  })

  it.each(['80mm', 'A5'] as const)('a receipt stands alone on paper of %s', async (paper) => {
    const other = await serve(payments, { who, receipt: { ...receipt, paper } })
    const { id } = await bill('INV-1')
    const session = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 0, actor: 'sara' })
    const take = { sessionId: session.id, paymentId: id, amount: 150_000, tendered: 200_000, actor: 'sara' } as const
    const { line } = await payments.cash.take(take)
    const { page } = await opened(true, { viewport: { width: 560, height: 800 } })
    await page.goto(`${other.base}/counter/takes/${encodeURIComponent(line.key)}`)
    await page.getByRole('button', { name: 'Print' }).click()
    await page.getByText('The receipt is printed.').waitFor()
    await page.emulateMedia({ media: 'print' })
    const words = await page.evaluate<string>('document.body.innerText')
    expect(words).toMatch(/^Black Lion Hospital\s+Churchill Road\s+Addis Ababa/)
    expect(words).not.toMatch(/Counter|Finance desk|Signed in|Print|Find|printed/)
    const box = (await page.locator('.slip').boundingBox())!
    expect(box.width / 96).toBeLessThan(paper === '80mm' ? 80 / 25.4 : 6)
    expect(box.width / 96).toBeGreaterThan(paper === '80mm' ? 60 / 25.4 : 5)
    await page.context().close()
    await other.close()
  })
})
