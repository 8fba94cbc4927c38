/** Every page on a phone, in each language and in both directions. */
import { amharic, french, swahili } from 'hospital-payments/desk'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { allButColours, allRules, violations } from './axe.js'
import { executable, type Serving } from './browser.js'
import { arabic } from './every-page.js'
import { inDirection, walks } from './walk.js'

const width = 390

/** Returns the visible elements that are lower than a height; what screen readers alone see is no target of a finger. */
function lowerThan(page: Page, selector: string, height: number): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('${selector}')].filter((one) => {
    const box = one.getBoundingClientRect()
    return one.checkVisibility() && box.width > 1 && box.height < ${height} - 0.5
  }).map((one) => one.outerHTML.slice(0, 120))`)
}

/** Returns the texts that begin a card and come nearer than 8 pixels to the amount beside them. */
function textsAtAmounts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('.list tbody tr')].flatMap((card) => {
    const amount = [...card.children].find((cell) => getComputedStyle(cell).gridColumnStart === '2')
    const text = [...card.children].find((cell) => getComputedStyle(cell).gridColumn.startsWith('1') && getComputedStyle(cell).gridRowStart === '1')
    if (!amount || !text || text === amount) return []
    const range = document.createRange()
    range.selectNodeContents(text)
    return range.getBoundingClientRect().right > amount.getBoundingClientRect().left - 8 ? [text.textContent.trim().slice(0, 40)] : []
  })`)
}

describe.skipIf(executable === null)('createDesk: every page on a phone', () => {
  const { pages, walk } = walks()

  it('has no fault by axe and a head of one row; amounts and actions are in view, and buttons have 44 pixels', async () => {
    const { visit, goOn } = inDirection('ltr', width, pages)
    await walk({
      width,
      async visit(page, path) {
        expect([path, await violations(page, allRules)]).toEqual([path, []])
        expect([path, await page.locator('.top').evaluate((top) => top.getBoundingClientRect().height <= 60)]).toEqual([
          path,
          true,
        ])
        expect([path, await lowerThan(page, 'button:not(.link),summary,td a.open,.menu', 44)]).toEqual([path, []])
        expect([
          path,
          await lowerThan(page, '.actions a,.pager a,button.link,.plain a,.days a,td.pick label', 24),
        ]).toEqual([path, []])
        const outside = await page
          .locator('.scroll :is(.money,a,button):not(.sr *)')
          .evaluateAll((all) =>
            all.filter((one) => one.getBoundingClientRect().right > 390).map((one) => one.outerHTML.slice(0, 120)),
          )
        expect([path, outside]).toEqual([path, []])
        expect([path, await textsAtAmounts(page)]).toEqual([path, []])
        await visit(page, path)
      },
      goOn,
    })
  })

  it('scrolls nothing sideways from right to left, and amounts run from left to right', () =>
    walk({ width, messages: arabic, ...inDirection('rtl', width, pages) }))

  const languages: readonly (readonly [string, Serving])[] = [
    ['Amharic in the Ethiopian calendar', { messages: amharic, calendar: 'ethiopic' }],
    ['French', { messages: french }],
    ['Swahili', { messages: swahili }],
  ]

  it.each(languages)('%s: has no fault by the rules of axe, and scrolls nothing sideways', (_name, serving) =>
    walk({
      width,
      ...serving,
      async visit(page, path) {
        expect([path, await violations(page, allButColours)]).toEqual([path, []])
        expect([path, await page.evaluate<number>('document.documentElement.scrollWidth')]).toEqual([path, width])
        expect([path, await page.locator('footer').isVisible()]).toEqual([path, true])
      },
    }),
  )
})
