/** Every page on a large screen: by the rules of axe in each set of colours, and in both directions. */
import { describe, expect, it } from 'vitest'
import { deskRoutes } from '../../../src/desk/routes.js'
import { allRules, rulesOfColours, violations } from './axe.js'
import { executable } from './browser.js'
import { arabic } from './every-page.js'
import { inDirection, walks } from './walk.js'

const width = 1280

describe.skipIf(executable === null)('createDesk: every page on a large screen', () => {
  const { pages, walk } = walks()

  it('is on the list of pages, if the table of routes has it', () => {
    const templates = deskRoutes.filter(({ method, path }) => method === 'GET' && !path.endsWith('.csv'))
    expect(templates.map(({ path }) => path).filter((path) => !pages().some(([one]) => one === path))).toEqual([])
  })

  it('has no fault by axe in light, dark and forced colours; nothing scrolls sideways, and a cut cell keeps its beginning', async () => {
    const { visit, goOn } = inDirection('ltr', width, pages)
    const looks = [
      ['light', {}, allRules],
      ['dark', { colorScheme: 'dark' }, rulesOfColours],
      ['forced', { forcedColors: 'active' }, rulesOfColours],
    ] as const
    await walk({
      width,
      async visit(page, path) {
        for (const [colours, media, rules] of looks) {
          await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', ...media })
          expect([path, colours, await violations(page, rules)]).toEqual([path, colours, []])
        }
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
        await visit(page, path)
      },
      goOn,
    })
  })

  it('has no fault by axe from right to left; nothing scrolls sideways, and amounts run from left to right', async () => {
    const { visit, goOn } = inDirection('rtl', width, pages)
    await walk({
      width,
      messages: arabic,
      async visit(page, path) {
        expect([path, await violations(page, allRules)]).toEqual([path, []])
        await visit(page, path)
      },
      goOn,
    })
  })
})
