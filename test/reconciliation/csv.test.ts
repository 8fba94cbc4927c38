import fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import { type LineItem, type ReconciliationItem, reconciliationCsv } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { hostileText } from '../support/arbitraries.js'
import { guarded } from '../support/guarded.js'
import { examples } from '../support/rounds.js'
import { badFields, collect, csvOf } from '../support/service.js'
import { credit, debit, file, hospital, rejected, account } from './support/hospital.js'

const header = 'kind,row,outcome,applied,rule,reference,paymentId,amount,currency,valueDate,allocated,late,reason'

const unmatched = (reference: string): LineItem => ({
  ...rejected('x'),
  outcome: 'unmatched_line',
  line: credit({ reference }),
})

describe('reconciliationCsv', () => {
  it('has a row for each allocation of a line, one for a line without, and one for each payment', async () => {
    const { bill, payments } = hospital()
    const bills = [
      await bill({ reference: 'INV-0001', amount: 100 }),
      await bill({ reference: 'INV-0002', amount: 200 }),
      await bill({ reference: 'INV-0003', amount: 400 }),
    ]
    const lines = [
      ...file(
        credit({ amount: 300, narration: 'INV-0001 INV-0002', valueDate: '2026-11-19' }),
        credit({ amount: 500, reference: 'INV-0003' }),
        debit({ amount: 5, narration: 'CHARGE' }),
        credit({ amount: 70, reference: 'X-1', currency: 'USD' }),
      ),
      { row: 6, rejected: 'amount is no number' },
    ]
    const run = payments.reconcile(lines, { account, apply: true, period: { from: '2026-11-20', to: '2026-11-20' } })
    const [a, b, c] = bills.map(({ id }) => id)
    const rows = (await csvOf(reconciliationCsv(run))).split('\r\n')
    const reasons = rows.slice(3, 6).map((row) => row.slice(row.indexOf(',,,') + 3))
    expect(rows.map((row) => row.replace(/,[a-z][^,]* [^,]*$/, ',REASON'))).toEqual([
      header,
      `line,2,confirmed,true,narration,INV-0001,${a},300,ETB,2026-11-19,100,false,`,
      `line,2,confirmed,true,narration,INV-0002,${b},300,ETB,2026-11-19,200,false,`,
      `line,3,over_paid,false,reference,INV-0003,${c},500,ETB,2026-11-20,0,false,REASON`,
      'line,4,reversal_candidate,false,,,,5,ETB,2026-11-20,,,REASON',
      'line,5,unmatched_line,false,,X-1,,70,USD,2026-11-20,,,REASON',
      'line,6,rejected_line,false,,,,,,,,,REASON',
      `payment,,matched,,,INV-0001,${a},100,ETB,,100,,`,
      `payment,,matched,,,INV-0002,${b},200,ETB,,200,,`,
      '',
    ])
    expect(reasons.length).toBe(3)
  })

  it('is only its header where there is nothing, and begins with a byte order mark on request', async () => {
    const summary: ReconciliationItem = { kind: 'summary', lines: [], payments: [] }
    expect(await csvOf(reconciliationCsv([summary]))).toBe(`${header}\r\n`)
    expect(await csvOf(reconciliationCsv([], { bom: true }))).toBe(`\ufeff${header}\r\n`)
  })

  it('takes the answer of reconcile: asynchronous items, or those in an array', async () => {
    async function* items() {
      yield rejected('x')
    }
    expect(await csvOf(reconciliationCsv(items()))).toBe(await csvOf(reconciliationCsv([rejected('x')])))
  })

  it('exact cells read back equal, and others with formulas neutralised', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText(60), hostileText(60), async (reference, reason) => {
        for (const mode of ['exact', 'spreadsheet'] as const) {
          const cellOf = mode === 'exact' ? (text: string) => text : guarded
          const csv = await csvOf(reconciliationCsv([unmatched(reference), rejected(reason)], { mode }))
          const [, first, second] = parse(csv, { record_delimiter: '\r\n', bom: false }) as string[][]
          expect([first![5], second![12]]).toEqual([cellOf(reference), cellOf(reason)])
        }
      }),
      { numRuns: examples(300) },
    )
  })

  it('neutralises formulas by default', async () => {
    expect(await csvOf(reconciliationCsv([unmatched('=1+1')]))).toContain(",'=1+1,")
    expect(await csvOf(reconciliationCsv([unmatched('=1+1')], { mode: 'exact' }))).toContain(',=1+1,')
  })

  it.each(['INV\u00000001', 'INV\u00000001, again', '\u0000"', '"\u0000\r\n'])(
    'takes whatever a bank wrote as reference, and a reader as reason (%j)',
    async (text) => {
      const { payments } = hospital()
      const items = payments.reconcile([credit({ reference: text }), { row: 3, rejected: text }], { account })
      const csv = await csvOf(reconciliationCsv(items, { mode: 'exact' }))
      expect(parse(csv, { record_delimiter: '\r\n' }) as string[][]).toHaveLength(3)
    },
  )

  it.each([
    [{ mode: 'excel' }, 'mode must be one of spreadsheet, exact'],
    [{ bom: 'yes' }, 'bom must be true or false'],
    [{ columns: [] }, 'columns is not a known field'],
    [null, 'must be an object'],
  ])('refuses %j by the first next(), with nothing read', async (options, problem) => {
    let isRead = false
    const items = {
      [Symbol.asyncIterator]: () => {
        isRead = true
        return { next: async () => ({ done: true as const, value: undefined }) }
      },
    }
    expect(await badFields(collect(reconciliationCsv(items, options as never)))).toEqual([problem])
    expect(isRead).toBe(false)
  })

  it.each([undefined, null, 'items', 7])('refuses %j as items', async (items) => {
    expect(await badFields(collect(reconciliationCsv(items as never)))).toEqual([
      'items must be an iterable of reconciliation items',
    ])
  })

  it('reads nothing before iteration, goes on in pieces, and closes its source when left early', async () => {
    let read = 0
    let closed = 0
    function* items(): Generator<ReconciliationItem> {
      try {
        for (; read < 10_000;) {
          read++
          yield unmatched(`R-${read}`)
        }
      } finally {
        closed++
      }
    }
    const csv = reconciliationCsv(items())
    expect(read).toBe(0)
    for await (const piece of csv) {
      expect(piece.startsWith(`${header}\r\nline,7,`)).toBe(true)
      break
    }
    expect(read).toBeLessThan(2_000)
    expect(closed).toBe(1)
    read = 0
    const pieces = await collect(reconciliationCsv(items()))
    expect(pieces.length).toBeGreaterThan(5)
    expect(pieces.join('').split('\r\n')).toHaveLength(10_002)
  })

  it('writes no text at all when the very first item fails, and breaks off when a later one does', async () => {
    const wrong = new Error('lost')
    function* items(count: number): Generator<ReconciliationItem> {
      for (let i = 0; i < count; i++) yield unmatched('R-1')
      throw wrong
    }
    const pieces: string[] = []
    const write = async (count: number) => {
      for await (const piece of reconciliationCsv(items(count))) pieces.push(piece)
    }
    await expect(write(0)).rejects.toBe(wrong)
    expect(pieces).toEqual([])
    await expect(write(2_000)).rejects.toBe(wrong)
    expect(pieces.length).toBeGreaterThan(0)
  })
})
