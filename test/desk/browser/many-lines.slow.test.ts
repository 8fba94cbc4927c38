/** A desk over 200,000 statement lines: no page holds more than a page of them. */
import { fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import Libsql from 'libsql'
import type { HospitalPayments } from 'hospital-payments'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testService } from '../../support/service.js'
import { executable, launch, open, serve } from './browser.js'

const count = 200_000
const pageSize = 50
/** The limits of whole pages: a list that grows with the number of stored lines is above them, and a longer footer is not. */
const max = { nodes: 2500, bytes: 150_000 }

/**
 * Imports one line, the first by its day, and copies of it with other keys, amounts, words and days, made by the database
 * itself.
 */
async function filled(): Promise<{ payments: HospitalPayments; handle: Libsql.Database }> {
  const handle = new Libsql(':memory:')
  await migrate(fromSqlite(handle))
  const made = testService({ repository: sqlRepository(fromSqlite(handle)), timeZone: 'Africa/Addis_Ababa' })
  const record = {
    row: 1,
    direction: 'credit',
    amount: 1,
    currency: 'ETB',
    valueDate: '2025-12-31',
    narration: 'row 1',
  } as const
  await made.payments.statements.import([record], { account: 'cbe-1000' })
  const columns = (table: string) =>
    (handle.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[]).map(
      ({ name }) => name,
    )
  const copy = (table: string, changed: Readonly<Record<string, string>>) =>
    handle.exec(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO ${table} SELECT ${columns(table)
        .map((name) => changed[name] ?? name)
        .join(', ')} FROM n CROSS JOIN ${table} WHERE true`)
  const key = `substr(line_key, 1, length(line_key) - 8) || printf('%08d', i)`
  copy('hp_line_events', { line_key: key, id: `id || i` })
  copy('hp_account_lines', {
    ...{ line_key: key, amount: 'i', file_row: 'i' },
    value_date: `date('2026-01-01', '+' || (i * 300 / ${count}) || ' days')`,
    ...{ narration: `'row ' || i`, search_text: `'row ' || i`, narration_text: `'row ' || i` },
  })
  return { payments: made.payments, handle }
}

describe.skipIf(executable === null)('createDesk: over 200,000 lines', () => {
  let browser: Browser
  let payments: HospitalPayments
  let handle: Libsql.Database
  let desk: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    ;({ payments, handle } = await filled())
    ;[browser, desk] = await Promise.all([launch(), serve(payments)])
  })
  afterAll(async () => {
    await browser?.close()
    await desk?.close()
    handle?.close()
  })

  async function small(page: Page): Promise<void> {
    const [nodes, rows] = await Promise.all([page.locator('*').count(), page.locator('tbody tr').count()])
    const bytes = (await page.content()).length
    const isSmall = { nodes: nodes < max.nodes, rows: rows <= pageSize, bytes: bytes < max.bytes }
    expect([page.url(), nodes, rows, bytes, isSmall]).toEqual([
      page.url(),
      nodes,
      rows,
      bytes,
      { nodes: true, rows: true, bytes: true },
    ])
  }

  const firstRow = (page: Page) => page.locator('tbody tr').first().textContent()

  it('shows a page of them, the next ones, and those at the far end', async () => {
    const { page, faults } = await open(browser, desk.base)
    await page.goto(desk.base + '/')
    expect(await page.locator('.tile').first().textContent()).toContain('200,000')
    await small(page)
    await page.goto(`${desk.base}/lines?status=open`)
    expect(await page.locator('tbody tr').count()).toBe(pageSize)
    expect(await firstRow(page)).toContain('row 1')
    await small(page)
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.waitForURL(/cursor=/)
    expect(await firstRow(page)).toContain('row 51')
    await small(page)

    // To the last of them by its days: a list is read forwards, from anywhere.
    await page.goto(`${desk.base}/lines?status=open&from=2026-10-27`)
    for (let next = page.getByRole('link', { name: 'Next page' }); await next.count();) {
      await next.click()
      await page.waitForLoadState()
      await small(page)
      if (await page.getByText(`row ${count}`, { exact: true }).count()) break
    }
    expect(await page.locator('tbody tr').last().textContent()).toContain(`row ${count}`)
    expect(await page.getByRole('link', { name: 'Next page' }).count()).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('finds one of them by its words and by its amount', async () => {
    const { page, faults } = await open(browser, desk.base)
    await page.goto(`${desk.base}/lines?status=open`)
    await page.getByRole('searchbox').fill('ROW 123456')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    // What may name a person is in no address.
    await page.locator('input[type=search][value="ROW 123456"]').waitFor()
    expect(await page.locator('tbody tr').count()).toBe(1)
    expect(await firstRow(page)).toContain('row 123456')
    await page.goto(`${desk.base}/lines?currency=ETB&amount=1999.99`)
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.locator('a.open').click()
    await page.getByRole('heading', { name: 'Statement line 1,999.99 ETB' }).waitFor()
    await small(page)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('sets a page of them aside at once, and shows the others', async () => {
    const { page, faults } = await open(browser, desk.base)
    await page.goto(`${desk.base}/lines?status=open`)
    for (const box of await page.locator('input[name=key]').all()) await box.check()
    await page.locator('.bulk [name=category]').selectOption('bank_fee')
    await page.getByRole('button', { name: `Set ${pageSize} lines aside` }).click()
    await page.locator('#status').getByText(`Lines set aside: ${pageSize}.`).waitFor()
    expect(await firstRow(page)).toContain('row 51')
    await small(page)
    const { items } = await payments.lines.list({ status: 'settled', limit: 500 })
    expect(items.map(({ amount }) => amount)).toEqual(Array.from({ length: pageSize }, (_, at) => at + 1))
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('has pages of days, imports, payments and reports that are as small', async () => {
    const { page, faults } = await open(browser, desk.base)
    for (const path of [
      '/days',
      '/days/2026-01-01?account=cbe-1000',
      '/imports',
      '/payments',
      '/reports',
      '/refunds',
    ]) {
      const answer = await page.goto(desk.base + path)
      expect([path, answer!.status()]).toEqual([path, 200])
      await small(page)
    }
    expect(faults).toEqual([])
    await page.context().close()
  })
})
