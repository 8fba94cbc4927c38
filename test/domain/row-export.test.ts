import { expect, it } from 'vitest'
import { decimalOf, exportRows, rowColumn } from '../../src/domain/row-export.js'
import { collect } from '../support/service.js'

const columns = [rowColumn<{ amount: number }>('amount', 'plain', ({ amount }) => amount)]
const file = { columns, mode: 'exact', bom: false, signal: undefined } as const

it('exportRows: has a piece for each batch, the first with the header, and none without text', async () => {
  async function* scan() {
    yield [{ amount: 1 }, { amount: 2 }]
    yield [{ amount: 3 }]
  }
  expect(await collect(exportRows({ ...file, scan }))).toEqual(['amount\r\n1\r\n2\r\n', '3\r\n'])
  expect(await collect(exportRows({ ...file, bom: true, scan }))).toEqual(['\ufeffamount\r\n1\r\n2\r\n', '3\r\n'])
})

it('exportRows: is its header alone where there are no rows', async () => {
  async function* scan() {}
  expect(await collect(exportRows({ ...file, scan }))).toEqual(['amount\r\n'])
  expect(await collect(exportRows({ ...file, scan: null }))).toEqual(['amount\r\n'])
})

it('exportRows: an amount has no decimals in a currency that was withdrawn', () => {
  expect(decimalOf({ amount: 150_000, currency: 'ETB' })).toBe('1500.00')
  expect(decimalOf({ amount: 150_000, currency: 'HRK' })).toBeNull()
})
