import { readCamt, type StatementLine } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { details, entry, read, statement } from './support.js'

const bankReference = (number: string) => `<AcctSvcrRef>${number}</AcctSvcrRef>`
const refs = (inner: string) => `<Refs>${inner}</Refs>`
const amount = (units: string) => `<Amt Ccy="ETB">${units}</Amt>`

async function linesOf(inner: string): Promise<StatementLine[]> {
  return (await read(statement(inner))).records as StatementLine[]
}

const receiptsOf = async (...entries: Parameters<typeof entry>[0][]) =>
  (await linesOf(entries.map(entry).join(''))).map((line) => line.providerTransactionId)

describe('readCamt: the receipt of an entry', () => {
  const entryNumber = bankReference('ENTRY00001')

  it.for([
    ['no transactions', '', 'ENTRY00001'],
    ['one without numbers', details('<Refs><EndToEndId>X</EndToEndId></Refs>'), 'ENTRY00001'],
    ['its AcctSvcrRef', details(refs('<TxId>TX000001</TxId><AcctSvcrRef>BANK0001</AcctSvcrRef>')), 'BANK0001'],
    ['its TxId', details(refs('<EndToEndId>X</EndToEndId><TxId>TX000001</TxId>')), 'TX000001'],
    [
      'a placeholder, then its TxId',
      details(refs('<AcctSvcrRef>NONREF</AcctSvcrRef><TxId>TX000001</TxId>')),
      'TX000001',
    ],
    ['placeholders', details(refs('<AcctSvcrRef>0000000</AcctSvcrRef><TxId>NOTPROVIDED</TxId>')), 'ENTRY00001'],
  ] as const)('is that of its one transaction, else its own: %s', async ([, transactions, receipt]) => {
    expect(await receiptsOf({ bankReference: entryNumber, details: transactions })).toEqual([receipt])
  })

  it.for(['NONREF', 'NOTPROVIDED', 'AB1', '111111111', 'TRANSFER', ''])('is missing for %j', async (number) => {
    const [line] = await linesOf(entry({ bankReference: bankReference(number) }))
    expect(line).not.toHaveProperty('providerTransactionId')
  })

  it('is missing where it has several transactions', async () => {
    const batch = details(amount('40.00'), amount('60.00'))
    expect(await receiptsOf({ bankReference: entryNumber, details: batch })).toEqual([undefined, undefined])
    const doesNotAddUp = details(refs('<TxId>TX000001</TxId>') + amount('1.00'), amount('2.00'))
    expect(await receiptsOf({ bankReference: entryNumber, details: doesNotAddUp })).toEqual([undefined])
  })

  it('is that of each transaction of a batch, and none of a number that several allocation', async () => {
    const one = (numbers: string) => refs(numbers) + amount('25.00')
    const batch = details(
      one('<AcctSvcrRef>SHARED01</AcctSvcrRef><TxId>TX000001</TxId>'),
      one('<AcctSvcrRef>shared01</AcctSvcrRef>'),
      one('<AcctSvcrRef>SHARED01</AcctSvcrRef><TxId>SHARED01</TxId>'),
      one('<AcctSvcrRef>TX000004</AcctSvcrRef><TxId>TX000004</TxId>'),
    )
    expect(await receiptsOf({ bankReference: entryNumber, details: batch })).toEqual([
      'TX000001',
      undefined,
      undefined,
      'TX000004',
    ])
  })
})

describe('readCamt: the entry of a line', () => {
  it('has the reference and amount of the entry, for each line of a batch', async () => {
    const batch = details(amount('40.00'), amount('60.00'))
    expect(await linesOf(entry({ bankReference: bankReference('B1'), details: batch }))).toMatchObject([
      { amount: 4000, entryReference: 'B1', entryAmount: 10000 },
      { amount: 6000, entryReference: 'B1', entryAmount: 10000 },
    ])
  })

  it('has no placeholder for a reference', async () => {
    for (const number of ['', 'NONREF', 'NOTPROVIDED', '0']) {
      const [line] = await linesOf(entry({ bankReference: bankReference(number) }))
      expect(line).not.toHaveProperty('entryReference')
      expect(line).not.toHaveProperty('entryAmount')
    }
  })
})

describe('readCamt: the accounts of a file', () => {
  const accountsOf = async (...ids: string[]) => {
    const reader = readCamt(
      `<Document><BkToCstmrStmt>${ids.map((id) => `<Stmt><Acct><Id>${id}</Id></Acct>${entry()}</Stmt>`).join('')}</BkToCstmrStmt></Document>`,
    )
    for await (const record of reader) void record
    return reader.accounts
  }

  it('are counted once each, by what names them', async () => {
    expect(await accountsOf('<IBAN>ET1</IBAN>', '<IBAN>ET1</IBAN>')).toBe(1)
    expect(await accountsOf('<IBAN>ET1</IBAN>', '<Othr><Id>0100</Id></Othr>', '<Othr><Id> 0100 </Id></Othr>')).toBe(2)
    expect(await accountsOf('<BBAN>1</BBAN>', '<PrtryAcct><Id>2</Id></PrtryAcct>')).toBe(2)
    expect(await accountsOf('')).toBe(0)
  })
})

describe('readCamt: all three messages of a version', () => {
  it.each(Array.from({ length: 13 }, (_, index) => index + 1))('%i are read', async (version) => {
    const of = String(version).padStart(2, '0')
    const status = version < 8 ? '<Sts>BOOK</Sts>' : '<Sts><Cd>BOOK</Cd></Sts>'
    for (const [message, name, tag] of [
      ['camt.052', 'BkToCstmrAcctRpt', 'Rpt'],
      ['camt.053', 'BkToCstmrStmt', 'Stmt'],
      ['camt.054', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
    ] as const) {
      const element = version === 1 ? `${name}V01` : name
      const namespace = `urn:iso:std:iso:20022:tech:xsd:${message}.001.${of}`
      const inner = `<${tag}>${entry({ status })}</${tag}>`
      const { records } = await read(`<Document xmlns="${namespace}"><${element}>${inner}</${element}></Document>`)
      expect(records).toMatchObject([{ direction: 'credit', amount: 10000, valueDate: '2026-11-20' }])
    }
  })
})

describe('readCamt: version 1', () => {
  it('is read: its number in the name of the message, transactions in the entry, its own names of documents and balances', async () => {
    const balance = (type: string, units: string) =>
      `<Bal><Tp><Cd>${type}</Cd></Tp>${amount(units)}<CdtDbtInd>CRDT</CdtDbtInd></Bal>`
    const transaction = `<TxDtls>${refs('<EndToEndId>INV-1</EndToEndId><TxId>TX000001</TxId>')}<RmtInf><Strd>
      <RfrdDocInf><RfrdDocNb>BILL-7</RfrdDocNb></RfrdDocInf><CdtrRefInf><CdtrRef>RF18</CdtrRef></CdtrRefInf></Strd></RmtInf></TxDtls>`
    for (const [name, tag] of [
      ['BkToCstmrStmt', 'Stmt'],
      ['BkToCstmrAcctRpt', 'Rpt'],
      ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
    ] as const) {
      const { records, summary } = await read(
        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.01"><${name}V01><${tag}>` +
          `${balance('OPBD', '0.00')}${entry({ details: transaction })}${balance('CLBD', '100.00')}</${tag}></${name}V01></Document>`,
      )
      expect(records).toMatchObject([
        { amount: 10000, reference: 'INV-1', narration: 'RF18 BILL-7', providerTransactionId: 'TX000001' },
      ])
      expect(summary.statements).toMatchObject([{ addsUp: true }])
    }
  })
})
