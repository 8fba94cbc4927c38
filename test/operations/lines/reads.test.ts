/** The reads of calls about lines: none for a row that cannot be stored, and none that the call does not need. */
import type { AnyAggregate } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { eventsOf } from '../../../src/operations/lines/payments-of-lines.js'
import { refusal } from '../../support/service.js'
import { counter, toCategory, toLine, toPayment } from './support/counter.js'

type Call = readonly [name: string, argument: unknown]

/** Makes a service whose calls of the storage are noted from `forget` on: of a write the lists that it has. */
function reading() {
  const original = counter().repository
  const calls: Call[] = []
  const noted = Object.entries(original).map(([name, reach]: [string, unknown]) => {
    const note = (argument: object, ...others: unknown[]) => {
      const query = name === 'findRows' ? [(argument as AnyAggregate).name, ...others] : argument
      calls.push([name, name === 'replace' ? Object.keys(argument) : query])
      return (reach as (...all: unknown[]) => unknown)(argument, ...others)
    }
    return [name, typeof reach === 'function' ? note : reach]
  })
  const repository = Object.fromEntries(noted) as typeof original
  const forget = () => void (calls.length = 0)
  return { ...counter({ repository }), calls, forget }
}

const noKeys = { references: [], providerTransactionIds: [], lineKeys: [] }
const foundLine = (key: string): Call => ['findLines', [key]]
const plainWrite: Call = ['replace', ['changes', 'lines']]

describe('lines.allocate', () => {
  it('reads the line alone for a category', async () => {
    const { payments, line, calls, forget } = reading()
    const { key } = await line({ direction: 'debit' })
    forget()
    await payments.lines.allocate(key, { expectedVersion: 1, allocations: [toCategory(400)] })
    await payments.lines.allocate(key, { expectedVersion: 2, allocations: [toCategory(600, 'rent')] })
    expect(calls).toEqual([foundLine(key), plainWrite, foundLine(key), plainWrite])
  })

  it('reads a payment with all of its reference', async () => {
    const { payments, bill, line, calls, forget } = reading()
    const { key } = await line()
    const one = await bill({ reference: 'INV-7' })
    forget()
    await payments.lines.allocate(key, { expectedVersion: 1, allocations: [toPayment(one)] })
    expect(calls).toEqual([
      foundLine(key),
      ['histories', [one.id]],
      ['lookup', { ...noKeys, references: ['INV-7'] }],
      plainWrite,
    ])
  })

  it('looks up the receipt of the line', async () => {
    const { payments, line, calls, forget } = reading()
    const { key } = await line({ providerTransactionId: 'TX-1' })
    forget()
    await payments.lines.allocate(key, { expectedVersion: 1, allocations: [toCategory(5)] })
    expect(calls).toEqual([foundLine(key), ['lookup', { ...noKeys, providerTransactionIds: ['TX-1'] }], plainWrite])
  })

  it('looks up no text that cannot be an id', async () => {
    const { payments, line, calls, forget } = reading()
    const { key } = await line()
    forget()
    const allocations = [
      { to: 'payment', paymentId: 'no id', amount: 1 },
      { to: 'refund', refundId: 'no id', amount: 1 },
      { to: 'line', lineKey: 'no\0key', amount: 1 },
    ] as const
    await refusal(payments.lines.allocate(key, { expectedVersion: 1, allocations }), 'invalid_request')
    expect(calls).toEqual([foundLine(key)])
  })

  it('reads the line alone where its version is another', async () => {
    const { payments, bill, line, calls, forget } = reading()
    const [one, { key }, debit] = [await bill(), await line({ direction: 'debit' }), await line()]
    const allocations = [
      toPayment(one),
      toLine(debit),
      { to: 'refund', refundId: `ref_${'0'.repeat(26)}`, amount: 1 } as const,
    ]
    forget()
    await refusal(payments.lines.allocate(key, { expectedVersion: 2, allocations }), 'line_changed')
    expect(calls).toEqual([foundLine(key)])
  })
})

describe('lines.unallocate', () => {
  it('reads the line alone where its version is another, and is refused though its payment is not stored', async () => {
    const { payments, repository, bill, line, calls, forget } = reading()
    const [one, { key }] = [await bill(), await line()]
    await payments.lines.allocate(key, { expectedVersion: 1, allocations: [toPayment(one)] })
    forget()
    const moved = payments.using({ ...repository, histories: async () => [] } as never)
    await refusal(moved.lines.unallocate(key, { expectedVersion: 3, reason: 'x' }), 'line_changed')
    expect(calls).toEqual([foundLine(key)])
  })

  it('reads refunds of the line and closed days for a category', async () => {
    const { payments, line, calls, forget } = reading()
    const { key, account, valueDate } = await line()
    await payments.lines.allocate(key, { expectedVersion: 1, allocations: [toCategory(5)] })
    forget()
    await payments.lines.unallocate(key, { expectedVersion: 2, reason: 'x' })
    expect(calls).toEqual([
      foundLine(key),
      ['chainStates', [account]],
      ['findClosings', [{ account, day: valueDate }]],
      ['findRows', ['refunds', 'lineKey', [key]]],
      ['replace', ['changes', 'lines', 'chains']],
    ])
  })
})

describe('lines.histories and eventsOf', () => {
  it('read histories of lines at once, without texts that are no key', async () => {
    const { payments, line, calls, forget } = reading()
    const { key } = await line()
    forget()
    expect(await payments.lines.histories(['id:other', 'no\0key'])).toEqual([])
    expect(calls).toEqual([['lineHistories', ['id:other']]])
    forget()
    expect(await payments.lines.histories([key, 'id:other'])).toHaveLength(1)
    expect(calls).toEqual([['lineHistories', [key, 'id:other']]])
    forget()
    expect(await payments.lines.histories([])).toEqual([])
    expect(calls).toEqual([])
  })

  it('read histories of payments a thousand at a time', async () => {
    const ids = Array.from({ length: 2001 }, (_, i) => `pay_${i}`)
    const sizes: number[] = []
    const histories = async (some: readonly string[]) => {
      sizes.push(some.length)
      return some.map((id) => ({ id }) as never)
    }
    expect((await eventsOf({ histories }, ids)).map(({ id }) => id)).toEqual(ids)
    expect(sizes).toEqual([1000, 1000, 1])
    await eventsOf({ histories }, ids.slice(1))
    expect(sizes.slice(3)).toEqual([1000, 1000])
  })
})

it('lines.notes: a key that is no text has no notes, and is not looked up', async () => {
  const { payments, calls } = reading()
  expect(await payments.lines.notes(5 as never)).toEqual([])
  expect(calls).toEqual([])
})
