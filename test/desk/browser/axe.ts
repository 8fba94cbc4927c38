/** The faults of a page for people who use a screen reader or the keyboard, as axe finds them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** Its smallest form: the browser compiles it on each page. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The only ones that look at colours: for each further set of colours they say all that can differ. */
export const rulesOfColours = ['color-contrast', 'link-in-text-block']
/** All others: in a further language or direction a page has the same colours, and they take half of the time of all. */
export const allButColours = { tags: allRules, without: rulesOfColours }

type Rules = readonly string[] | typeof allButColours

/** Returns the faults that axe finds on a page by some of its rules. */
export async function violations(page: Page, rules: Rules): Promise<string[]> {
  // Put in as a debugger does: the policy of the page lets no script in from elsewhere.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source)
  const results = await page.evaluate(
    async ({ tags, without }) => {
      const { run } = (
        globalThis as unknown as {
          axe: {
            run(
              options: object,
            ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
          }
        }
      ).axe
      // What passes is not described, which takes a quarter of the time.
      const excluded = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
      return (await run({ runOnly: tags, rules: excluded, resultTypes: ['violations'] })).violations
    },
    'tags' in rules ? rules : { tags: rules, without: [] },
  )
  return results.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html, failureSummary }) => `${html} ${failureSummary}`)
        .join(' | ')
        .slice(0, 600)}`,
  )
}
