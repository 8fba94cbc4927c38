/** What calls about statement lines ask the storage: nothing that cannot be there, and nothing that the call does not need. */
import type { AnyAggregate } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { eventsOf } from '../../../src/operations/lines/payments-of-lines.js'
import { refusal } from '../../support/service.js'
import { counter, toCategory, toLine, toPayment } from './support/counter.js'

type Call = readonly [name: string, argument: unknown]

/** A service whose calls of the storage are noted from `forget` on: of a write the lists that it has. */
function reading() {
  const original = counter().repository
  const calls: Call[] = []
  const noted = Object.entries(original).map(([name, reach]: [string, unknown]) => {
    const note = (argument: object, ...others: unknown[]) => {
      const asked = name === 'findRows' ? [(argument as AnyAggregate).name, ...others] : argument
      calls.push([name, name === 'replace' ? Object.keys(argument) : asked])
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

describe('allocations', () => {
  it('of a category read the line alone', async () => {
    const { payments, line, calls, forget } = reading()
    const { key } = await line({ direction: 'debit' })
    forget()
    await payments.lines.allocate(key, { expectedVersion: 1, allocations: [toCategory(400)] })
    await payments.lines.allocate(key, { expectedVersion: 2, allocations: [toCategory(600, 'rent')] })
    expect(calls).toEqual([foundLine(key), plainWrite, foundLine(key), plainWrite])
  })

  it('of a payment read it with all of its reference', async () => {
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

  it('of a line with a receipt look for whoever has that', async () => {
    const { payments, line, calls, forget } = reading()
    const { key } = await line({ providerTransactionId: 'TX-1' })
    forget()
    await payments.lines.allocate(key, { expectedVersion: 1, allocations: [toCategory(5)] })
    expect(calls).toEqual([foundLine(key), ['lookup', { ...noKeys, providerTransactionIds: ['TX-1'] }], plainWrite])
  })

  it('of what cannot be an id look for nothing', async () => {
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

  it('of another version read the line alone', async () => {
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

describe('an undo', () => {
  it('of another version reads the line alone, and is refused though a payment of it is no longer stored', async () => {
    const { payments, repository, bill, line, calls, forget } = reading()
    const [one, { key }] = [await bill(), await line()]
    await payments.lines.allocate(key, { expectedVersion: 1, allocations: [toPayment(one)] })
    forget()
    const moved = payments.using({ ...repository, histories: async () => [] } as never)
    await refusal(moved.lines.unallocate(key, { expectedVersion: 3, reason: 'x' }), 'line_changed')
    expect(calls).toEqual([foundLine(key)])
  })

  it('of a category reads refunds of the line and closed days', async () => {
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

describe('histories', () => {
  it('of lines are one read, without what is no key', async () => {
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

  it('of payments are read a thousand at a time', async () => {
    const ids = Array.from({ length: 2001 }, (_, i) => `pay_${i}`)
    const asked: number[] = []
    const histories = async (some: readonly string[]) => {
      asked.push(some.length)
      return some.map((id) => ({ id }) as never)
    }
    expect((await eventsOf({ histories }, ids)).map(({ id }) => id)).toEqual(ids)
    expect(asked).toEqual([1000, 1000, 1])
    await eventsOf({ histories }, ids.slice(1))
    expect(asked.slice(3)).toEqual([1000, 1000])
  })
})

it('notes of what is no text are none, and are not looked for', async () => {
  const { payments, calls } = reading()
  expect(await payments.lines.notes(5 as never)).toEqual([])
  expect(calls).toEqual([])
})
