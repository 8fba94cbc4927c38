/** Work in the list of lines: by keys, without scripts, by hundreds of lines, and where it is refused. */
import { describe, expect, it } from 'vitest'
import { allRules, violations } from './axe.js'
import { executable } from './browser.js'
import { cards, manyLines, sureMatches } from './line-scenes.js'
import { visits } from './visits.js'

describe.skipIf(executable === null)('desk/lines: work in the list', () => {
  const { at } = visits()

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

  it('Today has the keys of a list, and in a list without rows / leads to the search', async () => {
    const { page, faults, desk } = await at(await sureMatches(), '/')
    const focus = (of: string) => page.evaluate<string>(`document.activeElement.${of}`)
    await page.keyboard.press('j')
    expect(await focus('closest("tr").textContent')).toContain('cbe-1000')
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog').isVisible()).toBe(true)
    await page.goto(`${desk.base}/lines?status=settled`)
    await page.keyboard.press('/')
    expect(await focus('type')).toBe('search')
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
