import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { outcomeWords } from '../../../src/domain/reconciliation/outcome-words.js'
import { lineOutcomes } from '../../../src/domain/reconciliation/items.js'
import { badFields, collect, csvOf, refusal } from '../../support/service.js'
import { checkBooks, counter, allocation, toCategory, toPayment } from './support/counter.js'

const header =
  'key,valueDate,account,row,direction,amount,amountDecimal,currency,reference,providerTransactionId,narration,' +
  'outcome,outcomeText,status,held,allocated,open,allocations,assignee,importId,version'

const importId = `imp_${'0'.repeat(25)}1`

describe('lines.exportCsv', () => {
  it('has one row a line, as people read it', async () => {
    const desk = counter()
    const bill = await desk.bill()
    await desk.line({
      key: 'id:a',
      amount: 1200,
      reference: 'INV 1',
      providerTransactionId: 'TX-1',
      narration: 'Abebe, "bed 7"\nthanks',
      outcome: 'over_paid',
    })
    await desk.line({ key: 'id:b', direction: 'debit', amount: 35, currency: 'JPY', valueDate: '2026-11-20' })
    await allocation(desk, 'id:a', [toPayment(bill), toCategory(150, 'surplus')])
    await desk.payments.lines.assign('id:a', { expectedVersion: 2, assignee: 'selam' })
    await desk.payments.lines.hold('id:b', { expectedVersion: 1 })
    const allocations = `[{""to"":""payment"",""paymentId"":""${bill.id}"",""amount"":1000,""by"":""hand""},{""to"":""category"",""category"":""surplus"",""amount"":150,""by"":""hand""}]`
    expect(await csvOf(desk.payments.lines.exportCsv())).toBe(
      [
        header,
        `id:a,2026-11-19,cbe-1000,7,credit,1200,12.00,ETB,INV 1,TX-1,"Abebe, ""bed 7""\nthanks",` +
          `over_paid,has more money than the payment has open,open,false,1150,50,"${allocations}",selam,${importId},3`,
        `id:b,2026-11-20,cbe-1000,7,debit,35,35,JPY,,,,unmatched_line,names no known payment,open,true,0,35,[],,${importId},2`,
        '',
      ].join('\r\n'),
    )
    await checkBooks(desk.repository)
  })

  it('writes every field unchanged in exact mode, the allocations as JSON', async () => {
    const desk = counter()
    const narration = '=HYPERLINK("x")\r\n+1'
    const made = await desk.line({ narration, reference: '-7', account: '@bank' })
    const line = await allocation(desk, made.key, [toCategory(7, 'a'), toCategory(-1, 'b')])
    const csv = await csvOf(desk.payments.lines.exportCsv({}, {}))
    const exact = await csvOf(desk.payments.lines.exportCsv({ mode: 'exact' }))
    const [row] = parse<Record<string, string>>(exact, { columns: true })
    expect(row).toMatchObject({ narration, reference: '-7', account: '@bank', allocated: '6', open: '994' })
    expect(JSON.parse(row!['allocations']!)).toStrictEqual(line.allocations)
    expect(csv).toContain(`"'=HYPERLINK(""x"")`)
    expect(csv).toContain(",'@bank,")
    expect(csv).toContain(",'-7,")
  })

  it('writes a NUL character of a bank as U+FFFD', async () => {
    const desk = counter()
    await desk.line({ narration: 'a\0b' })
    expect(await csvOf(desk.payments.lines.exportCsv())).toContain(',a\ufffdb,')
  })

  it('has the lines that a filter names, and none where none can match', async () => {
    const desk = counter()
    await desk.line({ key: 'id:a' })
    await desk.line({ key: 'id:b', currency: 'KES' })
    const { exportCsv } = desk.payments.lines
    const rows = await csvOf(exportCsv({ currency: 'KES' }))
    expect(rows.split('\r\n').map((row) => row.split(',')[0])).toEqual(['key', 'id:b', ''])
    expect(await csvOf(exportCsv({ importId: 'x' }))).toBe(`${header}\r\n`)
    expect(await csvOf(exportCsv({ importId: 'x', bom: true }))).toBe(`\ufeff${header}\r\n`)
    expect((await csvOf(exportCsv({ bom: true }))).startsWith('\ufeffkey,')).toBe(true)
  })

  it('takes mode and bom beside the signal, too, where they come first', async () => {
    const desk = counter()
    await desk.line({ narration: '=1+1' })
    const { exportCsv } = desk.payments.lines
    const exact = await csvOf(exportCsv({}, { mode: 'exact', bom: true }))
    expect(exact).toBe(await csvOf(exportCsv({ mode: 'exact', bom: true })))
    expect(await csvOf(exportCsv({ mode: 'spreadsheet' }, { mode: 'exact' }))).toContain(',=1+1,')
    expect(await csvOf(exportCsv({ mode: 'exact', bom: true }, { bom: false }))).toBe(exact.slice(1))
    expect(await badFields(csvOf(exportCsv({}, { mode: 'excel', bom: 1 } as never)))).toEqual([
      'mode must be one of spreadsheet, exact',
      'bom must be true or false',
    ])
  })

  it('returns pieces of a batch, the header with the first', async () => {
    const desk = counter()
    for (let i = 0; i < 2100; i++) await desk.line()
    const pieces = await collect(desk.payments.lines.exportCsv())
    expect(pieces.length).toBeGreaterThanOrEqual(3)
    expect(pieces[0]!.startsWith(header)).toBe(true)
    expect(pieces.join('').split('\r\n')).toHaveLength(2102)
  })

  it('has the lines of one instant, and ends with the reason of its signal', async () => {
    const desk = counter()
    for (let i = 0; i < 1500; i++) await desk.line({ key: `id:${i}` })
    const rows = desk.payments.lines.exportCsv()[Symbol.asyncIterator]()
    const first = await rows.next()
    await desk.payments.lines.hold('id:999', { expectedVersion: 1 })
    const second = await rows.next()
    expect(`${first.value}${second.value}`).not.toContain(',true,')
    const stop = new AbortController()
    const stopped = desk.payments.lines.exportCsv({}, { signal: stop.signal })[Symbol.asyncIterator]()
    await stopped.next()
    const reason = new Error('the reader left')
    stop.abort(reason)
    await expect(stopped.next()).rejects.toBe(reason)
  })

  it('refuses wrong arguments by the first next, before any text', async () => {
    const { exportCsv } = counter().payments.lines
    const first = (query: unknown, options?: unknown) =>
      exportCsv(query as never, options as never)
        [Symbol.asyncIterator]()
        .next()
    expect(await badFields(first({ mode: 'excel', bom: 1, colour: 'blue', limit: 5 }))).toEqual([
      'mode must be one of spreadsheet, exact',
      'bom must be true or false',
      'colour is not a known field',
      'limit is not a known field',
    ])
    expect(await badFields(first({}, { signal: 'x' }))).toEqual(['signal must be an AbortSignal'])
    await refusal(first({ from: '2026-02-30' }), 'invalid_date_range')
  })
})

it('outcomeWords: every outcome has its text, and no two the same', () => {
  expect(Object.keys(outcomeWords)).toEqual(lineOutcomes)
  expect(new Set(Object.values(outcomeWords)).size).toBe(lineOutcomes.length)
})
