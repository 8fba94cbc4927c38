import { describe, expect, it } from 'vitest'
import { deskOf, formsOf, openLine } from './support/desk.js'
import { linksOf, tablesOf } from './support/outline.js'
import { workedOn } from './support/scene.js'

describe('desk/audit', () => {
  it('shows who did what with the lines of a day, and why', async () => {
    const { page, linePath, payments } = await workedOn()
    const text = await page('/audit')
    const of = ['20 Nov 2026 cbe-1000', ''] as const
    expect(tablesOf(text)['Audit']).toEqual([
      ['When', 'Who', 'What', 'Line', 'Reason'],
      ['20 Nov 2026, 12:01', 'import-job', 'Imported', ...of],
      ['20 Nov 2026, 12:01', 'hana', 'Allocated Payment 900.00 ETB', of[0], 'by phone'],
      ['20 Nov 2026, 12:01', 'hana', 'Assigned to selam', ...of],
    ])
    expect(linksOf(text)['20 Nov 2026']).toBe(`/finance${linePath}`)
    await payments.statements.import(
      [{ row: 3, direction: 'credit', amount: 1, currency: 'ETB', valueDate: '2026-11-20', narration: 'x' }],
      { account: 'cbe-2000' },
    )
    const rows = tablesOf(await page('/audit'))['Audit']!.map((row) => row.slice(1, 4))
    expect(rows).toContainEqual(['a rule or a program', 'Imported', '20 Nov 2026 cbe-2000'])
  })

  it('shows one person and the days of its filters, of which one alone is both', async () => {
    const { page } = await workedOn()
    const text = await page('/audit?person=hana&from=2026-11-20')
    expect(
      tablesOf(text)
        ['Audit']!.slice(1)
        .map(([, who]) => who),
    ).toEqual(['hana', 'hana'])
    expect(String(formsOf(text)[0]!.fields)).toBe('from=2026-11-20&to=2026-11-20&person=hana')
    expect(linksOf(text)['Download as CSV']).toBe('/finance/audit.csv?from=2026-11-20&to=2026-11-20&person=hana')
    expect(await page('/audit?from=2026-11-19')).toContain('Nothing was done')
    expect(tablesOf(await page('/audit?from=2026-11-19&to=2026-11-20'))['Audit']).toHaveLength(4)
  })

  it('shows one person in full pages, and ends with the last act of the person', async () => {
    const { page, payments } = deskOf()
    const record = { direction: 'credit', currency: 'ETB', valueDate: '2026-11-20', narration: 'x' } as const
    const records = Array.from({ length: 400 }, (_, at) => ({ ...record, row: at + 1, amount: at + 1 }))
    await payments.statements.import(records, { account: 'cbe-1000', actor: 'import-job' })
    const { items } = await payments.lines.list({ limit: 500 })
    // One of five lines, so that no fifty lines next to each other fill a page.
    const held = items.filter((_, at) => at % 5 === 4)
    for (const { key } of held) await payments.lines.hold(key, { expectedVersion: 1, actor: 'hana' })
    const counts: number[] = []
    let path: string | undefined = '/audit?person=HANA'
    while (path !== undefined) {
      const text = await page(path)
      counts.push((tablesOf(text)['Audit'] ?? ['head']).length - 1)
      path = linksOf(text)['Next page']?.slice('/finance'.length)
    }
    expect(counts).toEqual([50, 30])
    const none = await page('/audit?person=selam')
    expect(none).toContain('Nothing was done with lines of these days.')
    expect(linksOf(none)['Next page']).toBeUndefined()
  })

  it('has a next page where a day has more lines than a page, and its file has them all', async () => {
    const { page, payments, get } = deskOf()
    const record = { direction: 'credit', currency: 'ETB', valueDate: '2026-11-20', narration: 'x' } as const
    const records = Array.from({ length: 51 }, (_, at) => ({ ...record, row: at + 1, amount: at + 1 }))
    await payments.statements.import(records, { account: 'cbe-1000', actor: '=1+1' })
    const first = await page('/audit')
    expect(tablesOf(first)['Audit']).toHaveLength(51)
    const next = linksOf(first)['Next page']!.slice('/finance'.length)
    const second = await page(next)
    expect(tablesOf(second)['Audit']).toHaveLength(2)
    expect(linksOf(second)['First page']).toBe('/finance/audit?from=2026-11-20&to=2026-11-20&person=')

    const file = await get('/audit.csv')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="audit_2026-11-20.csv"')
    const bytes = new Uint8Array(await file.arrayBuffer())
    // As the other files begin, for a spreadsheet to take them for UTF-8.
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const rows = new TextDecoder().decode(bytes).trimEnd().split('\r\n')
    expect(rows).toHaveLength(52)
    expect(rows.filter((row) => row.includes('actor'))).toHaveLength(1)
    // What a spreadsheet would compute is text there.
    expect(rows[1]).toContain("'=1+1")
  })

  it('is a file that names each change with its line and its allocations', async () => {
    const { get, line, id } = await workedOn()
    const [head, ...rows] = (await (await get('/audit.csv?person=hana&from=2026-11-20')).text())
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n')
    expect(head).toBe(
      'at,actor,event,version,lineKey,account,valueDate,direction,amount,amountDecimal,currency,reason,allocations',
    )
    const of = `${line.key},cbe-1000,2026-11-20,credit,100000,1000.00,ETB`
    expect(rows).toEqual([
      `2026-11-20T09:01:00.000Z,hana,line.allocated,2,${of},by phone,"[{""to"":""payment"",""paymentId"":""${id}"",""amount"":90000}]"`,
      `2026-11-20T09:01:00.000Z,hana,line.assigned,3,${of},,[]`,
    ])
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
