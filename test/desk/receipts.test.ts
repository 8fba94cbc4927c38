/** Pages of receipts of parts, of copies, and of the counter. */
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import {
  issueReceipt,
  lineChangeFixture,
  lineEntryFixture,
  lineFixture,
  receiptFixture,
} from '../support/finance-contract/index.js'
import { request } from '../support/service.js'
import { deskOf, formsOf, openLine } from './support/desk.js'
import { factsOf, linksOf, tablesOf, wordsOf } from './support/outline.js'

describe('desk/receipts', () => {
  it('shows the newest receipt of a payment, its copy mark, and the others by their numbers', async () => {
    const { payments, page } = deskOf()
    const { id } = await payments.createPayment(request())
    await openLine(payments, { narration: '', reference: 'INV-1', amount: 50_000 })
    await payments.receipts.issue(id, { actor: 'sara' })
    await payments.receipts.print(1, 2026)
    expect(wordsOf(await page(`/receipts/${id}`))).toMatch(/^Receipt 1\/2026 Valid Print a copy Receipt 1\/2026 Issued/)
    await payments.receipts.print(1, 2026)
    await openLine(payments, { row: 2, narration: '', reference: 'INV-1', amount: 100_000 })
    await payments.receipts.issue(id)
    const newest = await page(`/receipts/${id}`)
    expect(wordsOf(newest)).toMatch(/^Receipt 2\/2026 Valid Print Receipt 2\/2026 Preview/)
    const first = `/finance/receipts/${id}?number=1%2F2026`
    expect(linksOf(newest)).toMatchObject({ '1/2026': first })
    expect(wordsOf(await page(first.replace('/finance', '')))).toMatch(
      /^Receipt 1\/2026 Valid Print a copy Receipt 1\/2026 Copy 1 Issued/,
    )
    expect(linksOf(await page('/receipts'))).toMatchObject({
      '1/2026': first,
      '2/2026': `/finance/receipts/${id}?number=2%2F2026`,
    })
  })

  it('shows what the money of a movement at the counter was for, and that it was voided', async () => {
    const { payments, page, repository } = deskOf()
    const finance = repository as FinanceRepository
    const bills = []
    for (const reference of ['INV-1', 'INV-2']) bills.push(await payments.createPayment(request({ reference })))
    const line = lineFixture({ account: 'cash.w1' })
    await finance.replace({ changes: [], lines: [lineEntryFixture(line)] })
    const paymentId = bills[0]!.id
    const allocations = bills.map(({ id, reference }) => ({ paymentId: id, reference, amount: 1000 }))
    const money = { received: 3000, tendered: 5000, change: 2000, payerId: 'p1' }
    await issueReceipt(finance, receiptFixture({ paymentId, lineKey: line.key, allocations, ...money }))
    const deposit = receiptFixture({ lineKey: 'deposit', allocations: [], received: 700 })
    await issueReceipt(finance, deposit)
    const html = await page(`/receipts/${paymentId}`)
    expect(wordsOf(html)).toContain(
      'Paid for Amount INV-1 10.00 ETB INV-2 10.00 ETB Deposit 10.00 ETB Received 30.00 ETB Thirty birr and 00/100',
    )
    expect(factsOf(html)).toEqual([
      ['Issued', '20 Nov 2026, 12:00'],
      ['Id of the payer', 'p1'],
      ['Cash given', '50.00 ETB'],
      ['Change', '20.00 ETB'],
      ['Issued by', 'sara'],
    ])
    const rows = tablesOf(await page('/receipts'))['Receipts']!.slice(1)
    expect(rows.map(([number, reference, , amount]) => [number, reference, amount])).toEqual([
      ['1/2026', 'INV-1 …', '30.00 ETB'],
      ['2/2026', '', '7.00 ETB'],
    ])
    await finance.replace({ changes: [], lines: [lineChangeFixture(line, { outcome: 'voided' })] })
    expect(wordsOf(await page(`/receipts/${paymentId}`))).toMatch(
      /^Receipt 1\/2026 Void This receipt is void: the movement at the counter was taken back\./,
    )
  })

  it('lists the receipts of a bill by its reference, each once, and those of a deposit by the payer', async () => {
    const { payments, page } = deskOf()
    for (const reference of ['INV-1', 'INV-2', 'INV-1']) {
      const { id } = await payments.createPayment(request({ reference }))
      await payments.confirmPayment(id)
      await payments.receipts.issue(id)
    }
    const session = await payments.cash.open({ point: 'w1', currency: 'ETB', float: 0, actor: 'sara' })
    await payments.cash.take({ sessionId: session.id, payerId: 'MRN-7', amount: 500, actor: 'sara' })
    const rowsOf = async (query: string) =>
      (tablesOf(await page(`/receipts${query}`))['Receipts'] ?? []).slice(1).map(([number, what]) => [number, what])
    expect(await rowsOf('?reference=INV-1')).toEqual([
      ['1/2026', 'INV-1'],
      ['3/2026', 'INV-1'],
    ])
    expect(await rowsOf('?reference=INV-1&year=2025')).toEqual([])
    expect(await rowsOf('?reference=INV-9')).toEqual([])
    expect((await rowsOf('')).at(-1)).toEqual(['4/2026', 'MRN-7'])
  })

  it('lists the receipt of a number of this year, or of the year that is written behind it or beside it', async () => {
    const { payments, page, get, clock } = deskOf()
    const { id: before } = await payments.createPayment(request({ reference: 'INV-1' }))
    await payments.confirmPayment(before)
    await payments.receipts.issue(before)
    clock.set('2027-01-05T09:00:00.000Z')
    for (const reference of ['INV-2', 'INV-3']) {
      const { id } = await payments.createPayment(request({ reference }))
      await payments.confirmPayment(id)
      await payments.receipts.issue(id)
    }
    const rowsOf = async (query: string) =>
      (tablesOf(await page(`/receipts${query}`))['Receipts'] ?? []).slice(1).map(([number, what]) => [number, what])
    expect(await rowsOf('?number=1')).toEqual([['1/2027', 'INV-2']])
    expect(await rowsOf('?number=2')).toEqual([['2/2027', 'INV-3']])
    expect(await rowsOf('?number=1/2026')).toEqual([['1/2026', 'INV-1']])
    expect(await rowsOf('?number=1&year=2026')).toEqual([['1/2026', 'INV-1']])
    expect(await rowsOf('?number=1&reference=INV-2')).toEqual([['1/2027', 'INV-2']])
    expect(await rowsOf('?number=1&reference=INV-3')).toEqual([])
    const none = await page('/receipts?number=9 / 2026')
    expect(String(formsOf(none)[0]!.fields)).toBe('number=9&year=2026&reference=')
    expect(wordsOf(none)).toContain('No receipt matches. Change the filters, or show all receipts. Show all')
    const refused = await get('/receipts?number=twelve')
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('Write the number as it is on the receipt, such as 12/2027.')
  })
})
