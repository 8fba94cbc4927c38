import { memoryRepository } from 'hospital-payments'
import { insertFixture, paymentFixture } from 'hospital-payments/testing'
import { expect, it } from 'vitest'
import { altered } from '../../support/repositories.js'
import { request, testService } from '../../support/service.js'

const groupOf = (count: number) => Array.from({ length: count }, () => insertFixture(paymentFixture()))

it('memoryRepository: a group of many rows is stored before the call returns its promise, and answered after a turn', async () => {
  const repository = memoryRepository()
  let hasTurned = false
  setImmediate(() => (hasTurned = true))
  const inserting = repository.insert(groupOf(500))
  const read = repository.page({ by: 'createdAt', direction: 'asc', limit: 1000 })
  await inserting
  expect(hasTurned).toBe(true)
  expect(await read).toHaveLength(500)
})

it('memoryRepository: a few rows are answered without a turn', async () => {
  const repository = memoryRepository()
  let hasTurned = false
  setImmediate(() => (hasTurned = true))
  await repository.insert(groupOf(50))
  await repository.get('pay_00000000000000000000000000')
  expect(hasTurned).toBe(false)
})

it('memoryRepository: has callers write small groups, between which other work runs', async () => {
  const repository = memoryRepository()
  const sizes: number[] = []
  const counted = altered(repository, ({ insert }) => ({
    insert: (entries) => (sizes.push(entries.length), insert(entries)),
  }))
  const requests = Array.from({ length: 600 }, (_, n) => ({ request: request({ reference: `INV-${n}` }) }))
  await testService({ repository: counted }).payments.createPayments(requests)
  expect(sizes).toEqual([250, 250, 100])
})
