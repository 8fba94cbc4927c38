/** Files in the shape of public reports of bugs: each from its text to what is stored of it. */
import { readCsvStatement, readStatement, type CsvMapping } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { minute, testService } from '../../support/service.js'

const mt940 = (currency: string, movements: string, closing = `C261120${currency}0,00`) =>
  `:20:S1\n:25:0100\n:28C:1/1\n:60F:C261119${currency}0,00\n${movements}\n:62F:${closing}\n-\n`

async function bills(...amounts: Record<string, number>[]) {
  const service = testService()
  for (const [reference, amount] of amounts.flatMap((one) => Object.entries(one)))
    await service.payments.createPayment({ amount, currency: 'KES', reference, channel: 'cash' })
  service.clock.advance(minute)
  return service
}

type Service = ReturnType<typeof testService>

async function imported({ payments }: Service, text: string, mapping?: CsvMapping) {
  const open = () => (mapping ? readCsvStatement(text, mapping) : readStatement(text))
  const { lines, warnings } = await payments.statements.import(open(), { account: 'bank' })
  return {
    lines: lines.map(({ outcome, direction, count, amount }) => `${count} ${outcome} ${direction} ${amount}`),
    warnings: warnings.map(({ code }) => code),
  }
}

const stored = async ({ payments }: Service) => (await payments.lines.list({ limit: 500 })).items

describe('lineId: three movements under one id of the bank', () => {
  const mapping: CsvMapping = {
    columns: { valueDate: 'Date', amount: 'Amount', reference: 'Ref', lineId: 'Id' },
    dates: ['yyyy-MM-dd'],
    timeZone: 'Africa/Nairobi',
    currency: 'KES',
  }
  const file =
    'Date,Amount,Ref,Id\n2026-11-20,1000.00,INV-000001,T1\n2026-11-20,500.00,INV-000002,T1\n2026-11-20,-30.00,,T1\n'

  it('are three lines: both bills are paid, the charge waits, and the import warns', async () => {
    const here = await bills({ 'INV-000001': 100_000, 'INV-000002': 50_000 })
    expect(await imported(here, file, mapping)).toEqual({
      lines: ['2 confirmed credit 150000', '1 reversal_candidate debit 3000'],
      warnings: ['id_repeats'],
    })
    for (const reference of ['INV-000001', 'INV-000002'])
      expect((await here.payments.findByReference(reference)).items).toMatchObject([{ status: 'succeeded' }])
    const before = await stored(here)
    expect(before.map(({ status, held }) => `${status} ${held}`).sort()).toEqual([
      ...['open false', 'settled false', 'settled false'],
    ])
    expect((await imported(here, file, mapping)).lines).toEqual([
      ...['2 already_reconciled credit 150000', '1 reversal_candidate debit 3000'],
    ])
    expect(await stored(here)).toEqual(before)
  })

  it.each(['lineId', 'providerTransactionId'] as const)(
    'are three open lines without bills, with the id as %s',
    async (role) => {
      const here = await bills()
      const { lineId, ...columns } = mapping.columns
      await imported(here, file, { ...mapping, columns: { ...columns, [role]: lineId! } })
      expect((await stored(here)).map(({ amount, status }) => [amount, status]).sort()).toEqual([
        [100_000, 'open'],
        [3_000, 'open'],
        [50_000, 'open'],
      ])
    },
  )
})

