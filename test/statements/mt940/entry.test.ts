import { describe, expect, it } from 'vitest'
import { isReportDay } from '../../../src/domain/calendar.js'
import { line, message, read, record } from './support.js'

describe('readMt940: field 61', () => {
  it.each([
    ['C', 'credit'],
    ['D', 'debit'],
    ['RC', 'debit'],
    ['RD', 'credit'],
    ['CR', 'credit'],
    ['DR', 'debit'],
    ['CD', 'credit'],
    ['RCS', 'debit'],
    ['RDS', 'credit'],
  ])('with mark and funds code %s is a %s', async (mark, direction) => {
    expect(await line(`:61:261120${mark}1500,00NTRFINV-42`)).toEqual({
      row: 3,
      direction,
      amount: 150000,
      currency: 'KES',
      valueDate: '2026-11-20',
      reference: 'INV-42',
    })
  })

  it('keeps what was cut off a reference that has a blank in its middle, in its words', async () => {
    expect(await line(':61:261120C5,NTRFAB CDEFGHIJKLMNOPQRS')).toMatchObject({
      reference: 'AB CDEFGHIJKLMNO',
      narration: 'AB CDEFGHIJKLMNOPQRS',
    })
  })

  it('has a reference of the bank alone, and the name that Rabobank writes behind it', async () => {
    const record = await line(':61:261120C5,NTRF//0123456789ABCDEF PAYER NAME')
    expect(record).not.toHaveProperty('reference')
    expect(record.narration).toBe('PAYER NAME')
  })

  it('has no words where something stands in the place of a type, and no more', async () => {
    expect(await line(':61:261120C5,N-AB')).not.toHaveProperty('narration')
    expect(await line(':61:261120C5,N-ABC')).toMatchObject({ narration: 'N-ABC' })
  })

  it('leaves out expected money, which has not moved', async () => {
    const { records, summary } = await read(
      message(':61:261120EC5,NTRFA\n:86:EXPECTED\n:61:261120ED5,NTRFB\n:86:TOO\n:61:261120C5,NTRFC'),
    )
    expect(summary.leftOut).toEqual([
      { status: 'EC', count: 1 },
      { status: 'ED', count: 1 },
    ])
    expect(records).toMatchObject([{ row: 7, reference: 'C' }])
    expect(records[0]).not.toHaveProperty('narration')
    expect(summary.lines).toBe(1)
  })

  it.each([
    ['1500,00', 'KES', 150000],
    ['1500,', 'KES', 150000],
    ['1500', 'KES', 150000],
    ['1500,5', 'KES', 150050],
    ['000000000025,00', 'KES', 2500],
    ['0,01', 'KES', 1],
    ['1500,0000', 'KES', 150000],
    ['1500', 'JPY', 1500],
    ['1500,00', 'JPY', 1500],
    ['1,234', 'KWD', 1234],
    ['1,2', 'KWD', 1200],
    ['25,000', 'KWD', 25000],
    ['25,0', 'XAF', 25],
    ['90071992547409,91', 'KES', Number.MAX_SAFE_INTEGER],
  ])('reads %s %s as %i minor units', async (amount, currency, minor) => {
    expect((await line(`:61:261120C${amount}NTRFX`, currency)).amount).toBe(minor)
  })

  it.each([
    ['0,00', 'KES'],
    ['0', 'KES'],
    ['1500,005', 'KES'],
    ['1500,5', 'JPY'],
    ['1,2345', 'KWD'],
    ['1500.00', 'KES'],
    ['1.500,00', 'KES'],
    ['1,500,00', 'KES'],
    [',50', 'KES'],
    ['-5,00', 'KES'],
    ['', 'KES'],
    ['90071992547409,92', 'KES'],
  ])('rejects the amount %s %s', async (amount, currency) => {
    expect(await record(`:61:261120C${amount}NTRFX\n:86:JANE`, currency)).toEqual({
      row: 3,
      rejected: 'the amount of field 61 is not a number above zero with a decimal comma and the digits of its currency',
    })
  })

  it.each([
    ['25,000', 'KES'],
    ['1500,000', 'KES'],
    ['25,000', 'XAF'],
    ['0,500', 'ETB'],
  ])('rejects %s %s, whose comma may be of thousands', async (amount, currency) => {
    for (const mark of ['C', 'D', 'RC', 'RD'])
      expect(await record(`:61:261120${mark}${amount}NTRFX\n:86:JANE`, currency)).toEqual({
        row: 3,
        rejected:
          'the amount of field 61 can be read in two ways: its only mark has three digits behind it, and its currency has fewer decimals',
      })
  })

  it.each([
    ['790101', '2079-01-01'],
    ['800101', '1980-01-01'],
    ['991231', '1999-12-31'],
    ['000229', '2000-02-29'],
    ['280229', '2028-02-29'],
  ])('reads the value date %s as %s', async (yymmdd, day) => {
    const { valueDate } = await line(`:61:${yymmdd}C5,NTRFX`)
    expect(valueDate).toBe(day)
    expect(isReportDay(valueDate)).toBe(true)
  })

  it.each(['260229', '261301', '260431', '261100', '000000'])('rejects the value date %s', async (yymmdd) => {
    expect(await record(`:61:${yymmdd}C5,NTRFX`)).toEqual({
      row: 3,
      rejected: 'the value date of field 61 is not a calendar day',
    })
  })

  it.each([
    ['270101', '1231'],
    ['261231', '0101'],
    ['280301', '0229'],
    ['290101', '0229'],
    ['000101', '1231'],
    ['800101', '1231'],
    ['791231', '0229'],
  ])('keeps the value date %s beside the entry date %s', async (yymmdd, mmdd) => {
    const { valueDate } = await line(`:61:${yymmdd}${mmdd}C5,NTRFX`)
    expect(valueDate.slice(2).replaceAll('-', '')).toBe(yymmdd)
  })

  it.each(['1131', '0230', '1301', '0000'])('rejects the entry date %s', async (mmdd) => {
    expect(await record(`:61:261120${mmdd}C5,NTRFX`)).toEqual({
      row: 3,
      rejected: 'the entry date of field 61 is not a calendar day',
    })
  })

  it.each([
    '',
    'garbage',
    '20261120C5,NTRFX',
    '26112C5,NTRFX',
    '2611201120X5,NTRFX',
    '261120RR5,NTRFX',
    '261120c5,NTRFX',
  ])('rejects %j, which has no date and mark', async (text) => {
    expect(await record(`:61:${text}`)).toEqual({
      row: 3,
      rejected: 'field 61 does not begin with a date YYMMDD and a mark C, D, RC or RD',
    })
  })

  it('rejects a line that ends behind its amount, which may be cut off', async () => {
    expect(await record(':61:261120C5,')).toEqual({
      row: 3,
      rejected: 'field 61 ends behind its amount, which may be cut off',
    })
    expect(await record(':61:261120C5,0')).toHaveProperty('rejected')
    expect(await record(':61:261120C5,00')).toMatchObject({ amount: 500 })
  })

  it.each(['S   ', 'MCI0', 'XTRF', 'N 12', 'Nabc'])('reads the type %j, which is not in the standard', async (type) => {
    expect(await line(`:61:261120C5,${type}INV-42//BANK`)).toMatchObject({ amount: 500, reference: 'INV-42' })
    const bare = await line(`:61:261120D5,00${type}`)
    expect(bare).toEqual({ row: 3, direction: 'debit', amount: 500, currency: 'KES', valueDate: '2026-11-20' })
  })

  it.each(['N', 'NTR', 'S'])('reads the money of a line with the type %j, which is too short', async (type) => {
    const record = await line(`:61:261120C5,${type}`)
    expect(record).toEqual({ row: 3, direction: 'credit', amount: 500, currency: 'KES', valueDate: '2026-11-20' })
  })

  it('returns the text where no type is recognised as words', async () => {
    const record = await line(':61:261120C5,N-INV-2026-000042//BANK\n:86:OPD')
    expect(record.narration).toBe('N-INV-2026-000042 /BANK OPD')
    expect(record).not.toHaveProperty('reference')
  })

  it.each(['NTRF', 'N195', 'S103', 'FMSC', 'N000'])('reads the transaction type %s', async (type) => {
    expect(await line(`:61:261120C5,${type}INV-42//BANK`)).toMatchObject({ amount: 500, reference: 'INV-42' })
  })

  it.each([
    ['NONREF', undefined],
    ['NONREF//FT263251', undefined],
    ['', undefined],
    ['//FT263251', undefined],
    ['INV-42//FT263251', 'INV-42'],
    ['INV-42 ', 'INV-42'],
    ['TMG TANGO', 'TMG TANGO'],
    ['HOSP/OPD/2026/0042//FT', 'HOSP/OPD/2026/0042'],
    ['INV-2026-000042-LONGER-THAN-16', 'INV-2026-000042-LONGER-THAN-16'],
  ])('reads the references %j as %j', async (text, reference) => {
    const record = await line(`:61:261120C5,NTRF${text}`)
    expect(record.reference).toBe(reference)
    expect('reference' in record).toBe(reference !== undefined)
    expect(record).not.toHaveProperty('narration')
    expect(record).not.toHaveProperty('lineId')
    expect(record).not.toHaveProperty('bookedAt')
  })

  it.each([
    ['P000029225      JANE WANJIKU', 'P000029225', 'JANE WANJIKU'],
    ['NONREF          JANE WANJIKU', undefined, 'JANE WANJIKU'],
    ['INV-2026-0000042 JANE', 'INV-2026-0000042', 'JANE'],
    ['INV-2026-0000042JANE WANJIKU', 'INV-2026-0000042', 'INV-2026-0000042JANE WANJIKU'],
    ['NONREF//FT26325         PAYBILL', undefined, 'PAYBILL'],
  ])('divides %j, which is wider than a reference', async (text, reference, narration) => {
    const record = await line(`:61:261120C5,NTRF${text}`)
    expect([record.reference, record.narration]).toEqual([reference, narration])
  })

  it('takes its currency from field 60, else from field 34F, else it is rejected', async () => {
    const of = async (head: string) => (await read(`:20:1\n${head}:61:261120C5,NTRFX\n:62F:C261120KES5,\n`)).records[0]
    expect(await of(':60F:C261119USD0,\n')).toMatchObject({ currency: 'USD' })
    expect(await of(':60M:C261119USD0,\n')).toMatchObject({ currency: 'USD' })
    expect(await of(':60F:C261119USD0,\n:34F:KES0,\n')).toMatchObject({ currency: 'USD' })
    expect(await of(':34F:KESD0,\n')).toMatchObject({ currency: 'KES', amount: 500 })
    expect(await of(':60F:C261119USD1.0,0\n')).toMatchObject({ currency: 'USD' })
    expect(await of('')).toEqual({ row: 2, rejected: 'neither field 60 nor field 34F names a currency' })
    expect(await of(':60F:C261119XXX0,\n')).toEqual({
      row: 3,
      rejected: 'the currency is not an active one with minor units',
    })
  })

  const plain = { direction: 'credit', amount: 21239, valueDate: '2026-11-20', reference: 'INV-000042' }

  it.each([
    ['blanks for the entry date', '261120    CD212,39NMSCINV-000042//BREF1'],
    ['one blank before the mark', '2611201120 C212,39NMSCINV-000042'],
    ['a blank before the type', '2611201120C212,39 NMSCINV-000042//BREF1'],
    ['blanks before the type', '261120    CD212,39   NMSCINV-000042'],
    ['a blank before the amount', '2611201120C 212,39NMSCINV-000042'],
  ])('is read with %s', async (_, text) => {
    expect(await line(`:61:${text}`)).toMatchObject(plain)
  })

  it.each([
    [
      '2611201120CN220000,00//19239782213',
      { direction: 'credit', amount: 22000000, providerTransactionId: '19239782213' },
    ],
    ['2611201120DN240,23//19245574932', { direction: 'debit', amount: 24023, providerTransactionId: '19245574932' }],
    ['2611201120D240,23 //19245574932', { direction: 'debit', amount: 24023, providerTransactionId: '19245574932' }],
    ['2611201120D240,23', { direction: 'debit', amount: 24023 }],
    // The type is a part of the reference: it is found in the words.
    ['2611201120C240,23INV000042//FT26325XK1', { narration: 'INV000042', providerTransactionId: 'FT26325XK1' }],
    ['2611201120C240,23INV-000042//FT26325XK1', { providerTransactionId: 'FT26325XK1' }],
  ])('without a type is read: %s', async (text, expected) => {
    expect(await line(`:61:${text}`)).toMatchObject(expected)
  })

  it.each(['1 500,00NTRFX', '5,00 19239782213', '5,0 0NTRFX', '5/00NTRFX'])(
    'rejects %j, whose amount is no one number',
    async (text) => {
      expect(await record(`:61:261120C${text}`)).toHaveProperty('rejected')
    },
  )

  const whole = '2611201120CD212,39NMSCINV-000042//FT26325XK1'

  it.each(Array.from({ length: whole.indexOf('//') + 2 }, (_, index) => index + 1))(
    'is joined where a line ends behind %i characters, up to the number of the bank',
    async (at) => {
      const broken = `:61:${whole.slice(0, at)}\n${whole.slice(at)}`
      // Within the reference of the customer it is one only where the number of the bank is on the next line.
      expect(await line(`${broken}\nWORDS BEHIND\n:86:OPD`)).toEqual({
        row: 3,
        ...plain,
        currency: 'KES',
        providerTransactionId: 'FT26325XK1',
        narration: 'WORDS BEHIND OPD',
      })
    },
  )

  it('is joined over two line ends within it, and expected money is known behind one', async () => {
    expect(await line(':61:261120\n1120C212,39\nNMSCINV-000042\n//FT26325XK1')).toMatchObject({
      ...plain,
      providerTransactionId: 'FT26325XK1',
    })
    expect((await read(message(':61:261120\nEC5,NTRFX'))).records).toEqual([])
  })

  it.each([
    [':61:261120C5,00NTRFINV-000042\nKOSTEN', 'INV-000042', 'KOSTEN'],
    [':61:261120C5,00NTRFINV-000042\nhttps://bank.example/1', 'INV-000042', 'https: /bank.example/1'],
    [':61:261120C5,00N\nPAYMENT', undefined, 'PAYMENT'],
    [':61:261120C5,00\nPAYMENT FOR INV-000042', undefined, 'PAYMENT FOR INV-000042'],
    [':61:261120C5,00NTRFINV-000042//FT26325XK1\n//SECOND', 'INV-000042', '//SECOND'],
  ])('is not joined with a second line of words: %j', async (fields, reference, narration) => {
    const record = await line(fields)
    expect(record.amount).toBe(500)
    expect(record.reference).toBe(reference)
    expect(record.narration).toBe(narration)
  })

  it.each([
    ['NONREF//FT26325XK1', 'FT26325XK1'],
    ['//FT26325XK1', 'FT26325XK1'],
    ['INV-42//FT26325         PAYBILL', 'FT26325'],
    ['INV-42//0123456789ABCDEF PAYER NAME', '0123456789ABCDEF'],
    ['INV-42//bref26', 'bref26'],
    ['INV-42', undefined],
    ['INV-42//', undefined],
    ['INV-42//BREF1', undefined],
    ['INV-42//NONREF', undefined],
    ['INV-42//NOTPROVIDED', undefined],
    ['INV-42//0000000000', undefined],
    ['INV-42//1111111111', undefined],
    ['INV-42//TRANSFER', undefined],
  ])('%j has the number of the bank %j as its receipt', async (text, receipt) => {
    const record = await line(`:61:261120C5,00NTRF${text}`)
    expect(record.providerTransactionId).toBe(receipt)
    expect('providerTransactionId' in record).toBe(receipt !== undefined)
  })
})
