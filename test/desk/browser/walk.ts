/** Walks through every page of the desk in a browser: what is checked of one look of the pages is checked at one visit. */
import type { HospitalPayments } from 'hospital-payments'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { till } from '../../http/support/finance.js'
import { launch, open, serve, type Serving } from './browser.js'
import { long, pagesOf, sampleWithProvider } from './every-page.js'

/** A look of all pages, and what is checked at each. */
export interface Walk extends Serving {
  /** That of a large screen, 1280, or of a phone, 390. */
  readonly width: 390 | 1280
  /** Checks a page, all of whose details are open. */
  visit(page: Page, path: string): Promise<void>
  /** Goes to further pages after these. */
  goOn?(page: Page, base: string): Promise<void>
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

/** Returns the texts in cells of tables whose first letter is out of sight while others are in it, where a long one is cut. */
function textsWithoutBeginning(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('.scroll td bdi')].flatMap((part) => {
    const cell = part.closest('td')
    const text = document.createTreeWalker(part, NodeFilter.SHOW_TEXT).nextNode()
    if (!text || getComputedStyle(cell).overflow !== 'hidden' || cell.getClientRects().length === 0) return []
    const range = document.createRange()
    const isSeen = (at) => {
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      const [letter, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()]
      return letter.left >= box.left - 1 && letter.right <= box.right + 1
    }
    const isAnySeen = [...text.data].some((_, at) => isSeen(at))
    return isAnySeen && !isSeen(0) ? [cell.dataset.label + ': ' + text.data.slice(0, 40)] : []
  })`)
}

/** Opens a browser and the sample hospital for all walks of a suite. */
export function walks() {
  let browser: Browser
  let payments: HospitalPayments
  let pages: Awaited<ReturnType<typeof pagesOf>>

  beforeAll(async () => {
    ;[browser, payments] = await Promise.all([launch(), sampleWithProvider()])
    pages = await pagesOf(payments)
  })

  afterAll(() => browser?.close())

  return {
    pages: () => pages,

    async walk({ width, visit, goOn, ...serving }: Walk): Promise<void> {
      const desk = await serve(payments, { layouts: { till }, ...serving })
      const { page, faults } = await open(browser, desk.base, {
        viewport: { width, height: width === 1280 ? 900 : 844 },
      })
      for (const path of new Set(pages.map(([, path]) => path))) {
        await page.goto(desk.base + path)
        await openDetails(page)
        await visit(page, path)
      }
      await goOn?.(page, desk.base)
      expect(faults).toEqual([])
      await page.context().close()
      await desk.close()
    },
  }
}

export const openDetails = (page: Page) =>
  page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")

/** Makes the checks of pages in a direction; `goOn` has answers of posts as well, and what is true of all pages together. */
export function inDirection(
  direction: 'ltr' | 'rtl',
  width: number,
  pages: () => Awaited<ReturnType<typeof pagesOf>>,
): Required<Pick<Walk, 'visit' | 'goOn'>> {
  let negative = 0
  const titles = new Set<string>()
  const check = async (page: Page, path: string) => {
    expect(await page.locator('html').getAttribute('dir')).toBe(direction)
    const widthOf = () => page.evaluate<number>('document.documentElement.scrollWidth')
    expect([path, await widthOf()]).toEqual([path, width])
    await page.locator('.skip').focus()
    expect([path, 'skip', await widthOf()]).toEqual([path, 'skip', width])
    expect([path, await wrongAmounts(page)]).toEqual([path, []])
    expect([path, await sharedNames(page)]).toEqual([path, []])
    negative += await page.locator('.money', { hasText: /^\u2212/ }).count()
    // A list that has keys says which, unless it is on a phone.
    const lists = width === 1280 ? await page.locator('[data-keys]').count() : 0
    expect([path, await page.locator('[data-help]:visible').count()]).toEqual([path, Math.min(1, lists)])
    // Where there is room, the longest texts leave every column in sight.
    if (width < 1280) return
    const hidden = await page
      .locator('.scroll')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute('aria-label')),
      )
    expect([path, hidden]).toEqual([path, []])
    expect([path, await textsWithoutBeginning(page)]).toEqual([path, []])
  }
  return {
    async visit(page, path) {
      await check(page, path)
      titles.add(await page.title())
    },
    async goOn(page, base) {
      const [, linePath] = pages().findLast(([template]) => template === '/lines/{lineKey}')!
      for (const [name, show] of Object.entries(postedPages(linePath))) {
        await show(page, base)
        await openDetails(page)
        await check(page, name)
      }
      expect(negative).toBeGreaterThan(2)
      // A page is found again by its title among other pages of its kind.
      expect(titles.size).toBe(new Set(pages().map(([, path]) => path.split('?')[0]!.replace(/^\/$/, ''))).size)
    },
  }
}
