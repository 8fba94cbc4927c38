/** A network that is slow, answers that never come, and a server that restarts in between: nothing is done twice, and nothing lost. */
import { memoryRepository } from 'hospital-payments'
import { sqlRepository, fromSqlite, migrate } from 'hospital-payments/sql'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { till } from '../../http/support/finance.js'
import { libsql } from '../../support/databases/sqlite.js'
import { gate } from '../../support/gate.js'
import { testService } from '../../support/service.js'
import { openLine } from '../support/desk.js'
import { executable, launch, open, serve, type Serving } from './browser.js'
import { visits } from './visits.js'

type Around = NonNullable<Serving['around']>

/** Posts wait where they come in, until they are let on. */
function slowly() {
  const waiting = gate()
  const came = gate()
  const posts: string[] = []
  let report = (_: string) => {}
  const reported = new Promise<string>((resolve) => (report = resolve))
  const around: Around = (desk) => (request, response) => {
    const [path, words] = request.url!.split('?')
    if (path === '/finance/said') {
      report(decodeURIComponent(words!))
      response.end()
      return
    }
    if (request.method !== 'POST') return desk(request, response)
    posts.push(request.url!)
    came.open()
    void waiting.opened.then(() => desk(request, response))
  }
  return { around, posts, said: reported, came: came.opened, letOn: waiting.open }
}

/** Does what is posted, and loses its answer, as long as `isLost` says. */
function losing() {
  const lost = { isLost: true, posts: 0 }
  const around: Around = (desk) => (request, response) => {
    if (request.method === 'POST' && lost.isLost) {
      lost.posts++
      response.writeHead = () => response.destroy()
    }
    desk(request, response)
  }
  return { around, lost }
}

const records = Array.from({ length: 3 }, (_, at) => ({
  ...({ row: at + 2, direction: 'credit', amount: 150_000, currency: 'ETB', valueDate: '2026-11-19' } as const),
  narration: `unknown ${at}`,
}))

async function hospital() {
  const made = testService({ timeZone: 'Africa/Addis_Ababa' })
  await made.payments.statements.import(records, { account: 'cbe-1000' })
  const { items } = await made.payments.lines.list()
  return { ...made, line: items[0]!, path: `/lines/${encodeURIComponent(items[0]!.key)}` }
}

const asideForm = (page: Page) => page.locator('form[action$="/set-aside"]')

async function fillAside(page: Page): Promise<void> {
  await asideForm(page).locator('[name=newCategory]').fill('donation')
}

describe.skipIf(executable === null)('createDesk: on a bad network', () => {
  const { open: visit } = visits()

  /**
   * The page itself reports what it says while it waits: Chromium lets nothing from outside look into a page that is about to
   * be replaced.
   */
  const reportBusy = `new MutationObserver(([{ target }]) => {
    if (target.className.includes('busy')) fetch('/finance/said?' + encodeURIComponent(target.textContent))
  }).observe(document.querySelector('#status'), { childList: true })`

  async function middleOf(page: Page): Promise<readonly [number, number]> {
    const button = asideForm(page).getByRole('button')
    await button.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await button.boundingBox())!
    return [x + width / 2, y + height / 2]
  }

  it.each(['clicked', 'sent by Enter'])('a form that is %s twice is sent once, and the page says so', async (how) => {
    const { payments, path, line } = await hospital()
    const { around, posts, came, said, letOn } = slowly()
    const { page, desk, faults } = await visit(payments, {}, { around })
    await page.goto(desk.base + path)
    await fillAside(page)
    const [x, y] = await middleOf(page)
    const press = () => (how === 'clicked' ? page.mouse.click(x, y) : page.keyboard.press('Enter'))
    await page.evaluate(reportBusy)
    await press()
    await press()
    await came
    expect(await said).toBe('Sent. The answer is on its way.')
    await press()
    expect(posts).toHaveLength(1)
    letOn()
    await page.locator('#status').getByText('The line was set aside.').waitFor()
    expect(posts).toHaveLength(1)
    expect(await payments.lines.history(line.key)).toHaveLength(2)
    expect(faults).toEqual([])
  })

  it('with scripts off, a form that is sent a second time is answered as once', async () => {
    const { payments, path, line } = await hospital()
    const { around, came, letOn, posts } = slowly()
    const { page, desk } = await visit(payments, { javaScriptEnabled: false }, { around })
    await page.goto(desk.base + path)
    await fillAside(page)
    const [x, y] = await middleOf(page)
    await page.mouse.click(x, y)
    await came
    await page.mouse.click(x, y)
    await expect.poll(() => posts.length).toBe(2)
    letOn()
    await page.locator('#status').getByText('The line was set aside.').waitFor()
    expect(await payments.lines.history(line.key)).toHaveLength(2)
    expect(await payments.lines.get(line.key)).toMatchObject({ status: 'settled', allocated: 150_000 })
  })

  /** Sends one form from two pages that were loaded before: the answer of the first is lost. */
  async function sentAgain(
    payments: Parameters<typeof serve>[0],
    path: string,
    send: (page: Page) => Promise<unknown>,
    done: string,
  ): Promise<void> {
    const { around, lost } = losing()
    const { page, desk } = await visit(payments, {}, { around })
    const again = await page.context().newPage()
    for (const one of [page, again]) await one.goto(desk.base + path)
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
    await send(page).catch(() => undefined)
    await failed
    expect(lost.posts).toBeGreaterThan(0)
    lost.isLost = false
    await send(again)
    await again.locator('#status').getByText(done).waitFor()
  }

  it('an allocation whose answer was lost, sent again, is one allocation', async () => {
    const { payments, path, line } = await hospital()
    const send = async (page: Page) => {
      await fillAside(page)
      await asideForm(page).getByRole('button').click()
    }
    await sentAgain(payments, path, send, 'The line was set aside.')
    expect(await payments.lines.history(line.key)).toHaveLength(2)
  })

  it('a refund whose answer was lost, sent again, is one refund', async () => {
    const { payments } = await hospital()
    const request = { amount: 150_000, currency: 'ETB', reference: 'INV-9', channel: 'cash' }
    const { id } = await payments.createPayment(request)
    await payments.confirmPayment(id)
    const send = async (page: Page) => {
      const form = page.locator('form[action$="/refunds"]')
      await form.locator('[name=reason]').selectOption('duplicate')
      await form.getByRole('button').click()
    }
    await sentAgain(payments, `/payments/${id}`, send, 'The refund was asked for.')
    expect((await payments.refunds.list()).items).toHaveLength(1)
    expect(await payments.getPayment(id)).toMatchObject({ amountRefundPending: 150_000 })
  })

  it('a day whose closing was lost, closed again, has one closing', async () => {
    const { payments } = await hospital()
    const send = (page: Page) => page.getByRole('button', { name: 'Close the day' }).click()
    await sentAgain(payments, '/days/2026-11-19?account=cbe-1000', send, 'The day was closed.')
    expect((await payments.days.list()).items).toHaveLength(1)
  })

  it('a note whose answer was lost, added again, is one note', async () => {
    const { payments, path, line } = await hospital()
    const send = async (page: Page) => {
      await page.locator('textarea[name=text]').fill('The payer was asked.')
      await page.getByRole('button', { name: 'Add note' }).click()
    }
    await sentAgain(payments, path, send, 'The note was added.')
    expect(await payments.lines.notes(line.key)).toHaveLength(1)
  })
})

