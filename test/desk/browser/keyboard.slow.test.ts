/** The month of an account by the keyboard alone, timed in key presses, as `docs/desk.md` says it. */
import { readFileSync } from 'node:fs'
import type { HospitalPayments } from 'hospital-payments'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { request, testService } from '../../support/service.js'
import { executable, launch, open, serve } from './browser.js'

const account = 'mpesa-600123'
const days = Array.from({ length: 30 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`)

/** Makes the statement of November: thirty rows that rules settle, twenty whose reference is spelt otherwise, and twenty charges. */
function statement(): string {
  const row = (receipt: string, day: string, details: string, paid: string, withdrawn: string, reference: string) =>
    [receipt, `${day} 09:00:00`, details, 'Completed', paid, withdrawn, reference].join(',')
  return [
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,A/C No.',
    ...days.map((day, at) => row(`SA${at + 10}AA11BB`, day, 'Pay Bill', '1500.00', '', `OPD-${1000 + at}`)),
    ...days
      .slice(0, 20)
      .map((day, at) => row(`SB${at + 10}AA11BB`, day, 'Pay Bill', `${2000 + at}.00`, '', `0PD ${2000 + at}`)),
    ...days.slice(0, 20).map((day, at) => row(`SC${at + 10}AA11BB`, day, 'Pay Bill Charge', '', `${at + 1}.00`, '')),
    '',
  ].join('\r\n')
}

/** Makes a service at the first morning of December, with the bills of the statement. */
async function november(): Promise<HospitalPayments> {
  const { payments, clock } = testService({ timeZone: 'Africa/Nairobi' })
  clock.set('2026-11-01T05:00:00.000Z')
  const bill = (reference: string, amount: number) =>
    payments.createPayment(request({ reference, amount, currency: 'KES', channel: 'mobile-banking' }))
  for (let at = 0; at < 30; at++) await bill(`OPD-${1000 + at}`, 150_000)
  for (let at = 0; at < 20; at++) await bill(`OPD-${2000 + at}`, 200_000 + at * 100)
  clock.set('2026-12-01T05:00:00.000Z')
  return payments
}

/** A person without a mouse: each press is counted, and no action may lose the focus. */
class Hands {
  presses = 0

  constructor(readonly page: Page) {}

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.presses++
      await this.page.keyboard.press(key)
    }
  }

  async type(text: string): Promise<void> {
    this.presses += text.length
    await this.page.keyboard.type(text)
  }

  /** Goes to an element by Tab, or back to it by Shift and Tab. */
  async goTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let at = 0; at < 60; at++) {
      if (await target.evaluate((element) => element.matches(':focus'))) return
      await this.press(key)
    }
    throw new Error(`no Tab leads to ${String(target)}`)
  }

  /** Skips the pages of the head. */
  async skip(): Promise<void> {
    await this.press('Tab', 'Enter')
  }

  /** Waits for the words of an action, and checks that something of the page has the focus. */
  async done(words: string): Promise<void> {
    await this.page.locator('#status').getByText(words).waitFor()
    await this.page.locator(':focus:not(body)').waitFor()
  }
}

/** Returns the key presses of a step, and of the whole month, in the document. */
function documented(): string[] {
  const docs = readFileSync(new URL('../../../docs/desk.md', import.meta.url), 'utf8')
  const [, steps] = /\| Step +\| Key presses +\|\n\|[^\n]*\n((?:\|[^\n]*\n)+)/.exec(docs)!
  return steps!
    .trim()
    .split('\n')
    .map((line) => line.split('|')[2]!.trim())
}

describe.skipIf(executable === null)('createDesk: a month by keyboard alone', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  it('is imported, matched, set aside and closed in as many key presses as the document says', async () => {
    const payments = await november()
    const desk = await serve(payments)
    const { page, faults } = await open(browser, desk.base)
    const hands = new Hands(page)
    const steps: number[] = []
    const endStep = () => steps.push(hands.presses - steps.reduce((sum, one) => sum + one, 0))
    // The browser is asked for it before the key that opens it.
    const chooser = page.waitForEvent('filechooser')
    await page.goto(`${desk.base}/`)

    await hands.goTo(page.getByRole('link', { name: 'Imports' }))
    await hands.press('Enter')
    await page.waitForURL(/\/imports$/)
    await hands.skip()
    await hands.goTo(page.locator('[name=account]'))
    await hands.type(account)
    await hands.goTo(page.locator('[name=file]'))
    await hands.press('Space')
    const file = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(statement()) }
    await (await chooser).setFiles(file)
    await hands.goTo(page.getByRole('button', { name: 'Preview' }))
    await hands.press('Enter')
    await page.locator('#shown:focus').waitFor()
    await hands.goTo(page.getByRole('button', { name: 'Import this file' }))
    await hands.press('Enter')
    await hands.done('The statement was imported.')
    await hands.goTo(page.getByRole('link', { name: 'Lines of this import that are open' }))
    await hands.press('Enter')
    await page.waitForURL(/\/lines\?importId/)
    endStep()

    const rows = page.locator('tbody tr')
    expect(await rows.count()).toBe(40)
    await hands.press('j')
    for (let at = 0; at < 20; at++) {
      const row = page.locator('tbody tr:focus-within')
      while ((await row.locator('[data-key=a]').count()) === 0) await hands.press('j')
      const left = await rows.count()
      await hands.press('a')
      await rows.nth(left - 1).waitFor({ state: 'detached' })
      await hands.done('The line was matched.')
    }
    endStep()

    expect(await rows.count()).toBe(20)
    const first = page.locator('a.open').first()
    for (let at = 0; at < 3; at++) await hands.press(...(at === 0 ? [] : ['k']), 'x')
    expect(await page.locator('[name=key]:checked').count()).toBe(3)
    await hands.goTo(page.locator('.bulk [name=category]'))
    await hands.type('bank')
    await hands.goTo(page.locator('.bulk [name=newCategory]'))
    await hands.press('Enter')
    await hands.done('Lines set aside: 3.')
    expect(await rows.count()).toBe(17)
    await hands.goTo(page.locator('.bulk [name=all]'))
    await hands.press('Space')
    await hands.goTo(page.locator('.bulk [name=category]'))
    await hands.type('bank')
    await hands.goTo(page.locator('.bulk [name=newCategory]'))
    await hands.press('Enter')
    await hands.done('Lines set aside: 17.')
    expect(await first.count()).toBe(0)
    endStep()

    await hands.goTo(page.getByRole('link', { name: 'Days', exact: true }), 'Shift+Tab')
    await hands.press('Enter')
    await page.waitForURL(/\/days$/)
    await hands.skip()
    await hands.goTo(page.getByRole('link', { name: /^Months/ }))
    await hands.press('Enter')
    await page.waitForURL(/month=2026-11/)
    await hands.skip()
    await hands.goTo(page.getByRole('link', { name: /^Close through a day/ }))
    await hands.press('Enter')
    await hands.goTo(page.locator('form[action$="/months/close"] [name=day]'))
    await hands.press('Enter')
    await hands.done('Closed just now, days: 30.')
    endStep()

    expect(await payments.attention()).toMatchObject({ openLines: [], unclosedDays: [] })
    expect(await payments.days.verify({ account })).toMatchObject({ ok: true, closings: 30 })
    expect([...steps, hands.presses].map(String)).toEqual(documented())
    expect(faults).toEqual([])
    await page.context().close()
    await desk.close()
  })
})
