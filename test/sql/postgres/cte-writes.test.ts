import type { InsertEntry } from 'hospital-payments/repository'
import { insertFixture, paymentFixture } from 'hospital-payments/testing'
import { expect, it } from 'vitest'
import { tablesOf } from '../../../src/sql/core/tables.js'
import { cteWrites } from '../../../src/sql/postgres/cte-writes.js'

const writes = cteWrites({ tables: tablesOf(), tenant: 'default', bound: false })

function written(entry: InsertEntry): { width: number; values: readonly unknown[] } {
  const [{ text, values } = { text: '', values: [] }] = writes.insert([entry], 1000)
  return { width: new Set(text.match(/\$\d+/g)).size, values }
}

const customer = { id: 'MRN-1', name: 'Abebe', phone: '+251911000000' }
const payment = paymentFixture({ customer, description: 'Ward 4', metadata: { ward: '4' } })
const entry = insertFixture(payment, { liveReference: 'R', idempotency: { key: 'key', fingerprint: 'print' } })
const { event } = entry
const later = '2030-01-01T00:00:00.000Z'

it('cteWrites: a new payment has the parameters of its text, and each of its values once', () => {
  const { width, values } = written(entry)
  expect(values).toHaveLength(width)
  expect(values).toHaveLength(22)
  const texts = values.filter((value) => typeof value === 'string')
  expect(new Set(texts).size).toBe(texts.length)
})

it.each<[string, InsertEntry]>([
  ['a status of its own', insertFixture({ ...payment, status: 'succeeded', paidAt: later })],
  ['money of its own', insertFixture({ ...payment, amountReconciled: 1 })],
  ['a receipt', insertFixture({ ...payment, providerTransactionId: 'TX-1' })],
  ['a later change', insertFixture({ ...payment, updatedAt: later })],
  ['an event of another time', { ...entry, event: { ...event, createdAt: later } }],
  ['an event of another type', { ...entry, event: { ...event, type: 'payment.imported' } }],
  ['an event with a reason', { ...entry, event: { ...event, reason: 'moved' } }],
  ['an event of another amount', { ...entry, event: { ...event, data: { ...event.data, amount: 7 } } }],
  ['an event that is not delivered', { ...entry, isDelivered: false }],
])('cteWrites: a payment with %s is written with all its values', (_, entry) => {
  const { width, values } = written(entry)
  expect(values).toHaveLength(width)
  expect(values).toHaveLength(55)
})
