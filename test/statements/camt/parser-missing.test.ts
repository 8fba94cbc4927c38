import { readCamt } from 'hospital-payments/statements'
import { afterEach, expect, it, vi } from 'vitest'
import { entry, read, statement } from './support.js'

afterEach(() => vi.doUnmock('fast-xml-parser'))

it('without fast-xml-parser, reading says which package to install, and nothing else does', async () => {
  vi.doMock('fast-xml-parser', () => {
    throw new Error('Cannot find package')
  })
  const reader = readCamt(statement(entry()))
  const [outcome] = await Promise.allSettled([reader[Symbol.asyncIterator]().next()])
  expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) as TypeError })
  expect(outcome).toHaveProperty('reason.message', expect.stringContaining('npm install fast-xml-parser'))
  vi.doUnmock('fast-xml-parser')
  expect((await read(statement(entry()))).records).toHaveLength(1)
})