/** Opens services over one file, one after the other, as servers that start anew. */
async function file() {
  const database = (await libsql.open()) as Awaited<ReturnType<typeof libsql.open>> & {
    open(): Parameters<typeof fromSqlite>[0]
    handle: Parameters<typeof fromSqlite>[0]
  }
  await migrate(fromSqlite(database.handle))
  return {
    start: () => {
      const handle = database.open()
      return { handle, repository: sqlRepository(fromSqlite(handle)) }
    },
    close: () => database.close(),
  }
}

const tillRows = (count: number) =>
  Buffer.from(
    [
      'Day,Amount,Reference,Text',
      ...Array.from({ length: count }, (_, at) => `2026-11-19,${at + 1}.00,,row ${at}`),
      '',
    ].join('\r\n'),
  )

async function chooseFile(page: Page, buffer: Buffer): Promise<void> {
  await page.locator('input[name=account]').fill('till-1')
  await page.locator('input[name=file]').setInputFiles({ name: 'till.csv', mimeType: 'text/csv', buffer })
}

/** Waits for the page of a finished import, to which the page of its steps leads. */
async function imported(page: Page): Promise<void> {
  await page.waitForURL(/\/imports\/imp_\w+$/)
  await page.locator('dt', { hasText: 'Finished' }).waitFor()
}

const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true })

/** Makes a repository that stops answering after so many calls: until it is released, or for good. */
function stopping<Repository extends object>(repository: Repository, max: number) {
  const waiting = gate()
  const state = { calls: 0 }
  const stopped = new Proxy(repository, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const call = () => (value as (...params: unknown[]) => unknown).apply(target, args)
        return ++state.calls > max ? waiting.opened.then(call) : call()
      }
    },
  })
  return { repository: stopped, state, letOn: waiting.open }
}

/** Counts the calls of an import of so many rows. */
async function callsOf(rows: number): Promise<number> {
  const { repository, state } = stopping(memoryRepository(), Infinity)
  const { payments } = testService({ repository })
  const lines = Array.from({ length: rows }, (_, at) => ({
    ...records[0]!,
    row: at + 2,
    amount: at + 1,
    narration: `row ${at}`,
  }))
  await payments.statements.import(lines, { account: 'till-1' })
  return state.calls
}

