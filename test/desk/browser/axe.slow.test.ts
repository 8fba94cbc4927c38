import type { HospitalPayments } from 'hospital-payments'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { till } from '../../http/support/finance.js'
import { allRules, rulesOfColours, violations } from './axe.js'
import { executable, launch, open, serve, type Serving } from './browser.js'
import { arabic, pagesOf, sampleWithProvider } from './every-page.js'

const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`)

describe.skipIf(executable === null)('createDesk: every page by the rules of axe', () => {
  let browser: Browser
  let payments: HospitalPayments
  let paths: readonly string[]

  beforeAll(async () => {
    ;[browser, payments] = await Promise.all([launch(), sampleWithProvider()])
    paths = [...new Set((await pagesOf(payments)).map(([, path]) => path))]
  })

  afterAll(() => browser?.close())

  const looks: readonly (readonly [string, BrowserContextOptions, readonly string[], Serving['messages']])[] = [
    ['light colours', { colorScheme: 'light' }, allRules, undefined],
    ['dark colours', { colorScheme: 'dark' }, rulesOfColours, undefined],
    ['forced colours', { forcedColors: 'active' }, rulesOfColours, undefined],
    ['light colours on a phone', { viewport: { width: 390, height: 844 } }, allRules, undefined],
    ['a language from right to left', {}, allRules, arabic],
  ]

  it.each(looks)('has no fault in %s', async (_name, options, rules, messages) => {
    const desk = await serve(payments, { layouts: { till }, messages })
    const { page, faults } = await open(browser, desk.base, options)
    const all: Record<string, string[]> = {}
    for (const path of paths) {
      await page.goto(desk.base + path)
      await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
      const faultsOfPage = await violations(page, rules)
      if (faultsOfPage.length > 0) all[path] = faultsOfPage
    }
    expect(all).toEqual({})
    expect(faults).toEqual([])
    await page.context().close()
    await desk.close()
  })

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
})
