/** People and runs over the same lines. */
import type { StatementLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { collect, minute } from '../../support/service.js'
import { checkBooks, type Counter, counter, allocation, toCategory, toPayment } from './support/counter.js'

const stated: StatementLine = {
  row: 2,
  direction: 'credit',
  amount: 1000,
  currency: 'ETB',
  valueDate: '2026-11-20',
  reference: 'INV-1',
  narration: 'from Abebe',
  providerTransactionId: 'TX-1',
}

async function run({ payments }: Counter, lines: readonly StatementLine[] = [stated]) {
  const period = { from: '2026-11-20', to: '2026-11-20' }
  const options = { account: 'cbe-1000', apply: true, period, graceDays: 0, asOf: '2026-11-30T00:00:00.000Z' }
  const items = await collect(payments.reconcile(lines, options))
  return items.flatMap((item) => (item.kind === 'summary' ? [] : [`${item.kind} ${item.outcome}`]))
}

const only = async ({ payments }: Counter) => {
  const { items } = await payments.lines.list()
  expect(items).toHaveLength(1)
  return items[0]!
}

describe('reconcile: a run', () => {
  it('leaves a line that was undone on hold until it is released, and then decides it anew', async () => {
    const desk = counter()
    const bill = await desk.bill()
    expect(await run(desk)).toEqual(['line confirmed', 'payment matched'])
    const { key, version } = await only(desk)
    await desk.payments.lines.unallocate(key, { expectedVersion: version, reason: 'wrong', payments: 'keep' })
    // Kept without proof, it is money that no statement shows.
    expect(await run(desk)).toEqual(['line on_hold', 'payment missing_line'])
    expect((await desk.payments.getPayment(bill.id))?.amountReconciled).toBe(0)
    await desk.payments.lines.release(key, { expectedVersion: 2 })
    expect(await run(desk)).toEqual(['line matched', 'payment matched'])
    expect(await only(desk)).toMatchObject({
      status: 'settled',
      version: 4,
      held: false,
      allocations: [{ by: 'rule' }],
    })
    expect(await run(desk)).toEqual(['line already_reconciled', 'payment matched'])
    await checkBooks(desk.repository)
  })

  it('leaves lines that people settled or allocated in part', async () => {
    const desk = counter()
    const other = { ...stated, row: 3, reference: 'X-1', providerTransactionId: 'TX-2' }
    expect(await run(desk, [stated, other])).toEqual(['line unmatched_line', 'line unmatched_line'])
    const [first, second] = (await desk.payments.lines.list()).items
    const bill = await desk.bill({ reference: 'INV-7' })
    desk.clock.advance(minute)
    await allocation(desk, first!.key, [toPayment(bill)])
    await allocation(desk, second!.key, [toCategory(5)])
    const answers = await run(desk, [stated, other])
    expect(answers.filter((item) => item.startsWith('line')).sort()).toEqual([
      'line already_reconciled',
      'line on_hold',
    ])
    await allocation(desk, second!.key, [toCategory(995, 'own_transfer')])
    const after = await run(desk, [stated, other])
    expect(after.filter((item) => item.startsWith('line')).sort()).toEqual([
      'line already_reconciled',
      'line set_aside',
    ])
    await checkBooks(desk.repository)
  })

  it('brings no erased narration back', async () => {
    const desk = counter()
    await run(desk)
    expect((await only(desk)).narration).toBe('from Abebe')
    await desk.payments.lines.eraseText({ before: '2026-11-21' })
    expect(await run(desk)).toEqual(['line unmatched_line'])
    expect(await only(desk)).not.toHaveProperty('narration')
  })
})
