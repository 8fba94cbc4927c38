import { expect, it, vi } from 'vitest'
import { readCsvStatement } from '../../../src/statements/csv/read-csv-statement.js'
import { header, readAll, simple } from '../support/read-csv.js'

vi.mock('csv-parse', () => {
  throw new Error("Cannot find package 'csv-parse'")
})

it('a reader of CSV without csv-parse says what to install, once it is iterated', async () => {
  expect(() => readCsvStatement(header, simple)).not.toThrow()
  const reading = readAll(header, simple)
  await expect(reading).rejects.toThrow(TypeError)
  await expect(reading).rejects.toThrow('npm install csv-parse')
})
