import type { LineItem, StatementRecord } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { collect } from '../../support/service.js'
import { cashWindow, people } from './support/window.js'

const bank = 'cbe-1000'

/** Sends cash of one window to the bank, and makes credits of its statement. */
async function banked() {
  const desk = cashWindow()
  const { id } = await desk.open(10_000)
  let row = 0
  const credit = (amount: number, options: object = {}): StatementRecord =>
    ({
      row: ++row,
      direction: 'credit',
      amount,
      currency: 'ETB',
      valueDate: '2026-11-21',
      lineId: `B${row}`,
      ...options,
    }) as StatementRecord
  return {
    ...desk,
    id,
    credit,
    send: async (amount: number, reference: string, sessionId = id) =>
      (await desk.cash.send({ sessionId, amount, to: bank, reference, actor: people.cashier })).line,
    /** Imports credits, and returns their items. */
    run: async (lines: readonly StatementRecord[], apply = true) => {
      const items = await collect(desk.payments.reconcile(lines, { account: bank, apply }))
      return items.filter((item): item is LineItem => item.kind === 'line')
    },
    lineOf: async (key: string) => (await desk.payments.lines.get(key))!,
    credits: async () => (await desk.payments.lines.list({ account: bank })).items,
  }
}

describe('reconcile: cash that was sent to the bank', () => {
  it.each([
    ['reference', (slip: string) => ({ reference: slip })],
    ['receipt', (slip: string) => ({ providerTransactionId: slip })],
    ['narration', (slip: string) => ({ narration: `CASH DEP ${slip} BOLE` })],
  ])('is paired with the credit that names its slip by its %s', async (_, names) => {
    const { send, run, credit, lineOf, credits, balance, cash } = await banked()
    const { key } = await send(4000, 'SLIP-0042')
    const [preview] = await run([credit(4000, names('SLIP-0042'))], false)
    expect(preview).toMatchObject({ outcome: 'transfer_received', applied: false })
    const [item] = await run([credit(4000, names('SLIP-0042'))])
    expect(item).toMatchObject({ outcome: 'transfer_received', applied: true })
    const [stored] = await credits()
    expect(stored).toMatchObject({
      outcome: 'transfer_received',
      status: 'settled',
      allocations: [{ to: 'line', lineKey: key, amount: 4000, by: 'rule' }],
    })
    expect(await lineOf(key)).toMatchObject({
      outcome: 'in_transit',
      status: 'settled',
      allocations: [{ to: 'line', lineKey: stored!.key, amount: 4000, by: 'rule' }],
    })
    expect([await balance(), await balance(bank)]).toEqual(['6000', '4000'])
    expect(await cash.transits({ to: bank })).toEqual([])
  })

  it('is paired, where three sessions sent it with one slip, with the one credit that is their sum', async () => {
    const { send, run, credit, open, lineOf } = await banked()
    const others = [await open(5000, { point: 'window-2' }), await open(5000, { point: 'window-3' })]
    const first = await send(1000, 'SLIP-0042')
    const sent = [first, ...(await Promise.all(others.map(({ id }, i) => send(2000 + i, 'SLIP-0042', id))))]
    const [item] = await run([credit(5001, { reference: 'SLIP-0042' })])
    expect(item?.outcome).toBe('transfer_received')
    for (const { key } of sent) expect((await lineOf(key)).status).toBe('settled')
  })

  it('is left to people where the credit is of another amount', async () => {
    const { send, run, credit, lineOf, payments, clock } = await banked()
    const { key } = await send(4000, 'SLIP-0042')
    const [item] = await run([credit(3999, { reference: 'SLIP-0042' })])
    expect(item?.outcome).toBe('unmatched_line')
    expect((await lineOf(key)).status).toBe('open')
    clock.advance(3 * 86_400_000)
    expect((await payments.attention()).transits).toMatchObject([{ lineKey: key }])
  })

  it('is ambiguous where several transfers fit, or a bill fits as well', async () => {
    const { send, run, credit, bill } = await banked()
    await send(4000, 'SLIP-0042')
    await send(4000, 'SLIP-0042')
    const payment = await bill(700)
    await send(700, payment.reference)
    const items = await run([credit(4000, { reference: 'SLIP-0042' }), credit(700, { reference: payment.reference })])
    expect(items.map(({ outcome }) => outcome)).toEqual(['ambiguous', 'ambiguous'])
  })

  it('is paired once: two credits of one file, and of a repeated run, are not both its arrival', async () => {
    const { send, run, credit } = await banked()
    await send(4000, 'SLIP-0042')
    const lines = [credit(4000, { reference: 'SLIP-0042' }), credit(4000, { reference: 'SLIP-0042', lineId: 'X' })]
    expect((await run(lines, false)).map(({ outcome }) => outcome)).toEqual(['transfer_received', 'unmatched_line'])
    expect((await run(lines)).map(({ outcome }) => outcome)).toEqual(['transfer_received', 'unmatched_line'])
    expect((await run(lines))[0]?.outcome).toBe('set_aside')
  })

  it('is found by a later run where the slip was recorded after the credit', async () => {
    const { send, run, credit, lineOf } = await banked()
    const line = credit(4000, { reference: 'SLIP-0042' })
    expect((await run([line]))[0]?.outcome).toBe('unmatched_line')
    const { key } = await send(4000, 'SLIP-0042')
    expect((await run([line]))[0]?.outcome).toBe('transfer_received')
    expect((await lineOf(key)).status).toBe('settled')
  })

  it('lines.unallocate: an undo puts it back on its way, all transfers of the credit, and holds the credit', async () => {
    const { send, run, credit, lineOf, credits, payments, cash } = await banked()
    const sent = [await send(1000, 'SLIP-0042'), await send(2000, 'SLIP-0042')]
    await run([credit(3000, { reference: 'SLIP-0042' })])
    const undone = await payments.lines.unallocate(sent[0]!.key, { reason: 'another slip', expectedVersion: 2 })
    expect(undone).toMatchObject({ status: 'open', held: false, outcome: 'in_transit' })
    expect(await lineOf(sent[1]!.key)).toMatchObject({ status: 'open', held: false })
    expect(await credits()).toMatchObject([{ status: 'open', held: true, allocations: [] }])
    expect(await cash.transits({ to: bank })).toHaveLength(2)
  })
})
