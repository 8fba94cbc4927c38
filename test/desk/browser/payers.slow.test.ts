/** Payers and remittances in a browser, with scripts and without. */
import type { HospitalPayments } from 'hospital-payments'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testService } from '../../support/service.js'
import { furnishPayer } from '../support/payer-scene.js'
import { allRules, violations } from './axe.js'
import { executable, launch, open, serve } from './browser.js'

describe.skipIf(executable === null)('createDesk: payers', () => {
  let browser: Browser
  let payments: HospitalPayments
  let scene: Awaited<ReturnType<typeof furnishPayer>>
  let desk: Awaited<ReturnType<typeof serve>>

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  beforeEach(async () => {
    payments = testService({ timeZone: 'Africa/Addis_Ababa' }).payments
    scene = await furnishPayer(payments)
    desk = await serve(payments)
    return async () => void (await desk.close())
  })

  it.each([true, false])('a deposit is drawn for a bill by keyboard, scripts %s', async (javaScriptEnabled) => {
    const { page, faults } = await open(browser, desk.base, { javaScriptEnabled })
    await page.goto(`${desk.base}/payments/${scene.ward.id}`)
    await page.getByRole('link', { name: 'MRN-7' }).first().click()
    await page.getByRole('textbox', { name: 'Allocation for WARD-3' }).fill('300')
    await page.keyboard.press('Enter')
    await page.getByText('The deposit was drawn for the bill.').waitFor()
    expect(await payments.getPayment(scene.ward.id)).toMatchObject({ amountReconciled: 90_000 })
    await page.getByRole('link', { name: 'Statement, to print' }).click()
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(javaScriptEnabled)
    await page.emulateMedia({ media: 'print' })
    const words = await page.evaluate<string>('document.body.innerText')
    expect(words).toMatch(/Statement of payer\s+MRN-7/)
    expect(words).not.toMatch(/Back to the payer|Pages|Lines/)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it.each([true, false])('a remittance is read, shown and taken, scripts %s', async (javaScriptEnabled) => {
    const { page, faults } = await open(browser, desk.base, { javaScriptEnabled })
    await page.goto(`${desk.base}/lines/${encodeURIComponent(scene.line.key)}`)
    await page.getByRole('link', { name: 'Settle by a remittance' }).click()
    const rows = ['Reference,Amount', 'WARD-3,250.00', 'LOST-1,50.00', '']
    const file = { name: 'nyala.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Show the proposal' }).click()
    await page.getByRole('heading', { name: 'Rows that propose nothing: 1' }).waitFor()
    if (javaScriptEnabled) expect(await violations(page, allRules)).toEqual([])
    await page.getByRole('button', { name: 'Take the proposal: 1 bills' }).click()
    await page.getByText('The money was allocated.').waitFor()
    expect(await payments.lines.get(scene.line.key)).toMatchObject({ allocated: 85_000 })
    expect(faults).toEqual([])
    await page.context().close()
  })
})
