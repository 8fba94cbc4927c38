import { readCamt } from 'hospital-payments/statements'
import { afterEach, expect, it, vi } from 'vitest'
import { entry, read, statement } from './support.js'

afterEach(() => vi.doUnmock('saxes'))

it('readCamt: without saxes, the first record is a TypeError that names the package, and readCamt itself throws nothing', async () => {
  vi.doMock('saxes', () => {
    throw new Error('Cannot find package')
  })
  const reader = readCamt(statement(entry()))
  const [outcome] = await Promise.allSettled([reader[Symbol.asyncIterator]().next()])
  expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) as TypeError })
  expect(outcome).toHaveProperty('reason.message', expect.stringContaining('npm install saxes'))
  vi.doUnmock('saxes')
  expect((await read(statement(entry()))).records).toHaveLength(1)
})
