/** The clicks, fields and requests of the commonest work with lines, as `docs/desk.md` lists them. */
import { readFileSync } from 'node:fs'
import type { HospitalPayments } from 'hospital-payments'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { request, testService } from '../../support/service.js'
import { allRules, violations } from './axe.js'
import { executable, launch, open, serve } from './browser.js'

const docs = readFileSync(new URL('../../../docs/desk.md', import.meta.url), 'utf8')

/** Returns the figures of a task in the table of the document: its column "now". */
function documented(task: string): string {
  const row = docs.split('\n').find((line) => line.startsWith(`| ${task} `))
  return row!.split('|')[3]!.trim()
}

/** A person who counts the clicks, the fields and the requests, those of style and script left out. */
class Counting {
  clicks = 0
  fields = 0
  requests = 0

  constructor(readonly page: Page) {
    page.on('request', (one) => {
      if (!/\/assets\/|^data:/.test(one.url())) this.requests++
    })
  }

  async click(target: Locator) {
    this.clicks++
    await target.click()
  }

  async choose(target: Locator, value: string) {
    this.fields++
    await target.selectOption(value)
  }

  async write(target: Locator, text: string) {
    this.fields++
    await target.fill(text)
  }

  get figures(): string {
    const { clicks, fields, requests } = this
    return `${clicks} clicks, ${fields} fields, ${requests} requests`
  }
}

const record = { direction: 'credit', currency: 'ETB', valueDate: '2026-11-20' } as const