describe('readMt940: a file', () => {
  it.each([
    ['blanks for the entry date', '261120    CD212,39NMSCINV-000042//BREF1', 'INV-000042', undefined],
    ['no entry date', '261120CD212,39NMSCINV-000042//BREF1', 'INV-000042', undefined],
    ['no type', '2611201120CN212,39//19239782213', undefined, '19239782213'],
    ['a blank before the type', '2611201120C212,39 NTRFINV-000042//19239782213', 'INV-000042', '19239782213'],
    ['a line end before the type', '2611201120C212,39\nNTRFINV-000042//19239782213', 'INV-000042', '19239782213'],
  ])('with %s: the movement is whole', async (_, entry, reference, receipt) => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = mt940('USD', `:61:${entry}\n:86:OPD-77310 TRANSFER`, 'C261120USD212,39').replaceAll('\n', end)
      const reader = readStatement(text)
      const lines = []
      for await (const line of reader) lines.push(line)
      const { reference: firstReference, providerTransactionId, ...line } = lines[0] as Record<string, unknown>
      expect(line).toMatchObject({ direction: 'credit', amount: 21_239, valueDate: '2026-11-20' })
      expect([firstReference, providerTransactionId, line['narration']]).toEqual([
        reference,
        receipt,
        'OPD-77310 TRANSFER',
      ])
      expect(reader.summary().statements).toMatchObject([{ addsUp: true }])
    }
  })

  it.each([':26:37 INV-000042 X', ':20:37 INV-000042 X', ':62:37 INV-000042', ':60:07 INV-000042', ':64: INV-000042'])(
    'with a text that goes on with %j: its bill is found in the text',
    async (rest) => {
      const here = await bills({ 'INV-000042': 150_000 })
      const text = mt940(
        'KES',
        `:61:2611201120C1500,00NTRFNONREF\n:86:106?00KARTE?20SVWZ+2026-11-20T16\n${rest}`,
        'C261120KES1500,00',
      )
      expect(await imported(here, text)).toEqual({ lines: ['1 confirmed credit 150000'], warnings: [] })
    },
  )

  it('with a time at the end of its last text, wrapped: is whole, and a head there is cut off', async () => {
    const text = (rest: string) =>
      mt940('KES', ':61:2611201120C5,NTRFX', 'C261120KES5,').replace('-\n', `:86:PRINTED 2026-11-20T16\n${rest}`)
    expect(await imported(await bills(), text(':20:37'))).toMatchObject({ lines: ['1 unmatched_line credit 500'] })
    await expect(imported(await bills(), text(':20:S2'))).rejects.toThrow(/is cut off/)
  })
})

describe('receipt: the number of the bank', () => {
  const file = {
    mt940: mt940('KES', ':61:2611201120CB1500,00NTRFNONREF//FT26325XK1\n:86:A CUSTOMER', 'C261120KES1500,00'),
    camt:
      '<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="KES">1500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>' +
      '<ValDt><Dt>2026-11-20</Dt></ValDt><AcctSvcrRef>FT26325XK1</AcctSvcrRef><NtryDtls><TxDtls><Refs><TxId>FT26325XK1</TxId>' +
      '<EndToEndId>NOTPROVIDED</EndToEndId></Refs></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>',
  }

  it.each(['mt940', 'camt'] as const)('finds a paid bill, in a file of %s', async (format) => {
    const here = await bills({ 'INV-000042': 150_000 })
    const { id } = (await here.payments.search()).items[0]!
    await here.payments.confirmPayment(id, { providerTransactionId: 'FT26325XK1' })
    expect((await imported(here, file[format])).lines).toEqual(['1 matched credit 150000'])
    expect(await stored(here)).toMatchObject([{ status: 'settled', providerTransactionId: 'FT26325XK1' }])
  })
})

