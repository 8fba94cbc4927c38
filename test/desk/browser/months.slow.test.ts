/** The page of a month in a browser: closed without scripts, and a hash that is copied. */
import { describe, expect, it } from 'vitest'
import { executable } from './browser.js'
import { monthOfLines } from './line-scenes.js'
import { visits } from './visits.js'

describe.skipIf(executable === null)('desk/months: in a browser', () => {
  const { at } = visits()

  it('is closed with scripts off, through a day that is typed, and then to its end', async () => {
    const payments = await monthOfLines()
    const { page, faults } = await at(payments, '/months?month=2026-11', { javaScriptEnabled: false })
    const close = page.locator('form[action$="/months/close"]')
    expect(await close.locator('[name=day]').inputValue()).toBe('2026-11-30')
    await close.locator('[name=day]').fill('2026-11-19')
    await close.getByRole('button').click()
    await page.locator('#status').getByText('Closed just now, days: 19.').waitFor()
    expect(await page.locator('.calendar .mark.good').count()).toBe(19)
    expect(await page.locator('.calendar .mark.wait').count()).toBe(11)
    await close.getByRole('button').click()
    await page.locator('#status').getByText('Closed just now, days: 11.').waitFor()
    expect(await close.count()).toBe(0)
    expect(await payments.days.verify({ account: 'cbe-1000' })).toMatchObject({ ok: true, closings: 30 })
    expect(faults).toEqual([])
  })

  it('has weeks of seven columns on a large screen, and each day below the other on a phone', async () => {
    const payments = await monthOfLines()
    const { page } = await at(payments, '/months?month=2026-11')
    const columns = () =>
      page
        .locator('.calendar li')
        .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size)
    expect(await columns()).toBe(7)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await columns()).toBe(1)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
  })

  it('leads to a closed day whose whole hash is copied by a press, and says so', async () => {
    const payments = await monthOfLines()
    const { hash } = await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'hana' })
    const { page, faults, desk } = await at(payments, '/months?month=2026-11')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(desk.base).origin })
    await page.getByRole('link', { name: /19 Nov 2026/ }).click()
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.locator('#status').getByText('The hash was copied.').waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(hash)
    expect(faults).toEqual([])
  })

  it('shows a whole hash with scripts off, by a press', async () => {
    const payments = await monthOfLines()
    const { hash } = await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'hana' })
    const { page } = await at(payments, '/days', { javaScriptEnabled: false })
    expect(await page.getByText(hash).isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
    await page.locator('summary', { hasText: hash.slice(0, 12) }).click()
    expect(await page.getByText(hash).isVisible()).toBe(true)
  })
})
