import { describe, expect, it } from 'vitest'
import { deskOf, formsOf, openLine } from './support/desk.js'
import { linksOf, tablesOf } from './support/outline.js'
import { workedOn } from './support/scene.js'
import { day, request } from '../support/service.js'

const cells = (text: string, name: string) => tablesOf(text)[name]!.slice(1)

describe('desk/audit', () => {
  it('shows who did what on a day, newest first, with links to what it is about', async () => {
    const { page, linePath, id, refund } = await workedOn()
    const text = await page('/audit')
    expect(tablesOf(text)['Audit']![0]).toEqual(['When', 'Who', 'What', 'Of what', 'Amount', 'Reason'])
    const rows = cells(text, 'Audit').map((row) => row.slice(1).join(' | '))
    expect(rows).toContain('hana | Allocated | Line | 1,000.00 ETB | by phone')
    expect(rows).toContain('selam | Refund paid out | Refund | 500.00 ETB | ')
    expect(rows.at(-1)).toBe('a rule or a program | Asked for | Payment INV-1 | 1,500.00 ETB | ')
    for (const path of [linePath, `/payments/${id}`, `/refunds/${refund.id}`])
      expect(text).toContain(`href="/finance${path}"`)
  })

  it('shows closed days, waivers and attempts, and links only pages that its reader may see', async () => {
    const { page, payments, who, clock } = deskOf()
    const line = await openLine(payments)
    const { id } = await payments.createPayment(request({ reference: 'INV-5' }))
    const call = { paymentId: id, amount: 100, scheme: 'poor', reason: 'no_income' }
    const waiver = await payments.waivers.request(call, { actor: 'sara' })
    clock.advance(day)
    await payments.days.close({ account: line.account, day: line.valueDate, actor: 'hana' })
    const path = '/audit?from=2026-11-20&to=2026-11-21'
    const text = await page(path)
    expect(cells(text, 'Audit').map((row) => row.slice(1, 4))).toContainEqual([
      'hana',
      'Day closed',
      'cbe-1000 20 Nov 2026',
    ])
    expect(text).toContain(`href="/finance/days/2026-11-20?account=${line.account}"`)
    expect(text).toContain(`href="/finance/waivers/${waiver.id}"`)
    who.scopes = ['reports:read']
    const limited = await page(path)
    expect(limited).not.toContain('href="/finance/lines')
    expect(cells(limited, 'Audit')).toHaveLength(cells(text, 'Audit').length)
  })

  it('shows one person and the days of its filters, of which one alone is both', async () => {
    const { page } = await workedOn()
    const text = await page('/audit?person=hana&from=2026-11-20')
    expect(new Set(cells(text, 'Audit').map(([, person]) => person))).toEqual(new Set(['hana']))
    expect(String(formsOf(text)[0]!.fields)).toBe('from=2026-11-20&to=2026-11-20&person=hana')
    expect(linksOf(text)['Download as CSV']).toBe('/finance/audit.csv?from=2026-11-20&to=2026-11-20&person=hana')
    expect(await page('/audit?from=2026-11-19')).toContain('Nothing was done')
    expect(await page('/audit?person=selassie')).toContain('Nothing was done')
  })

  it('has a next page where a day has more events than a page, and its file has them all', async () => {
    const { page, payments, get } = deskOf()
    for (let n = 0; n < 51; n++) await payments.createPayment(request({ reference: `INV-${n}` }), { actor: '=1+1' })
    const first = await page('/audit')
    expect(cells(first, 'Audit')).toHaveLength(50)
    const second = await page(linksOf(first)['Next page']!.slice('/finance'.length))
    expect(cells(second, 'Audit')).toHaveLength(1)
    const file = await get('/audit.csv')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="audit_2026-11-20.csv"')
    const bytes = new Uint8Array(await file.arrayBuffer())
    // As the other files begin, for a spreadsheet to take them for UTF-8.
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const rows = new TextDecoder().decode(bytes).trimEnd().split('\r\n')
    expect(rows[0]).toBe('at,actor,kind,id,type,amount,currency,reason')
    expect(rows).toHaveLength(52)
    // What a spreadsheet would compute is text there.
    expect(rows[1]).toContain("'=1+1")
  })

  it('names the problem of a day that is none', async () => {
    const { get, payments } = deskOf()
    await openLine(payments)
    const answer = await get('/audit?from=2026-13-01')
    expect(answer.status).toBe(400)
    const text = await answer.text()
    expect(text).toContain('role="alert"')
    expect(String(formsOf(text)[0]!.fields)).toContain('from=2026-13-01')
  })
})

describe('desk/books', () => {
  it('shows what each person did, and links the journal of the same days and accounts', async () => {
    const { page, get, payments } = await workedOn()
    expect(linksOf(await page('/reports'))['Sums by person, and the journal for the books']).toBe(
      '/finance/reports/actors',
    )
    const text = await page('/reports/actors?from=2026-11-20&accounts=cbe-1000')
    expect(tablesOf(text)['Sums by person']).toEqual([
      ['Who', 'What', 'Count', 'Amount'],
      ['a rule or a program', 'Payments asked for', '2', '3,000.00 ETB'],
      ['selam', 'Payments confirmed', '1', '1,500.00 ETB'],
      ['selam', 'Refunds paid out', '1', '500.00 ETB'],
    ])
    const path = linksOf(text)['Download the journal as CSV']
    expect(path).toBe('/finance/reports/journal.csv?from=2026-11-20&to=2026-11-20&accounts=cbe-1000')
    const file = await get(path!.slice('/finance'.length))
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="journal_2026-11-20.csv"')
    const days = { from: '2026-11-20', to: '2026-11-20' }
    let journal = ''
    for await (const part of payments.reports.journal(days, { bom: true })) journal += part
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())).toBe(journal)
    const none = await (await get('/reports/journal.csv?from=2026-11-20&accounts=cbe-2000, abay')).text()
    expect(none.trimEnd().split('\r\n')).toHaveLength(1)
  })

  it('leaves narrations out of the journal of a reader who may see no lines', async () => {
    const { get, who, payments } = deskOf()
    await openLine(payments, { narration: 'from Abebe Kebede' })
    const journal = async () => (await get('/reports/journal.csv?from=2026-11-20')).text()
    expect(await journal()).toContain('from Abebe Kebede')
    who.scopes = ['reports:read']
    const limited = await journal()
    expect(limited).toContain('cbe-1000')
    expect(limited).not.toContain('Abebe')
  })

  it('names the problem of a day that is none', async () => {
    const { get } = deskOf()
    const answer = await get('/reports/actors?from=2026-13-01')
    expect([answer.status, (await answer.text()).includes('role="alert"')]).toEqual([400, true])
  })
})