describe('readCamt: a batch as camt.054 and its entry as camt.053', () => {
  const entry = (details: string) =>
    '<Ntry><Amt Ccy="KES">300.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><ValDt><Dt>2026-11-20</Dt></ValDt>' +
    `<AcctSvcrRef>B1</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`
  const transaction = (reference: string, amount: string) =>
    `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="KES">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`
  const details = `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn>${entry(
    transaction('INV-000041', '100.00') + transaction('INV-000042', '200.00'),
  )}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
  const statement = `<Document><BkToCstmrStmt><Stmt>${entry('')}</Stmt></BkToCstmrStmt></Document>`

  it('in this order: both bills are paid, the entry is held, and the account has its money once', async () => {
    const here = await bills({ 'INV-000041': 10_000, 'INV-000042': 20_000 })
    expect((await imported(here, details)).lines).toEqual(['2 confirmed credit 30000'])
    expect(await imported(here, statement)).toMatchObject({
      lines: ['1 possible_duplicate credit 30000'],
      warnings: ['possible_duplicates', 'fewer_lines'],
    })
    expect((await stored(here)).map(({ status, held }) => `${status} ${held}`).sort()).toEqual([
      ...['open true', 'settled false', 'settled false'],
    ])
  })

  it('in the other order: the details are held, and the account has its money once', async () => {
    const here = await bills({ 'INV-000041': 10_000, 'INV-000042': 20_000 })
    expect((await imported(here, statement)).lines).toEqual(['1 unmatched_line credit 30000'])
    expect((await imported(here, details)).lines).toEqual(['2 possible_duplicate credit 30000'])
  })
})

describe('mpesaCustomer: a statement that a spreadsheet has saved', () => {
  const header = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance'
  const row = (time: string) => `SKL4AB12CD,${time},Pay Bill Acc. OPD-1041,Completed,"1,500.00",,"10,000.00"`

  it.each([
    ...['20-11-2026 10:15:00', '2026-11-20T10:15:00', '2026-11-20T10:15', '20/11/2026 10:15', '20/11/26 10:15'],
    ...['20/11/26 10:15:00', '20.11.2026 10:15', '2026/11/20 10:15', '20-Nov-26 10:15', '20/11/2026 10:15 AM'],
  ])('is read with the time %s', async (time) => {
    const { payments } = await bills()
    const reader = readStatement(`${header}\n${row(time)}\n`)
    await payments.statements.import(reader, { account: 'till' })
    expect((await payments.lines.list()).items).toMatchObject([
      { amount: 150_000, bookedAt: '2026-11-20T07:15:00.000Z', providerTransactionId: 'SKL4AB12CD' },
    ])
    expect(reader.layoutName).toBe('mpesaCustomer')
  })

  it.each([
    ...['Receipt No,Completion Time,Details,Transaction Status,Paid in,Withdrawn,Balance'],
    ...['RECEIPT NO.,COMPLETION TIME,DETAILS,TRANSACTION STATUS,PAID IN,WITHDRAWN,BALANCE'],
    ...['Receipt_No,Completion_Time,Details,Transaction_Status,Paid_In,Withdrawn,Balance'],
    ...['ReceiptNo,CompletionTime,Details,TransactionStatus,PaidIn,Withdrawn,Balance'],
    ...['Receipt Number,Completed Time,Details,Status,Paid-In,Withdrawal,Balance'],
  ])('is read with the columns %s', async (columns) => {
    const reader = readStatement(`${columns}\n${row('20-11-2026 10:15:00')}\n`)
    const lines = []
    for await (const line of reader) lines.push(line)
    expect(lines).toMatchObject([{ amount: 150_000, providerTransactionId: 'SKL4AB12CD' }])
  })

  it('with times that cannot be read is a file of that layout, whose rows are rejected with the reason', async () => {
    const here = await bills()
    const reader = readStatement(`${header}\n${row('11/20/2026 10:15')}\n`)
    const { rejected } = await here.payments.statements.import(reader, { account: 'till' })
    expect(rejected).toEqual([{ row: 2, reason: 'bookedAt is not a date of the given patterns' }])
    expect(reader).toMatchObject({ format: 'csv', layoutName: 'mpesaCustomer' })
  })

  it('without a movement is a file without lines', async () => {
    for (const text of [header, `${header}\n`, `M-PESA\r\n${header}\r\n,,,,,,\r\n`]) {
      const reader = readStatement(text)
      const { lines, warnings } = await (await bills()).payments.statements.import(reader, { account: 'till' })
      expect([lines, warnings, reader.layoutName]).toEqual([[], [], 'mpesaCustomer'])
    }
  })
})
