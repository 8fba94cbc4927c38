/** A whole confirmation by SMS in the searches of the desk. */
import { describe, expect, it } from 'vitest'
import { counterOf } from './support/counter.js'
import { deskOf, openLine } from './support/desk.js'
import { linksOf, tablesOf, wordsOf } from './support/outline.js'
import { request } from '../support/service.js'

const sms = (receipt: string, rest = 'for account X-1 on 1/12/26') =>
  `${receipt} Confirmed. Ksh15.00 sent to SAMPLE HOSPITAL ${rest} at 9:12 AM. New M-PESA balance is Ksh2,345.00.`
const received = (receipt: string) =>
  `${receipt} Confirmed. You have received Ksh15.00 from JOHN DOE 0712345678 on 1/12/26. New M-PESA balance is Ksh2,345.00.`

const kes = { amount: 1500, currency: 'KES', channel: 'mobile-banking' } as const

async function withBills() {
  const desk = deskOf()
  const bill = async (reference: string, phone: string) =>
    (await desk.payments.createPayment(request({ ...kes, reference, customer: { name: 'Mulu', phone } }))).id
  const paid = await bill('INV-1', '+254722000001')
  await desk.payments.confirmPayment(paid, { providerTransactionId: 'SKL4AB12QX' })
  await bill('INV-2', '+254712345678')
  await bill('INV-3', '+254712345678')
  await desk.payments.createPayment(
    request({ ...kes, amount: 9900, reference: 'INV-4', customer: { phone: '+254712345678' } }),
  )
  const search = async (path: string, text: string) => (await desk.post(path, { text })).text()
  const referencesOf = (page: string) =>
    (tablesOf(page)['Payments'] ?? []).slice(1).map(([cell]) => cell!.split(' ')[0])
  return { ...desk, search, referencesOf }
}

describe('desk/payments: a pasted SMS', () => {
  it('finds by receipt, else by the number that the payer typed, else by phone and amount', async () => {
    const { search, referencesOf } = await withBills()
    const find = async (text: string) => referencesOf(await search('/payments', text))
    expect(await find(sms('SKL4AB12QX'))).toEqual(['INV-1'])
    expect(await find(sms('SKL4AB99ZZ', 'for account INV-2 on 1/12/26'))).toEqual(['INV-2'])
    expect((await find(received('SKL4AB99ZZ'))).sort()).toEqual(['INV-2', 'INV-3'])
    expect(await find(sms('SKL4AB99ZZ'))).toEqual([])
  })

  it('shows the facts of the message and nothing else of it, and stands in no address', async () => {
    const { search } = await withBills()
    const page = await search('/payments', received('SKL4AB99ZZ'))
    expect(wordsOf(page)).toContain('Read from the message: SKL4AB99ZZ \u00b7 15.00 KES \u00b7 0712345678')
    for (const part of ['JOHN DOE', '2,345.00', 'Confirmed']) expect(page).not.toContain(part)
    expect(Object.values(linksOf(page)).filter((url) => /0712345678|SKL4AB99ZZ/.test(url))).toEqual([])
    const missing = await search('/payments', sms('SKL4AB99ZZ'))
    expect(wordsOf(missing)).toContain('No payment matches.')
    expect(missing).toContain('value="SKL4AB99ZZ"')
  })

  it('leaves any other text as it was typed', async () => {
    const { search, referencesOf } = await withBills()
    const page = await search('/payments', 'Mulu')
    expect(referencesOf(page)).toHaveLength(3)
    expect(page).not.toContain('Read from the message')
  })
})

describe('desk/lines: a pasted SMS', () => {
  it('finds the line by receipt, else by amount', async () => {
    const { payments, search } = await withBills()
    const base = { currency: 'KES', valueDate: '2026-11-20' } as const
    await openLine(payments, { ...base, row: 1, amount: 1500, narration: 'no name' })
    await openLine(payments, { ...base, row: 2, amount: 700, narration: 'Pay Bill SKL4AB12QX' })
    const amountsOf = (page: string) => (tablesOf(page)['Statement lines'] ?? []).slice(1).map((row) => row.at(-3))
    expect(amountsOf(await search('/lines', sms('SKL4AB12QX')))).toEqual(['7.00 KES'])
    expect(amountsOf(await search('/lines', sms('SKL4AB99ZZ')))).toEqual(['15.00 KES'])
  })
})

describe('desk/line: a pasted SMS', () => {
  async function ofLine() {
    const desk = await withBills()
    const line = await openLine(desk.payments, { amount: 700, narration: 'cash desk', valueDate: '2026-11-20' })
    const url = `/lines/${encodeURIComponent(line.key)}/allocate`
    const search = async (q: string, more: Record<string, string> = {}) =>
      (await desk.post(url, { version: '1', q, search: '1', ...more })).text()
    const references = (page: string) =>
      (tablesOf(page)['Payments that this line may be for'] ?? []).slice(1).map((row) => row[1]!.split(' ')[0])
    return { ...desk, search, references }
  }

  it('finds by receipt, else by the number that the payer typed, else by phone and amount', async () => {
    const { search, references } = await ofLine()
    const find = async (text: string) => references(await search(text))
    expect(await find(sms('SKL4AB12QX'))).toEqual(['INV-1'])
    expect(await find(sms('SKL4AB99ZZ', 'for account INV-2 on 1/12/26'))).toEqual(['INV-2'])
    expect((await find(received('SKL4AB99ZZ'))).sort()).toEqual(['INV-2', 'INV-3'])
    expect(await find(sms('SKL4AB99ZZ'))).toEqual([])
  })

  it('shows the facts of the message and keeps nothing else of it, also in the fields of the form', async () => {
    const { search, references } = await ofLine()
    const page = await search(received('SKL4AB99ZZ'))
    expect(wordsOf(page)).toContain('Read from the message: SKL4AB99ZZ \u00b7 15.00 KES \u00b7 0712345678')
    for (const part of ['JOHN DOE', '2,345.00', 'Confirmed']) expect(page).not.toContain(part)
    expect(page).toContain('name="searched" value="0712345678"')
    const more = await search('', { limit: '100', searched: '0712345678', search: '' })
    expect(references(more).sort()).toEqual(['INV-2', 'INV-3', 'INV-4'])
    expect(await search(sms('SKL4AB99ZZ'))).toContain('name="searched" value="SKL4AB99ZZ"')
  })
})

describe('desk/counter: a pasted SMS', () => {
  it('opens the bill that it names, and shows what it read where there is none', async () => {
    const desk = counterOf()
    await desk.open()
    const bill = await desk.bill({ reference: 'INV-77', currency: 'KES' })
    const answer = await desk.post('/counter', { text: sms('SKL4AB12QX', 'for account INV-77 on 1/12/26') })
    expect(answer.headers.get('location')).toBe(`/finance/counter/bills/${bill.id}`)
    const page = await (await desk.post('/counter', { text: received('SKL4AB99ZZ') })).text()
    expect(wordsOf(page)).toContain('Read from the message: SKL4AB99ZZ')
    expect(page).not.toContain('JOHN DOE')
  })
})
