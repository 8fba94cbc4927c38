import type { StatementLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { storeLine, toCategory, allocation, toPayment } from '../lines/support/counter.js'
import { badFields, collect } from '../../support/service.js'
import { payerId, purse } from './support/purse.js'

type Desk = ReturnType<typeof purse>

const credit = { row: 2, direction: 'credit', amount: 1000, currency: 'ETB', valueDate: '2026-11-20' } as const

async function imported({ payments }: Desk, stated: Partial<StatementLine>) {
  const imports = await payments.statements.import([{ ...credit, ...stated }], { account: 'cbe-1000' })
  const { items } = await payments.lines.list({ importId: imports.id })
  return items[0]!
}

const undo = ({ payments }: Desk, { key, version }: { key: string; version: number }) =>
  payments.lines.unallocate(key, { expectedVersion: version, reason: 'wrong bill', payments: 'reverse' })

describe('lines.setPayer', () => {
  it('names the payer of a credit as one event, and takes the name away', async () => {
    const { line, payments } = purse()
    const stored = await line()
    const named = await payments.lines.setPayer(stored.key, { payerId, expectedVersion: 1, actor: 'amina' })
    expect(named).toStrictEqual({ ...stored, payerId, version: 2, updatedAt: named.updatedAt })
    expect((await payments.lines.history(stored.key)).at(-1)).toMatchObject({ type: 'line.payer_set', actor: 'amina' })
    const cleared = await payments.lines.setPayer(stored.key, { payerId: null, expectedVersion: 2 })
    expect(cleared).toMatchObject({ payerId: null, version: 3 })
  })

  it('is refused for debits, for lines of waivers and for possible duplicates, and for its shape', async () => {
    const { line, repository, payments } = purse()
    const lines = [
      await line({ direction: 'debit' }),
      await storeLine(repository, { account: 'waiver.poor' }),
      await line({ outcome: 'possible_duplicate' }),
    ]
    for (const { key } of lines) {
      for (const id of [payerId, null]) {
        if (id === null && key === lines[2]!.key) continue
        const problems = await badFields(payments.lines.setPayer(key, { payerId: id, expectedVersion: 1 }))
        expect(problems).toMatchObject([expect.stringMatching(/^lineKey names a /u)])
      }
    }
    expect(await badFields(payments.lines.setPayer('id:1', { expectedVersion: 1 } as never))).toHaveLength(1)
    expect(await badFields(payments.lines.setPayer('id:1', { payerId: '', expectedVersion: 1 }))).toHaveLength(1)
  })
})

describe('statements.import: the payer of a line', () => {
  it('is that of the one payment that it pays, and leaves with the allocation', async () => {
    const desk = purse()
    const { reference } = await desk.billOf(1000)
    const line = await imported(desk, { reference })
    expect(line).toMatchObject({ status: 'settled', payerId, payerByRule: true })
    const undone = await undo(desk, line)
    expect(undone.payerId).toBeNull()
    expect(undone).not.toHaveProperty('payerByRule')
    expect(await desk.payments.lines.get(line.key)).toStrictEqual(undone)
  })

  it('comes with a later run and with a release too', async () => {
    const desk = purse()
    const { payments, line } = desk
    const stored = await imported(desk, { reference: 'INV-1' })
    expect(stored.payerId).toBeNull()
    await desk.billOf(1000)
    await collect(
      payments.reconcile([{ ...credit, reference: 'INV-1' }], { account: 'cbe-1000', apply: true } as never),
    )
    expect(await payments.lines.get(stored.key)).toMatchObject({ payerId, payerByRule: true })

    const { reference } = await desk.billOf(1000)
    const doubtful = await line({ outcome: 'possible_duplicate', reference })
    const released = await payments.lines.release(doubtful.key, { expectedVersion: 1 })
    expect(released).toMatchObject({ status: 'settled', payerId, payerByRule: true })
  })

  it('is no one where the payment has no customer id, where a line pays several, or a person allocates', async () => {
    const desk = purse()
    const { reference } = await desk.billOf(1000, null)
    expect(await imported(desk, { reference })).toMatchObject({ status: 'settled', payerId: null })
    for (const amount of [400, 600]) await desk.billOf(amount, payerId, { reference: `INV-0${amount}` })
    const several = await imported(desk, { narration: 'FOR INV-0400 AND INV-0600', row: 3 })
    expect(several).toMatchObject({ status: 'settled', payerId: null })
    expect(several.allocations).toHaveLength(2)
    const { key } = await desk.line()
    const byHand = await allocation(desk, key, [toPayment(await desk.billOf(1000))])
    expect(byHand).toMatchObject({ status: 'settled', payerId: null })
  })

  it('stays where a person named it, before the rule or after it', async () => {
    const desk = purse()
    const { payments } = desk
    const before = await imported(desk, { reference: 'INV-1' })
    await payments.lines.setPayer(before.key, { payerId, expectedVersion: 1 })
    await desk.billOf(1000)
    await collect(
      payments.reconcile([{ ...credit, reference: 'INV-1' }], { account: 'cbe-1000', apply: true } as never),
    )
    const settled = await payments.lines.get(before.key)
    expect(settled).toMatchObject({ status: 'settled', payerId })
    expect((await undo(desk, settled!)).payerId).toBe(payerId)

    const { reference } = await desk.billOf(1000)
    const { key, version } = await imported(desk, { reference, row: 3 })
    const after = await payments.lines.setPayer(key, { payerId: 'MRN-7', expectedVersion: version })
    expect((await undo(desk, after)).payerId).toBe('MRN-7')
  })

  it('stays while a part of a line is allocated by hand beside it', async () => {
    const desk = purse()
    const { key } = await desk.deposit(1000)
    const line = await allocation(desk, key, [toCategory(10)])
    expect(await undo(desk, line)).toMatchObject({ payerId, allocated: 0 })
  })
})
