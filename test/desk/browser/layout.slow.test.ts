import type { HospitalPayments } from 'hospital-payments'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executable, launch, open, serve } from './browser.js'
import { pagesOf, sampleWithProvider } from './every-page.js'

const phone = { viewport: { width: 390, height: 844 } }

/** Returns the sizes of the sheets of a page on paper, in whole millimetres, and how many there are. */
async function sheetsOf(page: Page): Promise<{ sizes: string[]; count: number }> {
  const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = [...text.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)]
  const millimetres = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4)
  return {
    sizes: [...new Set(boxes.map(([, width, height]) => `${millimetres(width)} x ${millimetres(height)}`))],
    count: boxes.length,
  }
}

const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`)

describe.skipIf(executable === null)('createDesk: on phones, on large screens and on paper', () => {
  let browser: Browser
  let payments: HospitalPayments
  let pages: Awaited<ReturnType<typeof pagesOf>>

  beforeAll(async () => {
    ;[browser, payments] = await Promise.all([launch(), sampleWithProvider()])
    pages = await pagesOf(payments)
  })

  afterAll(() => browser?.close())

  it('shows in forced colours which page is open', async () => {
    const desk = await serve(payments)
    const { page } = await open(browser, desk.base, { forcedColors: 'active' })
    await page.goto(desk.base + '/lines')
    expect(await page.evaluate<boolean>("matchMedia('(forced-colors: active)').matches")).toBe(true)
    const edge = (selector: string) => styleOf(page, selector, 'borderBottomStyle')
    expect(await edge('.top nav a[aria-current]')).toBe('solid')
    expect(await edge('.top nav a:not([aria-current])')).toBe('none')
    await page.context().close()
    await desk.close()
  })

  it.each([true, false])(
    'the menu of a phone opens and leads to pages, with scripts on (%s)',
    async (javaScriptEnabled) => {
      const desk = await serve(payments)
      const { page } = await open(browser, desk.base, { ...phone, javaScriptEnabled })
      await page.goto(`${desk.base}/`)
      const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Receipts' })
      expect(await link.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.keyboard.press('Escape')
      expect(await link.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu' }).click()
      expect(await page.getByText('Signed in as almaz').isVisible()).toBe(true)
      await link.click()
      await page.waitForURL(`${desk.base}/receipts`)
      await page.context().close()
      await desk.close()
    },
  )

  it('the rows of lists have one line of 36 pixels on a large screen, however long their texts are, buttons among them', async () => {
    const desk = await serve(payments)
    const { page } = await open(browser, desk.base)
    const lists = ['/lines?status=open', '/payments', '/refunds', '/waivers', '/receipts', '/cash/sessions', '/imports']
    for (const path of lists) {
      await page.goto(desk.base + path)
      const rows = page.locator('main .scroll').first().locator('tbody tr')
      const heights = await rows.evaluateAll((all) => all.map((one) => Math.floor(one.getBoundingClientRect().height)))
      expect([path, heights.length > 0, [...new Set(heights)].filter((height) => height < 36 || height > 37)]).toEqual([
        path,
        true,
        [],
      ])
    }
    await page.goto(`${desk.base}/lines?status=open`)
    expect(await page.locator('tbody tr button').count()).toBeGreaterThan(10)
    for (const width of [1280, 1200]) {
      await page.setViewportSize({ width, height: 900 })
      const beyond = await page
        .locator('main .scroll')
        .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))
      expect([width, beyond]).toEqual([width, [0]])
    }
    await page.context().close()
    await desk.close()
  })

  it('the columns of an unknown file can be chosen on a phone', async () => {
    const desk = await serve(payments)
    const { page } = await open(browser, desk.base, phone)
    const [, path] = pages.find(([template]) => template.endsWith('/columns'))!
    await page.goto(desk.base + path)
    const choice = page.getByLabel('Column 1')
    await choice.selectOption('narration')
    expect(await choice.isVisible()).toBe(true)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
    await page.context().close()
    await desk.close()
  })

  it('a day and the statement of a payer are sheets of A4 with the name of the hospital', async () => {
    const desk = await serve(payments, { receipt: { name: 'Sample Hospital', address: 'Hospital Road' } })
    const { page } = await open(browser, desk.base)
    const onSheets = pages.filter(([template]) => ['/days/{day}', '/payers/{payerId}/statement'].includes(template))
    expect(onSheets.length).toBeGreaterThan(2)
    for (const [, path] of onSheets) {
      await page.emulateMedia({ media: 'screen' })
      await page.goto(desk.base + path)
      expect(await page.locator('.letterhead').isVisible()).toBe(false)
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('.letterhead').innerText()).toBe('Sample Hospital\n\nHospital Road')
      expect([path, (await sheetsOf(page)).sizes]).toEqual([path, ['210 x 297']])
    }
    await page.context().close()
    await desk.close()
  })

  it.each([
    ['A5', '148 x 210'],
    ['80mm', null],
  ] as const)('a receipt on paper of %s is one sheet, the receipt alone', async (paper, size) => {
    const desk = await serve(payments, { receipt: { name: 'Sample Hospital', paper } })
    const { page } = await open(browser, desk.base)
    const { items } = await payments.search({ status: 'succeeded', text: 'DAY-11-25', limit: 1 })
    await payments.receipts.issue(items[0]!.id)
    await page.goto(`${desk.base}/receipts/${items[0]!.id}`)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.letterhead').isVisible()).toBe(false)
    const sheets = await sheetsOf(page)
    expect(sheets.count).toBe(1)
    if (size !== null) expect(sheets.sizes).toEqual([size])
    else
      expect(
        await page.locator('.slip').evaluate((slip) => slip.getBoundingClientRect().width <= (80 / 25.4) * 96),
      ).toBe(true)
    await page.context().close()
    await desk.close()
  })
})
