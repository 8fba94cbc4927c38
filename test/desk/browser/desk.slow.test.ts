import type { HospitalPayments } from 'hospital-payments'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleHospital } from '../../../examples/finance-desk/sample.js'
import { furnishCounter } from '../support/counter-scene.js'
import { furnishPayer } from '../support/payer-scene.js'
import { executable, launch, open, serve } from './browser.js'

describe.skipIf(executable === null)('createDesk: in a browser', () => {
  let browser: Browser
  let payments: HospitalPayments
  let desk: Awaited<ReturnType<typeof serve>>
  let paths: string[]

  beforeAll(async () => {
    payments = await sampleHospital()
    ;[browser, desk] = await Promise.all([launch(), serve(payments)])
    const { items: lines } = await payments.lines.list({ status: 'open' })
    const { items: settled } = await payments.lines.list({ status: 'settled', limit: 1 })
    const { items: imports } = await payments.statements.list()
    const { items: paid } = await payments.search({ status: ['succeeded'], limit: 1 })
    await payments.receipts.issue(paid[0]!.id)
    const refund = await payments.refunds.create({ paymentId: paid[0]!.id, amount: 100, reason: 'duplicate' })
    await payments.days.close({ account: 'bank-1100', day: '2026-11-02', actor: 'hana' })
    const counter = await furnishCounter(payments)
    const payer = await furnishPayer(payments)
    paths = [
      ...counter.paths,
      ...payer.paths,
      ...[
        '/',
        '/lines?status=open',
        '/lines?text=nothing',
        '/payments',
        '/imports',
        '/reports',
        '/audit?from=2026-11-03',
      ],
      ...[
        '/refunds',
        '/approvals',
        '/days',
        '/months?month=2026-11',
        '/days/2026-11-02?account=bank-1100',
        '/days/2026-11-03?account=bank-1100',
        '/receipts',
      ],
      ...[
        `/receipts/${paid[0]!.id}`,
        `/payments/${paid[0]!.id}`,
        `/refunds/${refund.id}`,
        `/imports/${imports[0]!.id}`,
        '/nothing',
      ],
      ...[lines[0]!, lines[17]!, settled[0]!].map(({ key }) => `/lines/${encodeURIComponent(key)}`),
    ]
  })

  afterAll(async () => {
    await browser?.close()
    await desk?.close()
  })

  /** Returns the path of the open line of a row of the bank's file. */
  async function rowOf(account: string, row: number): Promise<string> {
    const { items } = await payments.lines.list({ account, limit: 500 })
    return `/lines/${encodeURIComponent(items.find((line) => line.row === row)!.key)}`
  }

  const styleOf = (page: Page, selector: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`)

  it.each(['light', 'dark'] as const)(
    'prints what is on a page without its navigation and forms, from %s colours',
    async (colorScheme) => {
      const { page, faults } = await open(browser, desk.base, { colorScheme })
      for (const path of paths) {
        await page.emulateMedia({ media: 'screen' })
        await page.goto(desk.base + path)
        expect(await page.locator('.sign').filter({ visible: true }).count()).toBe(0)
        await page.emulateMedia({ media: 'print' })
        expect(
          await page
            .locator('nav, button, input, select, textarea, summary')
            .filter({ visible: true })
            .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 200))),
          path,
        ).toEqual([])
        // Paper of a receipt has no word of the desk.
        expect(await page.locator('h1').isVisible()).toBe((await page.locator('.slip').count()) === 0)
        expect(await styleOf(page, 'body', 'backgroundColor')).toBe('rgb(255, 255, 255)')
      }
      // The list stands in the form in which lines are chosen.
      await page.goto(desk.base + '/lines?status=open')
      expect(await page.locator('tbody tr').first().isVisible()).toBe(true)
      await page.goto(desk.base + '/days/2026-11-02?account=bank-1100')
      const lines = page.locator('.sign p')
      expect(await lines.allTextContents()).toEqual(['Drawn up by', 'Checked by', 'Date'])
      expect(await styleOf(page, '.sign p', 'borderTopStyle')).toBe('solid')
      expect(await lines.first().isVisible()).toBe(true)
      expect(faults).toEqual([])
      await page.context().close()
    },
  )

  it.each([true, false])('prints a day at a button, which is there with scripts on (%s)', async (scripts) => {
    const { page, faults } = await open(browser, desk.base, { javaScriptEnabled: scripts })
    if (scripts)
      await page.addInitScript({ content: "window.print = () => (document.documentElement.dataset.printed = 'yes')" })
    const printed = paths.filter((path) => /^\/days\/./.test(path))
    expect(printed).toHaveLength(2)
    for (const path of printed) {
      await page.goto(desk.base + path)
      const button = page.getByRole('button', { name: 'Print', exact: true })
      expect(await button.count()).toBe(scripts ? 1 : 0)
      if (!scripts) continue
      await button.click()
      expect(await page.locator('html').getAttribute('data-printed')).toBe('yes')
    }
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('has fields of one height in its filters', async () => {
    const { page } = await open(browser, desk.base)
    for (const path of ['/payments', '/lines?from=2026-11-01', '/audit', '/days', '/refunds', '/reports']) {
      await page.goto(desk.base + path)
      const heights = await page
        .locator('.filter .grid .field > :is(input, select)')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
      expect([path, [...new Set(heights)]]).toEqual([path, [36]])
    }
    await page.context().close()
  })

  it('loads nothing from elsewhere, breaks no policy, and fits into 320 pixels', async () => {
    const { page, faults } = await open(browser, desk.base, { viewport: { width: 320, height: 640 } })
    for (const path of paths) {
      await page.goto(desk.base + path)
      await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect([path, width]).toEqual([path, 320])
    }
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('settles a line by mouse, with the open money shown while allocations are typed', async () => {
    const { page, faults } = await open(browser, desk.base)
    await page.goto(desk.base + '/lines?status=open&text=opd+5594+015')
    await page.locator('a.open').first().click()
    await page.getByRole('checkbox', { name: 'Choose OPD-5594-015' }).check()
    await page.locator('input[name="amount.0"]').fill('3000.00')
    expect(await page.locator('[data-left]').textContent()).toBe('\u221215.00')
    await page.getByText('Categories, fees and corrections').click()
    await page.locator('input[name="category.0"]').fill('bank_fee')
    await page.locator('input[name="categoryAmount.0"]').fill('-15')
    expect(await page.locator('[data-left]').textContent()).toBe('0.00')
    await page.getByRole('button', { name: 'Match 3,000.00 KES to OPD-5594-015' }).click()
    await page.getByText('The money was allocated.').waitFor()
    expect(await page.locator('h1').textContent()).toContain('Settled')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('is used by keyboard alone: from the list to a line that is settled, and to its undo', async () => {
    const { page, faults } = await open(browser, desk.base)
    await page.goto(desk.base + '/lines?status=open&text=0PD-5594-008')
    await page.keyboard.press('Tab')
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Go to the content')
    await page.locator('a.open').first().focus()
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    expect(await page.locator('input[name=key]').first().isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/lines\/content/)
    await page.getByRole('button', { name: 'Choose only this' }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByText('The money was allocated.').waitFor()
    await page.waitForLoadState()
    await page.locator('summary', { hasText: 'Undo all allocations' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('input[name=payments][value=reverse]').focus()
    await page.keyboard.press('Space')
    expect(await page.locator('input[name=payments]:checked').inputValue()).toBe('reverse')
    await page.locator('form[action$="/unallocate"] input[name=reason]').focus()
    await page.keyboard.type('tried')
    await page.keyboard.press('Enter')
    await page.getByText('All allocations were undone').waitFor()
    // A letter in a field is a letter.
    await page.goto(desk.base + '/lines')
    await page.locator('input[name=text]').focus()
    await page.keyboard.type('jkx')
    expect(await page.locator('input[name=text]').inputValue()).toBe('jkx')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('is complete with scripts off: search, settle, note, hold, import', async () => {
    const { page, faults } = await open(browser, desk.base, { javaScriptEnabled: false })
    await page.goto(desk.base + (await rowOf('mpesa-600123', 11)))
    await page.getByRole('searchbox', { name: 'Search payments' }).fill('achieng')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('checkbox', { name: 'Choose OPD-5594-036' }).check()
    await page.getByRole('checkbox', { name: 'Choose OPD-5594-037' }).check()
    for (const [reference, amount] of [
      ['036', '800.00'],
      ['037', '630.00'],
    ] as const)
      await page.getByRole('textbox', { name: `Allocation for OPD-5594-${reference}` }).fill(amount)
    await page.getByRole('button', { name: 'Allocate' }).click()
    expect(await page.locator('h1').textContent()).toContain('Settled')
    await page.locator('textarea[name=text]').fill('The patient said her name.')
    await page.getByRole('button', { name: 'Add note' }).click()
    expect(await page.locator('.notes').textContent()).toContain('The patient said her name.')
    await page.goto(desk.base + '/imports')
    await page.locator('input[name=account]').fill('till-2')
    const file = [
      'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,A/C No.',
      'SK1,2026-11-30 10:00:00,Pay Bill,Completed,100.00,,x',
      '',
    ].join('\r\n')
    const input = { name: 'mpesa.csv', mimeType: 'text/csv', buffer: Buffer.from(file) }
    await page.locator('input[name=file]').setInputFiles(input)
    await page.getByRole('button', { name: 'Preview' }).click()
    expect(await page.locator('#preview').textContent()).toContain('No payment found')
    await page.locator('input[name=file]').setInputFiles(input)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    expect(await page.locator('#status').textContent()).toContain('The statement was imported.')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('shows the second of two browsers what the first one did, and loses nothing', async () => {
    const path = await rowOf('bank-1100', 21)
    const [one, other] = [await open(browser, desk.base), await open(browser, desk.base)]
    await Promise.all([one.page.goto(desk.base + path), other.page.goto(desk.base + path)])
    const aside = async ({ page }: typeof one, category: string) => {
      const form = page.locator('form[action$="/set-aside"]')
      await form.locator('input[name=newCategory]').fill(category)
      await form.getByRole('button').click()
    }
    await aside(one, 'interest')
    await one.page.getByText('The line was set aside.').waitFor()
    await aside(other, 'donation')
    await other.page.getByText('Another person changed this line').waitFor()
    expect(await other.page.locator('[role=alert]').textContent()).toContain('almaz')
    expect(await other.page.locator('#allocations').locator('..').textContent()).toContain('interest')
    for (const { page, faults } of [one, other]) {
      expect(faults).toEqual([])
      await page.context().close()
    }
  })

  it('changes its list alone when a filter is used, with the filter in the URL', async () => {
    const { page, faults } = await open(browser, desk.base)
    await page.goto(desk.base + '/lines')
    await page.evaluate(() => Object.assign(globalThis, { stays: true }))
    await page.locator('select[name=status]').selectOption('open')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL(/\/lines\?status=open$/)
    expect(await page.evaluate(() => (globalThis as unknown as { stays?: boolean }).stays)).toBe(true)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it.each([true, false])(
    'has a text that is searched for in no address, also after a reload, scripts %s',
    async (js) => {
      const { page, faults } = await open(browser, desk.base, { javaScriptEnabled: js })
      await page.goto(desk.base + '/lines')
      await page.locator('input[name=text]').fill('CARD SETTLEMENT')
      await page.getByRole('button', { name: 'Show' }).click()
      await page.locator('input[type=search][value="CARD SETTLEMENT"]').waitFor()
      expect([page.url(), await page.locator('tbody tr').count()]).toEqual([desk.base + '/lines', 1])
      await page.reload()
      expect([page.url(), await page.locator('tbody tr').count()]).toEqual([desk.base + '/lines', 1])
      await page.locator('a.open').click()
      await page.waitForURL(/\/lines\/content/)
      expect(faults).toEqual([])
      await page.context().close()
    },
  )
})
