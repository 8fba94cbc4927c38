import { describe, expect, it } from 'vitest'
import { pieces, sharedStatement, sharedStatements } from '../support/shared-data.js'
import { read } from './support.js'

const folder = sharedStatements('mt940')
const real = it.skipIf(folder === null)

/** Opening, closing and whether they add up; in EUR. */
type Balances = [string, string, boolean]
const files: [name: string, rows: number[], credits: string | null, debits: string, balances: Balances[]][] = [
  // Lines were taken out of this file before it was published.
  [
    'abnamro.sta',
    [8, 12, 14, 16, 18, 20, 23, 25, 36, 38],
    null,
    '34593',
    [
      ['323628', '87684', false],
      ['287684', '184975', false],
    ],
  ],
  [
    'generic.sta',
    [5, 13],
    null,
    '2000',
    [
      ['10000', '9000', true],
      ['9000', '8000', true],
    ],
  ],
  // Its own total of the debits is 25,24, of the lines 50,27.
  ['ing.sta', [8, 12, 14, 16, 18, 20, 22], '468', '5027', [['0', '347', false]]],
  [
    'rabobank-iban.sta',
    [6, 10, 18, 22],
    null,
    '7000',
    [
      ['100000', '96500', true],
      ['96500', '93000', true],
    ],
  ],
  [
    'rabobank.sta',
    [6, 23, 26, 34, 39],
    null,
    '158909',
    [
      ['47317', '39582', false],
      ['100089', '100089', true],
      ['129582', '125087', false],
      ['419612', '410182', true],
    ],
  ],
  ['triodos.sta', [5, 9], null, '71570', [['497509', '437079', false]]],
]

describe('readMt940: statements of Dutch banks', () => {
  real.each(files)('%s gives its lines and its balances', async (name, rows, credits, debits, balances) => {
    const { records, summary } = await read(sharedStatement(folder, name))
    const eur = (amount: string) => ({ currency: 'EUR', amount })
    expect(records.map(({ row }) => row)).toEqual(rows)
    expect(records.filter((one) => 'rejected' in one)).toEqual([])
    expect(summary).toEqual({
      lines: rows.length,
      rejected: 0,
      skipped: 0,
      leftOut: [],
      credits: credits === null ? [] : [eur(credits)],
      debits: [eur(debits)],
      statements: balances.map(([opening, closing, addsUp]) => ({
        opening: eur(opening),
        closing: eur(closing),
        addsUp,
      })),
    })
  })

  real('keep their words and references', async () => {
    const of = async (name: string, row: number) =>
      (await read(sharedStatement(folder, name))).records.find((one) => one.row === row)
    expect(await of('ing.sta', 22)).toEqual({
      row: 22,
      direction: 'credit',
      amount: 100,
      currency: 'EUR',
      valueDate: '2010-07-23',
      narration: '0111111111 Hr S Marechal ROSMALEN Hr S Marechal ROSMALEN Betaling transactiedatum: 22-07-2010',
    })
    expect(await of('ing.sta', 14)).toMatchObject({ reference: 'TMG TANGO' })
    expect(await of('rabobank.sta', 6)).toMatchObject({
      reference: '0121470966',
      narration: 'W.P. Jansen Terugboeking NIET AKKOORD MET AFSCHRIJVING KOSTEN KINDEROPVANG JUNI 20095731',
    })
    expect(await of('rabobank.sta', 26)).toEqual({
      row: 26,
      direction: 'debit',
      amount: 23656,
      currency: 'EUR',
      valueDate: '2011-07-21',
      narration: 'TOMTE TUMMETOT AMERSFOORT Betaalautomaat 14:23 pasnr. 065',
    })
    expect(await of('rabobank-iban.sta', 6)).toMatchObject({
      narration: expect.stringMatching(/^NL70ABNA0987654321 .* CONTRA ACCOUNT HOLDER /) as unknown,
    })
    expect(await of('triodos.sta', 5)).toMatchObject({
      narration: '000 0987654321 ALGEMENE TUSSENREKENING KOSTEN VAN 01-10-2010 TOT EN MET 31-12-2010 0390123456',
    })
    expect(await of('generic.sta', 5)).toEqual({
      row: 5,
      direction: 'debit',
      amount: 1000,
      currency: 'EUR',
      valueDate: '2011-01-01',
    })
  })

  real.each(files)('%s is the same in pieces, and refused wherever it is cut within a statement', async (name) => {
    const bytes = sharedStatement(folder, name)
    const whole = await read(bytes)
    for (const sizes of [[1], [2, 3], [7], [64], [1000, 1]]) expect(await read(pieces(bytes, sizes))).toEqual(whole)
    const text = new TextDecoder().decode(bytes)
    for (let end = 0; end < text.length; end++) {
      const cut = text.slice(0, end)
      const isBetween = /:62[FM]:[CD]\d{6}EUR\d[\d,]*(?:\n(?!:20:|:940:)[^]*)?$/.test(
        cut.slice(cut.lastIndexOf(':20:')),
      )
      const partial = await read(cut).catch(() => null)
      expect([end, partial !== null]).toEqual([end, isBetween])
      if (partial) expect(partial.records).toEqual(whole.records.slice(0, partial.records.length))
    }
  })
})