describe.skipIf(executable === null)('createDesk: a server that restarts', () => {
  let browser: Browser
  const ending: (() => unknown)[] = []
  beforeAll(async () => {
    browser = await launch()
  })
  afterEach(async () => {
    for (const end of ending.splice(0).reverse()) await end()
  })
  afterAll(() => browser?.close())

  it('accepts a form that was loaded before it, and refuses one that is stale with what was typed', async () => {
    const stored = await file()
    ending.push(stored.close)
    const first = stored.start()
    const before = testService({ repository: first.repository })
    const { key } = await openLine(before.payments)
    const desk = await serve(before.payments)
    const opened = [await open(browser, desk.base), await open(browser, desk.base)] as const
    const [one, other] = opened
    ending.push(
      ...opened.map(
        ({ page }) =>
          () =>
            page.context().close(),
      ),
    )
    const allocation = async (page: Page, amount: string) => {
      await page.locator('summary', { hasText: 'Categories, fees' }).click()
      await page.locator('[name="category.0"]').fill('donation')
      await page.locator('[name="categoryAmount.0"]').fill(amount)
    }
    for (const { page } of opened) await page.goto(`${desk.base}/lines/${encodeURIComponent(key)}`)
    await allocation(one.page, '85')
    await allocation(other.page, '1400.00')
    await desk.close()
    ;(first.handle as { close(): void }).close()

    const second = stored.start()
    const after = testService({ repository: second.repository })
    const again = await serve(after.payments, { port: desk.port })
    ending.push(again.close)
    await one.page.getByRole('button', { name: 'Allocate' }).click()
    await one.page.locator('#status').getByText('The money was allocated.').waitFor()
    await other.page.getByRole('button', { name: 'Allocate' }).click()
    await other.page.getByText('Another person changed this line').waitFor()
    expect(await other.page.locator('[name="categoryAmount.0"]').inputValue()).toBe('1400.00')
    expect(await other.page.locator('[name="category.0"]').inputValue()).toBe('donation')
    expect(await after.payments.lines.get(key)).toMatchObject({ allocated: 8500, status: 'open' })
    for (const { faults } of opened) expect(faults).toEqual([])
    ;(second.handle as { close(): void }).close()
  })

  it.each([true, false])(
    'completes an import that it was stopped in when the file is sent again, scripts %s',
    async (javaScriptEnabled) => {
      const stored = await file()
      ending.push(stored.close)
      const first = stored.start()
      // In the middle of it, for good: as a process that is killed.
      const { repository } = stopping(first.repository, await callsOf(3000))
      const { payments } = testService({ repository })
      const desk = await serve(payments, { layouts: { till } })
      const { page, faults } = await open(browser, desk.base, { javaScriptEnabled })
      ending.push(() => page.context().close())
      await page.goto(`${desk.base}/imports`)
      await chooseFile(page, tillRows(6000))
      await importButton(page).click({ noWaitAfter: true })
      await page.locator('.progress p').first().waitFor({ state: 'attached' })
      await desk.close()
      await page.getByText('If it stops before that, send the same file again').waitFor()
      expect(await page.locator('[data-end]').count()).toBe(0)

      const second = stored.start()
      const after = testService({ repository: second.repository })
      const half = await after.payments.statements.list()
      expect(half.items).toEqual([expect.objectContaining({ completedAt: null })])
      const again = await serve(after.payments, { port: desk.port, layouts: { till } })
      ending.push(again.close)
      await page.goto(`${again.base}/imports`)
      expect(await page.getByText('Not finished').count()).toBe(1)
      await chooseFile(page, tillRows(6000))
      await importButton(page).click({ noWaitAfter: true })
      await imported(page)
      const { openLines } = await after.payments.attention()
      expect(openLines).toEqual([expect.objectContaining({ count: 6000, amount: String((6000 * 6001 * 100) / 2) })])
      expect(faults.filter((fault) => !fault.includes('ERR_'))).toEqual([])
      for (const { handle } of [first, second]) (handle as { close(): void }).close()
    },
  )
})

describe.skipIf(executable === null)('desk/imports: a file of 25,000 rows in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  it.each([true, false])('shows how far it is, and leads on to its page, scripts %s', async (javaScriptEnabled) => {
    const { repository, letOn } = stopping(memoryRepository(), await callsOf(5000))
    const { payments } = testService({ repository })
    const desk = await serve(payments, { layouts: { till } })
    const { page, faults } = await open(browser, desk.base, { javaScriptEnabled })
    await page.goto(`${desk.base}/imports`)
    await chooseFile(page, tillRows(25_000))
    await importButton(page).click({ noWaitAfter: true })
    const steps = page.locator('.progress p')
    await steps.nth(1).waitFor({ state: 'attached' })
    expect(await page.locator('.progress').getAttribute('role')).toBe('status')
    const box = await steps.first().boundingBox()
    expect([box!.width, box!.height]).toEqual([1, 1])
    expect(await steps.last().textContent()).toMatch(/^Rows so far: [1-9],000 \(\d+ % of the file\)$/)
    // Further steps may come until the storage stops.
    await expect.poll(async () => (await steps.last().boundingBox())?.width).toBeGreaterThan(100)
    expect(await steps.last().locator('progress').isVisible()).toBe(true)
    letOn()
    await imported(page)
    expect(page.url()).toMatch(/\/imports\/imp_\w+$/)
    expect(await page.locator('tbody').first().textContent()).toContain('25,000')
    expect(faults).toEqual([])
    await page.context().close()
    await desk.close()
  })
})
