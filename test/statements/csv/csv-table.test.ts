import { isPaymentError } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { openCsvTable } from '../../../src/statements/csv/csv-table.js'

const columns = {
  reference: { names: ['Claim No', 'Reference'], isRequired: true },
  amount: { names: ['Amount paid', 'Amount'], isRequired: true },
  category: { names: ['Category'] },
} as const

async function read(input: string | Iterable<string>, at: Partial<Record<keyof typeof columns, number>> = {}) {
  const picked = Object.entries(columns).map(([name, column]) => {
    const number = at[name as keyof typeof columns]
    return [name, number === undefined ? column : { ...column, at: number }] as const
  })
  const table = await openCsvTable(input, Object.fromEntries(picked) as typeof columns)
  const rows = []
  for await (const row of table.rows) rows.push(row)
  return { missing: table.missing, header: table.header, rows }
}

describe('openCsvTable', () => {
  it('a header in other spellings below a title, with semicolons, is found; its rows have the line of the file', async () => {
    const text =
      '\ufeffNyala Insurance\r\n\r\nclaim-no;AMOUNT;amount paid\r\nC-1;90.00;75.00\r\n;;\r\n"C\r\n2";1;2\r\nC-3;4\r\n'
    expect(await read(text)).toEqual({
      missing: [],
      header: { reference: 'claim-no', amount: 'amount paid' },
      rows: [
        { row: 4, texts: { reference: 'C-1', amount: '75.00' } },
        { row: 6, texts: { reference: 'C\r\n2', amount: '2' } },
        { row: 8, texts: { reference: 'C-3' } },
      ],
    })
  })

  it('pieces cut anywhere give the rows of the whole text', async () => {
    const text = `Reference,Amount,Category\n${'C-1,1.00,cut\n'.repeat(9000)}`
    const whole = await read(text)
    expect(whole.rows).toHaveLength(9000)
    expect(await read(text.match(/[^]{1,777}/g)!)).toEqual(whole)
  })

  it('a row with more cells than the header, and one with a stray quote, have no texts', async () => {
    const { rows } = await read('Reference,Amount\nC-1,1,500.00\n"C-2\n"x,1\nC-3,5\n')
    expect(rows).toEqual([
      { row: 2, texts: null },
      { row: 3, texts: null },
      { row: 5, texts: { reference: 'C-3', amount: '5' } },
    ])
  })

  it('without a required column, its name is missing, and there are no rows', async () => {
    expect(await read('Bill,Amount\nC-1,5\n')).toEqual({
      missing: ['reference'],
      header: { amount: 'Amount' },
      rows: [],
    })
  })

  it('columns by their numbers are read from the first row on', async () => {
    expect(await read('5.00,C-1\n6.00,C-2\n', { reference: 2, amount: 1 })).toMatchObject({
      header: { reference: '2', amount: '1' },
      rows: [
        { row: 1, texts: { reference: 'C-1', amount: '5.00' } },
        { row: 2, texts: { reference: 'C-2', amount: '6.00' } },
      ],
    })
    expect(await read('Bill,Amount\nC-1,5\n', { reference: 1 })).toMatchObject({
      rows: [{ row: 2, texts: { reference: 'C-1', amount: '5' } }],
    })
  })

  it.each([[''], [' \n'], ['%PDF-1.7'], [new Uint8Array([0x52, 0xff, 0x2c])]])(
    '%j is refused or has no columns',
    async (input) => {
      const outcome = await openCsvTable(input, columns).catch((error: unknown) => error)
      if (isPaymentError(outcome)) expect(outcome.code).toBe('invalid_request')
      else expect(outcome).toMatchObject({ missing: ['reference', 'amount'] })
    },
  )

  it('a quote that is never closed is refused behind the rows before it', async () => {
    const table = await openCsvTable('Reference,Amount\nC-1,5\n"C-2,6\n', columns)
    const rows: unknown[] = []
    const reading = (async () => {
      for await (const row of table.rows) rows.push(row)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'invalid_request' })
    expect(rows).toEqual([{ row: 2, texts: { reference: 'C-1', amount: '5' } }])
  })
})
