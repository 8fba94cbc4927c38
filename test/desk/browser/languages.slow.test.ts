import type { HospitalPayments } from 'hospital-payments'
import { amharic, french, swahili } from 'hospital-payments/desk'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { till } from '../../http/support/finance.js'
import { allRules, violations } from './axe.js'
import { executable, launch, open, serve, type Serving } from './browser.js'
import { pagesOf, sampleWithProvider } from './every-page.js'

const width = 390

describe.skipIf(executable === null)('createDesk: languages on a phone', () => {
  let browser: Browser
  let payments: HospitalPayments
  let paths: readonly string[]

  beforeAll(async () => {
    ;[browser, payments] = await Promise.all([launch(), sampleWithProvider()])
    paths = [...new Set((await pagesOf(payments)).map(([, path]) => path))]
  })

  afterAll(() => browser?.close())

  const looks: readonly (readonly [string, Serving])[] = [
    ['Amharic in the Ethiopian calendar', { messages: amharic, calendar: 'ethiopic' }],
    ['French', { messages: french }],
    ['Swahili', { messages: swahili }],
  ]

  it.each(looks)('%s: no page has a fault by the rules of axe, or scrolls sideways', async (_name, serving) => {
    const desk = await serve(payments, { layouts: { till }, ...serving })
    const { page, faults } = await open(browser, desk.base, { viewport: { width, height: 844 } })
    const all: Record<string, string[]> = {}
    for (const path of paths) {
      await page.goto(desk.base + path)
      await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
      const faultsOfPage = await violations(page, allRules)
      const pageWidth = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (pageWidth !== width) faultsOfPage.push(`is ${pageWidth} pixels wide`)
      if (!(await page.locator('footer').isVisible())) faultsOfPage.push('has no foot')
      if (faultsOfPage.length > 0) all[path] = faultsOfPage
    }
    expect(all).toEqual({})
    expect(faults).toEqual([])
    await page.context().close()
    await desk.close()
  })
})
