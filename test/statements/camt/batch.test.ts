import { describe, expect, it } from 'vitest'
import { details, entry, lineIds, read, statement } from './support.js'

const amount = (digits: string, currency = 'ETB') => `<Amt Ccy="${currency}">${digits}</Amt>`
const txAmount = (digits: string, currency = 'ETB') => `<AmtDtls><TxAmt>${amount(digits, currency)}</TxAmt></AmtDtls>`
const endToEnd = (id: string) => `<Refs><EndToEndId>${id}</EndToEndId></Refs>`
const direction = (written: string) => `<CdtDbtInd>${written}</CdtDbtInd>`

/** Returns direction and amount of the lines of an entry of ETB 100.00, a credit. */
async function split(...transactions: string[]) {
  const { records } = await read(statement(entry({ details: details(...transactions) })))
  return records.map((one) => ('rejected' in one ? one.rejected : `${one.direction} ${one.amount}`))
}

const whole = ['credit 10000']

describe('readCamt: a batch', () => {
  it.for([
    ['Amt', amount('60.00'), amount('40')],
    ['AmtDtls/TxAmt', txAmount('60.00'), txAmount('40')],
    ['TxAmt where Amt is in the currency of the payer', amount('1', 'USD') + txAmount('60'), amount('40')],
    ['TxAmt where Amt is 0', amount('0') + txAmount('60'), amount('40') + txAmount('999')],
    ['Amt and the same direction', amount('60') + direction('CRDT'), amount('40') + direction('CRDT')],
  ] as const)('is split by %s', async ([, ...transactions]) => {
    expect(await split(...transactions)).toEqual(['credit 6000', 'credit 4000'])
  })

  it('is split where a charge was held back', async () => {
    expect(await split(amount('101.5') + direction('CRDT'), amount('1.5') + direction('DBIT'))).toEqual([
      'credit 10150',
      'debit 150',
    ])
  })

  it.for([
    ['the amounts do not add up', amount('60'), amount('41')],
    ['an amount is missing', amount('60'), ''],
    ['an amount is in another currency', amount('60'), amount('40', 'USD')],
    ['an amount has digits that the currency lacks', amount('60'), amount('39.999') + txAmount('40.001')],
    ['they add up only without their directions', amount('60') + direction('DBIT'), amount('40') + direction('DBIT')],
    ['a direction cannot be read', amount('60') + direction('X'), amount('40')],
  ] as const)('is one line where %s', async ([, ...transactions]) => {
    expect(await split(...transactions)).toEqual(whole)
  })

  it('is one line where it has a single transaction, whatever its amount', async () => {
    expect(await split(amount('5', 'USD'))).toEqual(whole)
  })

  it('names all bills in its narration where it is one line, and a reference only if it is the only one', async () => {
    const differing = entry({ details: details(endToEnd('INV-1'), endToEnd('INV-2')) })
    const same = entry({ details: details(endToEnd('INV-3'), endToEnd('INV-3')) })
    const partial = entry({ details: details(endToEnd('INV-4'), '') })
    const { records } = await read(statement(differing + same + partial))
    const texts = records.map((one) => ('rejected' in one ? [] : [one.reference, one.narration]))
    expect(texts).toEqual([
      [undefined, 'INV-1 INV-2'],
      ['INV-3', undefined],
      [undefined, 'INV-4'],
    ])
  })
})

describe('lineId', () => {
  const bankReference = '<AcctSvcrRef>B-1</AcctSvcrRef>'
  const parts = details(endToEnd('X') + amount('50'), endToEnd('X') + amount('50'))

  it('is missing without AcctSvcrRef, whatever NtryRef and the transactions say', async () => {
    const transaction = '<Refs><AcctSvcrRef>T-1</AcctSvcrRef></Refs>'
    const single = entry({ bankReference: '<NtryRef>1</NtryRef>', details: details(transaction) })
    const batch = entry({ bankReference: '<NtryRef>1</NtryRef>', details: parts })
    const { records } = await read(statement(single + batch))
    expect(lineIds(records)).toEqual([undefined, undefined, undefined])
  })

  it.for(['NONREF', 'NOTPROVIDED', '0', '000000', '-', ' '])('is missing where AcctSvcrRef is "%s"', async (text) => {
    const { records } = await read(statement(entry({ bankReference: `<AcctSvcrRef>${text}</AcctSvcrRef>` })))
    expect(lineIds(records)).toEqual([undefined])
  })

  it('begins with AcctSvcrRef and ends with an ordinal', async () => {
    const { records } = await read(statement(entry({ bankReference, details: parts })))
    expect(lineIds(records)).toEqual([
      'B-1/2026-11-20/credit/10000/ETB/credit/5000/X/1',
      'B-1/2026-11-20/credit/10000/ETB/credit/5000/X/2',
    ])
  })

  it('is the same whenever the file is read, and where the entry stands alone', async () => {
    const file = statement(entry({ bankReference, details: parts }) + entry({ bankReference }))
    const alone = statement(entry({ bankReference }))
    expect(lineIds((await read(file)).records)).toEqual(lineIds((await read(file)).records))
    expect(lineIds((await read(file)).records).at(-1)).toBe(lineIds((await read(alone)).records)[0])
  })

  it('differs for all that a bank books under one AcctSvcrRef', async () => {
    const entries = [
      entry({ bankReference }),
      entry({ bankReference }),
      entry({ bankReference, direction: '<CdtDbtInd>DBIT</CdtDbtInd>' }),
      entry({ bankReference, amount: '<Amt Ccy="ETB">1.00</Amt>' }),
      entry({ bankReference, amount: '<Amt Ccy="USD">100.00</Amt>' }),
      entry({ bankReference, dates: '<ValDt><Dt>2026-11-21</Dt></ValDt>' }),
      entry({ bankReference, details: details(endToEnd('INV-1')) }),
      entry({ bankReference, details: details(endToEnd('INV-2')) }),
      entry({ bankReference, details: parts }),
      entry({ bankReference, details: parts }),
    ]
    const { records } = await read(statement(entries.join('')))
    expect(records).toHaveLength(12)
    expect(new Set(lineIds(records)).size).toBe(12)
    // Read one by one they differ as well, but for the genuine twins.
    const alone = await Promise.all(entries.map(async (one) => (await read(statement(one))).records))
    expect(new Set(alone.flatMap(lineIds)).size).toBe(9)
  })
})