describe.skipIf(executable === null)('desk/lines: clicks and requests', () => {
  let browser: Browser
  const ending: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    browser = await launch()
  })
  afterEach(async () => {
    for (const end of ending.splice(0).reverse()) await end()
  })
  afterAll(() => browser?.close())

  async function at(payments: HospitalPayments, path: string, options: Parameters<typeof open>[2] = {}) {
    const desk = await serve(payments)
    const { page, faults } = await open(browser, desk.base, options)
    ending.push(desk.close, () => page.context().close())
    await page.goto(desk.base + path)
    return { page, faults, desk, person: new Counting(page) }
  }

  /** Stores six bills that were paid by card, and the settlement of the card company, less its fee. */
  async function cards() {
    const { payments } = testService({ timeZone: 'Africa/Addis_Ababa' })
    for (let nth = 1; nth <= 6; nth++) {
      const { id } = await payments.createPayment(
        request({ reference: `CARD-${nth}`, channel: 'cash', amount: 10_000 * nth }),
      )
      await payments.confirmPayment(id)
    }
    await payments.statements.import([{ ...record, row: 2, amount: 205_000, narration: 'CARD SETTLEMENT' }], {
      account: 'cbe-1000',
    })
    return payments
  }

  async function manyLines(count: number) {
    const { payments } = testService({ timeZone: 'Africa/Addis_Ababa' })
    const records = Array.from({ length: count }, (_, nth) => ({
      ...record,
      row: nth + 2,
      amount: nth + 1,
      narration: `fee ${nth}`,
    }))
    await payments.statements.import(records, { account: 'cbe-1000' })
    return payments
  }

  async function sureMatches() {
    const { payments } = testService({ timeZone: 'Africa/Addis_Ababa' })
    for (const [nth, reference] of ['OPD-5591', 'OPD-5592', 'OPD-5593'].entries()) {
      await payments.createPayment(request({ reference, amount: 10_000 * (nth + 1) }))
      const line = {
        ...record,
        row: nth + 2,
        valueDate: `2026-11-${18 + nth}`,
        amount: 10_000 * (nth + 1),
        narration: `for ${reference.replace('-', ' ')}`,
      }
      await payments.statements.import([line], { account: 'cbe-1000' })
    }
    return payments
  }

  it('a sure match is one press and one request, and the next line has the focus', async () => {
    const payments = await sureMatches()
    const { page, person, faults } = await at(payments, '/lines?status=open')
    await person.click(page.getByRole('button', { name: 'Match to OPD-5592' }))
    await page.locator('#status').getByText('The line was matched.').waitFor()
    expect(person.figures).toBe(documented('Match a line to its bill'))
    expect(await page.locator('tbody tr').count()).toBe(2)
    expect(await page.evaluate('document.activeElement.closest("tr").textContent')).toContain('OPD 5593')
    expect(await violations(page, allRules)).toEqual([])
    expect(faults).toEqual([])
  })

  it('a card settlement of six bills is searched by its day, chosen whole, and its fee put in by one press', async () => {
    const payments = await cards()
    const { page, person, faults } = await at(payments, '/lines?status=open')
    await person.click(page.locator('a.open').first())
    await page.locator('[name=channel]').waitFor()
    await person.write(page.locator('form[data-open] [name=channel]'), 'cash')
    await person.click(page.getByRole('button', { name: 'Search', exact: true }))
    await page.getByText('with open money: 6').waitFor()
    await person.click(page.getByRole('button', { name: 'Choose all' }))
    expect(await page.locator('[data-chosen]').textContent()).toBe('2,100.00')
    await person.click(page.getByRole('button', { name: 'Rest to bank_fee' }))
    expect(await page.locator('[data-left]').textContent()).toBe('0.00')
    await person.click(page.getByRole('button', { name: 'Match 2,100.00 ETB to 6 payments' }))
    await page.locator('#status').getByText('The money was allocated.').waitFor()
    expect(person.figures).toBe(documented('Settle six bills that were paid by card'))
    const [line] = (await payments.lines.list()).items
    expect(line!.allocations.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([
      -5000, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000,
    ])
    expect(faults).toEqual([])
  })

  it('forty lines are set aside by two clicks and one request, also those of another page', async () => {
    const payments = await manyLines(40)
    const { page, person, faults } = await at(payments, '/lines?status=open')
    await person.click(page.getByRole('checkbox', { name: 'All 40 lines that the filter shows' }))
    await person.choose(page.locator('.bulk [name=category]'), 'bank_fee')
    await person.click(page.getByRole('button', { name: 'Set 40 lines aside' }))
    await page.locator('#status').getByText('Lines set aside: 40.').waitFor()
    expect(person.figures).toBe(documented('Set forty lines aside'))
    expect((await payments.lines.list({ status: 'open' })).items).toEqual([])
    expect(faults).toEqual([])
  })

  it('more than 500 lines are set aside the first 500 at once, and the button says so', async () => {
    const payments = await manyLines(503)
    const { page, faults } = await at(payments, '/lines?status=open')
    await page.getByRole('checkbox', { name: 'The first 500 of the 503 lines' }).check()
    await page.locator('.bulk [name=category]').selectOption('bank_fee')
    await page.getByRole('button', { name: 'Set the first 500 lines aside' }).click()
    await page.locator('.done', { hasText: 'Lines set aside: 500.' }).waitFor()
    await page.getByRole('link', { name: 'See the result' }).click()
    await page.getByText('All 3 lines that the filter shows').waitFor()
    expect((await payments.lines.list({ status: 'open' })).items).toHaveLength(3)
    expect(faults).toEqual([])
  })

  it('the same work is done by keys alone, and letters in a field stay letters', async () => {
    const payments = await sureMatches()
    const { page, faults } = await at(payments, '/lines?status=open')
    const keys = page.keyboard
    const focus = () =>
      page.evaluate<string>('document.activeElement.closest("tr")?.textContent ?? document.activeElement.tagName')
    await keys.press('j')
    expect(await focus()).toContain('OPD 5591')
    await keys.press('j')
    await keys.press('x')
    expect(await page.locator('input[name=key]').nth(1).isChecked()).toBe(true)
    expect(await page.getByRole('button', { name: 'Set 1 lines aside' }).count()).toBe(1)
    await keys.press('x')
    await keys.press('k')
    await keys.press('a')
    await page.locator('#status').getByText('The line was matched.').waitFor()
    expect(await focus()).toContain('OPD 5592')
    await keys.press('?')
    expect(await page.getByRole('dialog').getByText('Accept the suggestion of the row').isVisible()).toBe(true)
    expect(await violations(page, allRules)).toEqual([])
    await keys.press('a')
    await keys.press('Escape')
    expect(await focus()).toContain('OPD 5592')
    await keys.press('/')
    await keys.type('ajkxu?')
    expect(await page.getByRole('searchbox').inputValue()).toBe('ajkxu?')
    expect((await payments.lines.list({ status: 'open' })).items).toHaveLength(2)
    await page.locator('a.open').first().focus()
    await keys.press('Enter')
    await page.waitForURL(/\/lines\/content/)
    await keys.press('a')
    await keys.press('j')
    expect((await payments.lines.list({ status: 'open' })).items).toHaveLength(2)
    await page.goBack()
    await page.locator('a.open').first().focus()
    await keys.press('a')
    await page.locator('#status').getByText('The line was matched.').waitFor()
    await keys.press('u')
    await page.waitForURL(/undo=1/)
    expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('SUMMARY')
    expect(faults).toEqual([])
  })

  it('with scripts off, a match is one press, the next line has the focus, and the rest is put into the form', async () => {
    const payments = await sureMatches()
    const off = { javaScriptEnabled: false }
    const { page } = await at(payments, '/lines?status=open', off)
    await page.getByRole('button', { name: 'Match to OPD-5592' }).click()
    await page.locator('#status').getByText('The line was matched.').waitFor()
    expect(page.url()).toContain('#l1')
    const settled = await at(await cards(), '/lines?status=open', off)
    await settled.page.locator('a.open').first().click()
    await settled.page.locator('form[data-open] [name=channel]').fill('cash')
    await settled.page.getByRole('button', { name: 'Search', exact: true }).click()
    await settled.page.getByRole('button', { name: 'Choose all' }).click()
    await settled.page.getByRole('button', { name: 'Rest to bank_fee' }).click()
    expect(await settled.page.locator('[data-left]').textContent()).toBe('0.00')
    await settled.page.getByRole('button', { name: 'Allocate what is chosen' }).click()
    await settled.page.locator('#status').getByText('The money was allocated.').waitFor()
  })

  it('a match whose answer is a refusal says why, keeps the list, and the row has the focus', async () => {
    const payments = await sureMatches()
    const { page, faults } = await at(payments, '/lines?status=open')
    const [line] = (await payments.lines.list({ status: 'open' })).items
    const href = await page.locator('a.open').first().getAttribute('href')
    expect(decodeURIComponent(href!)).toContain(line!.key)
    await payments.lines.hold(line!.key, { expectedVersion: 1, actor: 'hana' })
    await page.locator('a.open').first().focus()
    await page.keyboard.press('a')
    await page.getByRole('alert').getByText('Another person changed this line').waitFor()
    expect(await page.evaluate<string>('document.activeElement.getAttribute("href")')).toBe(href)
    expect(await page.locator('tbody tr').count()).toBe(3)
    expect(faults).toEqual([])
  })
})
