import { describe, expect, it } from 'vitest'
import { details, entry, inEntry, read, readEntry, statement } from './support.js'

const rejection = async (parts: Parameters<typeof inEntry>[0]) => {
  const record = await readEntry(inEntry(parts))
  return record && 'rejected' in record ? record.rejected : record
}

describe('readCamt: the status of an entry', () => {
  it.for(['<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>', '<Sts> BOOK\n</Sts>'])('is booked: %s', async (status) => {
    expect(await readEntry(inEntry({ status }))).toMatchObject({ amount: 10000 })
  })

  it.for(['<Sts>PDNG</Sts>', '<Sts><Cd>INFO</Cd></Sts>', '<Sts><Cd>FUTR</Cd></Sts>', '<Sts><Prtry>X</Prtry></Sts>'])(
    'leaves out what is not booked: %s',
    async (status) => {
      expect(await readEntry(inEntry({ status }))).toBeUndefined()
    },
  )

  it.for(['<Sts/>', '<Sts> </Sts>', '<Sts><Cd/></Sts>'])('rejects the entry where it is empty: %s', async (status) => {
    expect(await rejection({ status })).toBe('Sts is missing')
  })

  it('is booked in a statement and a notification, and not certain in a report, where it is missing', async () => {
    for (const tag of ['BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'] as const)
      expect((await read(statement(entry({ status: '' }), tag))).summary.lines).toBe(1)
    const report = statement(entry({ status: '' }) + entry())
      .replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')
      .replaceAll('Stmt>', 'Rpt>')
    expect((await read(report)).records).toMatchObject([{ rejected: 'Sts is missing' }, { row: 2, amount: 10000 }])
  })

  it('is counted as the file writes it where it is not BOOK', async () => {
    const written = [
      '<Sts>PDNG</Sts>',
      '<Sts><Cd>INFO</Cd></Sts>',
      '<Sts><Prtry>held back</Prtry></Sts>',
      '<Sts>PDNG</Sts>',
    ]
    const { records, summary } = await read(statement(written.map((status) => entry({ status })).join('')))
    expect(records).toEqual([])
    expect(summary.leftOut).toEqual([
      { status: 'INFO', count: 1 },
      { status: 'PDNG', count: 2 },
      { status: 'held back', count: 1 },
    ])
  })
})

describe('readCamt: the amount of an entry', () => {
  it.for([
    ['<Amt Ccy="ETB">1500.5</Amt>', 150050],
    ['<Amt Ccy="ETB">0001500.5000</Amt>', 150050],
    ['<Amt Ccy="ETB"> +7. </Amt>', 700],
    ['<Amt Ccy="ETB">.07</Amt>', 7],
    ["<Amt Ccy='KWD'>0.005</Amt>", 5],
    ['<Amt Ccy="JPY">5</Amt>', 5],
    // The mark is fixed by the format, and so are three digits behind it.
    ['<Amt Ccy="EUR">8.85000</Amt>', 885],
    ['<Amt Ccy="XAF">25.000</Amt>', 25],
    ['<Amt Ccy="KES">25.000</Amt>', 2500],
    ['<Amt Ccy="ETB">90071992547409.91</Amt>', 9007199254740991],
  ] as const)('is exact minor units: %s', async ([amount, units]) => {
    expect(await readEntry(inEntry({ amount }))).toMatchObject({ amount: units })
  })

  const size = 'Amt must be 1 to 2^53-1 minor units, without further digits'
  const shape = 'Amt must be decimal digits, in an active currency with minor units'
  it.for([
    ['<Amt Ccy="ETB">0</Amt>', size],
    ['<Amt Ccy="ETB">1.005</Amt>', size],
    ['<Amt Ccy="JPY">1.5</Amt>', size],
    ['<Amt Ccy="ETB">90071992547409.92</Amt>', size],
    ['<Amt Ccy="ETB">-5</Amt>', shape],
    ['<Amt Ccy="ETB">1,500.00</Amt>', shape],
    ['<Amt Ccy="ETB">1e3</Amt>', shape],
    ['<Amt Ccy="ETB">.</Amt>', shape],
    ['<Amt Ccy="ETB"/>', shape],
    ['<Amt>5</Amt>', shape],
    ['<Amt Ccy="XXX">5</Amt>', shape],
    ['<Amt Ccy="etb">5</Amt>', shape],
    ['', shape],
  ] as const)('rejects %s', async ([amount, reason]) => {
    expect(await rejection({ amount })).toBe(reason)
  })
})

describe('readCamt: the direction of an entry', () => {
  it.for([
    ['CRDT', 'credit'],
    ['DBIT', 'debit'],
  ] as const)('is %s as written, whatever RvslInd says', async ([written, direction]) => {
    for (const reversal of ['', '<RvslInd>true</RvslInd>', '<RvslInd>false</RvslInd>']) {
      expect(await readEntry(inEntry({ direction: `<CdtDbtInd>${written}</CdtDbtInd>${reversal}` }))).toMatchObject({
        direction,
      })
    }
  })

  it.for(['', '<CdtDbtInd>CREDIT</CdtDbtInd>', '<CdtDbtInd>toString</CdtDbtInd>'])('rejects %s', async (direction) => {
    expect(await rejection({ direction })).toBe('CdtDbtInd must be CRDT or DBIT')
  })
})

