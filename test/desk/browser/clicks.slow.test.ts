/** The clicks, fields and requests of the commonest work at the desk, as the table of `docs/desk.md` lists them. */
import type { HospitalPayments } from 'hospital-payments'
import type { DeskScope } from 'hospital-payments/desk'
import { describe, expect, it } from 'vitest'
import { request, testService } from '../../support/service.js'
import { cashierScopes } from '../support/counter.js'
import { everyScope } from '../support/desk.js'
import { allRules, violations } from './axe.js'
import { executable } from './browser.js'
import { Counting, documented, documentedTasks } from './counting.js'
import { cards, hospital, manyLines, monthOfLines, sureMatches } from './line-scenes.js'
import { visits } from './visits.js'

const statement = [
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,A/C No.',
  'SL17AB20QX,2026-11-18 07:12:00,Pay Bill from 2547****411,Completed,1500.00,,OPD-1',
  'SL18CD31RT,2026-11-18 07:40:00,Pay Bill from 2547****902,Completed,500.00,,OPD-2',
  '',
].join('\r\n')

describe.skipIf(executable === null)('createDesk: clicks, fields and requests', () => {
  const visit = visits()
  const counted = new Set<string>()

  async function at(payments: HospitalPayments, path: string, scopes: readonly DeskScope[] = everyScope) {
    const who = { actor: 'almaz', scopes }
    const { page, faults, desk } = await visit.open(payments, {}, { who })
    await page.addInitScript({ content: 'window.print = () => undefined' })
    await page.goto(desk.base + path)
    return { page, faults, desk, who, person: new Counting(page) }
  }

  /** Compares the figures of a task with those of the document. */
  function expectCounted(task: string, { figures }: Counting): void {
    expect([task, figures]).toEqual([task, documented(task)])
    counted.add(task)
  }

  it('a sure match is one press and one request, and the next line has the focus', async () => {
    const payments = await sureMatches()
    const { page, person, faults } = await at(payments, '/lines?status=open')
    await person.click(page.getByRole('button', { name: 'Match to OPD-5592' }))
    await person.done('The line was matched.')
    expectCounted('Match a line to its bill', person)
    expect(await page.locator('tbody tr').count()).toBe(2)
    expect(await page.evaluate('document.activeElement.closest("tr").textContent')).toContain('OPD 5593')
    expect(await violations(page, allRules)).toEqual([])
    expect(faults).toEqual([])
  })

  it('a card settlement of six bills is searched by its day, chosen whole, and its fee put in by one press', async () => {
    const payments = await cards()
    const { page, person, faults } = await at(payments, '/lines?status=open')
    await person.click(page.locator('a.open').first())
    await page.locator('[name=channel]').waitFor()
    await person.write(page.locator('form[data-open] [name=channel]'), 'cash')
    await person.press('Search')
    await page.getByText('with open money: 6').waitFor()
    await person.press('Choose all')
    expect(await page.locator('[data-chosen]').textContent()).toBe('2,100.00')
    await person.press('Rest to bank_fee')
    expect(await page.locator('[data-left]').textContent()).toBe('0.00')
    await person.press('Match 2,100.00 ETB to 6 payments')
    await person.done('The money was allocated.')
    expectCounted('Settle six bills that were paid by card', person)
    const [line] = (await payments.lines.list()).items
    expect(line!.allocations.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([
      -5000, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000,
    ])
    expect(faults).toEqual([])
  })

  it('forty lines are set aside by two clicks and one request, also those of another page', async () => {
    const payments = await manyLines(40)
    const { page, person, faults } = await at(payments, '/lines?status=open')
    await person.click(page.getByRole('checkbox', { name: 'All 40 lines that the filter shows' }))
    await person.choose(page.locator('.bulk [name=category]'), 'bank_fee')
    await person.press('Set 40 lines aside')
    await person.done('Lines set aside: 40.')
    expectCounted('Set forty lines aside', person)
    expect((await payments.lines.list({ status: 'open' })).items).toEqual([])
    expect(faults).toEqual([])
  })

  it('a match is undone from the message that follows it', async () => {
    const payments = await sureMatches()
    const { page, faults, desk } = await at(payments, '/lines?status=open')
    await page.getByRole('button', { name: 'Match to OPD-5592' }).click()
    const person = new Counting(page)
    await person.click(page.locator('#status [data-key=u]'))
    await page.waitForURL(/undo=1/)
    await person.answer(page.locator('input[name=payments][value=reverse]'))
    await person.write(page.locator('form[action$="/unallocate"] [name=reason]'), 'wrong bill')
    await person.press('Undo all allocations')
    await person.done('All allocations were undone.')
    expectCounted('Undo a match', person)
    expect(page.url()).toContain(desk.base)
    expect((await payments.lines.list({ status: 'open' })).items).toHaveLength(3)
    expect(faults).toEqual([])
  })

  it('a statement of a known layout is previewed and imported, and its file is sent once', async () => {
    const payments = hospital()
    const { page, person, faults } = await at(payments, '/imports')
    await person.write(page.locator('input[name=account]'), 'mpesa-600123')
    await person.attach(page.locator('input[name=file]'), 'november.csv', statement)
    await person.press('Preview')
    await page.locator('#shown').waitFor()
    await person.press('Import this file')
    await person.done('The statement was imported.')
    expectCounted('Import a statement after its preview', person)
    expect((await payments.lines.list()).items).toHaveLength(2)
    expect(faults).toEqual([])
  })

  it('thirty days of an account are closed by one press', async () => {
    const payments = await monthOfLines()
    const { person, faults } = await at(payments, '/months?month=2026-11')
    await person.press('Close through a day')
    await person.done('Closed just now, days: 30.')
    expectCounted('Close the thirty days of an account’s month', person)
    expect(await payments.days.unclosed()).toEqual([])
    expect(faults).toEqual([])
  })

  it('a bill that is paid by SMS is found by the whole message', async () => {
    const payments = hospital()
    const { id } = await payments.createPayment(request({ reference: 'OPD-7', currency: 'KES' }))
    await payments.confirmPayment(id, { providerTransactionId: 'SKL4AB12QX' })
    const { page, person, faults } = await at(payments, '/payments')
    const message = 'SKL4AB12QX Confirmed. Ksh1,500.00 sent to HOSPITAL for account OPD-7 on 20/11/26 at 9:12 AM.'
    await person.write(page.getByRole('searchbox'), message)
    await person.press('Search')
    await person.click(page.locator('a.open', { hasText: 'OPD-7' }))
    await page.getByRole('heading', { name: 'Payment OPD-7' }).waitFor()
    expectCounted('Open the payment of an SMS that a payer shows', person)
    expect(faults).toEqual([])
  })

  it('a cashier opens a till, takes cash with change, prints the receipt again, and closes the till', async () => {
    const payments = hospital()
    await payments.createPayment(request({ reference: 'INV-1', channel: 'cash' }))
    const before = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 0, actor: 'almaz' })
    await payments.cash.close({ sessionId: before.id, counted: 0, actor: 'almaz' })
    const { page, person: till, faults } = await at(payments, '/counter/session', cashierScopes)
    await till.write(page.locator('[name=float]'), '500')
    await till.press('Open a session')
    await till.done('The session is open.')

    await till.besides(async () => {
      const taking = new Counting(page)
      await taking.write(page.locator('[name=text]'), 'INV-1')
      await taking.press('Find')
      await taking.write(page.locator('[name=tendered]'), '2000')
      await taking.press('Take and print')
      await page.locator('.large', { hasText: 'Change 500.00' }).waitFor()
      expectCounted('Take cash for a bill, with change and receipt', taking)

      await page.goto(page.url().replace(/\/takes.*/, ''))
      const again = new Counting(page)
      await again.write(page.locator('[name=text]'), 'INV-1')
      await again.press('Find')
      await again.press('Print a copy')
      await page.locator('.slip', { hasText: 'Copy 1' }).waitFor()
      expectCounted('Print the receipt of a bill again', again)
    })

    await till.click(page.getByRole('link', { name: 'My session' }).first())
    await till.click(page.locator('summary', { hasText: 'Close the session' }))
    await till.write(page.locator('[name=counted]'), '2000')
    await till.press('Close the session')
    await till.done('The session was closed.')
    expectCounted('Open a till and close it', till)
    expect(faults).toEqual([])
  })

  it('a refund is asked for, approved by a second person and paid out', async () => {
    const { payments } = testService({ timeZone: 'Africa/Addis_Ababa', refundApproval: () => true })
    const { id } = await payments.createPayment(request({ reference: 'INV-1' }))
    await payments.confirmPayment(id)
    const { page, person, faults, who, desk } = await at(payments, `/payments/${id}`)
    await person.choose(page.locator('form[action$="/refunds"] [name=reason]'), 'duplicate')
    await person.press('Give money back')
    await person.done('The refund was asked for.')
    who.actor = 'hana'
    await person.besides(() => page.goto(`${desk.base}/approvals`))
    await person.click(page.locator('a.open').first())
    await person.press('Approve')
    await person.done('The refund was approved.')
    await person.press('Was paid out')
    await person.done('The payout was recorded.')
    expectCounted('Ask for a refund, approve it, pay it out', person)
    expect((await payments.refunds.list()).items.map(({ status }) => status)).toEqual(['succeeded'])
    expect(faults).toEqual([])
  })

  it('a waiver is asked for, and granted by a second person', async () => {
    const payments = hospital()
    const { id } = await payments.createPayment(request({ reference: 'INV-1' }))
    const { page, person, faults, who, desk } = await at(payments, `/payments/${id}`)
    const form = page.locator('form[action$="/waivers"]')
    await person.write(form.locator('[name=scheme]'), 'poor_patient')
    await person.write(form.locator('[name=reason]'), 'no_income')
    await person.press('Ask for a waiver')
    await person.done('The waiver was asked for.')
    who.actor = 'hana'
    await person.besides(() => page.goto(`${desk.base}/waivers/to-approve`))
    await person.click(page.locator('a.open').first())
    await person.press('Grant')
    await person.done('The waiver was granted.')
    expectCounted('Ask for a waiver, and grant it', person)
    expect((await payments.getPayment(id))!.amountWaived).toBe(150_000)
    expect(faults).toEqual([])
  })

  it('the table of the document has the tasks that are counted here, twelve of them', () => {
    const tasks = documentedTasks().map(([task]) => task)
    expect([...counted].sort()).toEqual([...tasks].sort())
    expect(tasks).toHaveLength(12)
  })
})