describe('readCamt: the dates of an entry', () => {
  const booked = (inner: string) => `<BookgDt>${inner}</BookgDt>`
  const value = (inner: string) => `<ValDt>${inner}</ValDt>`
  const day = '<Dt>2026-11-20</Dt>'

  it.for([
    [booked(day) + value('<Dt>2026-11-21</Dt>'), '2026-11-21', undefined],
    [booked(day), '2026-11-20', undefined],
    [value(day), '2026-11-20', undefined],
    [value('<Dt>2026-11-20+03:00</Dt>'), '2026-11-20', undefined],
    [value('<DtTm>2026-11-20T00:30:00+03:00</DtTm>'), '2026-11-20', undefined],
    [booked('<DtTm>2026-11-20T00:30:00+03:00</DtTm>'), '2026-11-20', '2026-11-19T21:30:00.000Z'],
    [booked('<DtTm>2026-11-20T23:30:00.1234567Z</DtTm>'), '2026-11-20', '2026-11-20T23:30:00.123Z'],
    [booked('<DtTm>2026-11-20T23:30:00</DtTm>'), '2026-11-20', undefined],
  ] as const)('are read: %s', async ([dates, valueDate, bookedAt]) => {
    const record = await readEntry(inEntry({ dates }))
    expect(record).toMatchObject({ valueDate })
    expect(record && 'bookedAt' in record ? record.bookedAt : undefined).toBe(bookedAt)
  })

  const badValue = 'ValDt must be a calendar day of 1970 to 9998, or a time on one'
  const badBooking = 'BookgDt must be a calendar day of 1970 to 9998, or a time on one'
  it.for([
    ['', 'ValDt and BookgDt are both missing'],
    [value('<Dt>2026-02-30</Dt>') + booked(day), badValue],
    [value('<Dt>20.11.2026</Dt>'), badValue],
    [value('<Dt>9999-12-31</Dt>'), badValue],
    [value('<DtTm>2026-02-30T10:00:00</DtTm>'), badValue],
    [value('<DtTm>1969-12-31T10:00:00Z</DtTm>'), badValue],
    [value(day) + booked('<DtTm>2026-11-20T25:00:00Z</DtTm>'), badBooking],
    [value(day) + booked('<DtTm>2026-11-20</DtTm>'), badBooking],
    [booked('<Dt>1969-12-31</Dt>'), badBooking],
  ] as const)('reject %s', async ([dates, reason]) => {
    expect(await rejection({ dates })).toBe(reason)
  })
})

describe('readCamt: the texts of an entry', () => {
  it.for(['NOTPROVIDED', 'Not Provided', '', '   '])('have no reference where EndToEndId is "%s"', async (id) => {
    const record = await readEntry(inEntry({ details: details(`<Refs><EndToEndId>${id}</EndToEndId></Refs>`) }))
    expect(record).toEqual({ row: 1, direction: 'credit', amount: 10000, currency: 'ETB', valueDate: '2026-11-20' })
  })

  it('keep leading zeros, and never become numbers', async () => {
    const transaction = '<Refs><EndToEndId>0017e5</EndToEndId></Refs><RmtInf><Ustrd>000.10</Ustrd></RmtInf>'
    expect(await readEntry(inEntry({ details: details(transaction) }))).toMatchObject({
      reference: '0017e5',
      narration: '000.10',
    })
  })

  it('are the structured references, then all free texts, then what is added', async () => {
    const remittance =
      '<Ustrd>U1</Ustrd><Ustrd>U2</Ustrd><Strd><CdtrRefInf><Ref>R1</Ref></CdtrRefInf><AddtlRmtInf>A</AddtlRmtInf></Strd>' +
      '<Strd><RfrdDocInf><Nb>N2</Nb></RfrdDocInf><CdtrRefInf><Ref>R2</Ref></CdtrRefInf></Strd>'
    const transaction = `<RmtInf>${remittance}</RmtInf><AddtlTxInf>T</AddtlTxInf>`
    const record = await readEntry(
      inEntry({ details: `${details(transaction)}<AddtlNtryInf>E &lt;1&gt;</AddtlNtryInf>` }),
    )
    expect(record).toMatchObject({ narration: 'R1 R2 N2 U1 U2 A T E <1>' })
  })

  it('name no provider transaction, which camt does not have', async () => {
    const record = await readEntry(inEntry({ details: details('<Refs><TxId>T1</TxId><InstrId>I</InstrId></Refs>') }))
    expect(record).not.toHaveProperty('providerTransactionId')
  })
})

describe('readCamt: the row', () => {
  it('is the ordinal of the entry, over all statements of the file', async () => {
    const pending = entry({ status: '<Sts>PDNG</Sts>' })
    const first = entry() + pending + entry({ dates: '' })
    const { records } = await read(statement(`${first}</Stmt><Stmt>${entry()}`))
    expect(records.map(({ row }) => row)).toEqual([1, 3, 4])
  })
})
