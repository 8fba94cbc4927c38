import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../support/service.js'
import { cashWindow, people, windowAccount } from './support/window.js'

const safe = 'cash.safe'
const guard = { actor: people.supervisor, supervisor: true }

async function sentToSafe(amount = 40_000) {
  const desk = cashWindow()
  const session = await desk.open()
  const { line } = await desk.cash.send({ sessionId: session.id, amount, to: safe, actor: people.cashier })
  return { ...desk, session, line }
}

describe('cash.send and cash.receive', () => {
  it('move cash without inflating either drawer, and while it is on its way it is in neither balance', async () => {
    const { cash, session, line, balance, payments } = await sentToSafe()
    expect(line).toMatchObject({ outcome: 'in_transit', status: 'open', transferTo: safe, direction: 'debit' })
    expect(line.reference).toMatch(/^R\d/)
    expect([await balance(), await balance(safe)]).toEqual(['10000', '0'])
    expect(await cash.transits({ to: safe })).toEqual([
      {
        key: line.key,
        account: windowAccount,
        sender: people.cashier,
        sentAt: line.createdAt,
        reference: line.reference,
        currency: 'ETB',
      },
    ])
    await refusal(cash.receive({ lineKey: line.key, counted: 39_999, ...guard }), 'transfer_differs')
    const received = await cash.receive({ lineKey: line.key, counted: 40_000, ...guard })
    expect(received.line).toMatchObject({
      account: safe,
      direction: 'credit',
      outcome: 'transfer_received',
      status: 'settled',
    })
    expect(await payments.lines.get(line.key)).toMatchObject({ status: 'settled' })
    expect([await balance(), await balance(safe)]).toEqual(['10000', '40000'])
    expect(await cash.transits({ to: safe })).toEqual([])
    expect(await cash.receive({ lineKey: line.key, counted: 40_000, ...guard })).toEqual(received)
    expect(await cash.get(session.id)).toMatchObject({ sent: 40_000 })
  })

  it('name no sum of the drawer in a refusal', async () => {
    const { cash, session, line } = await sentToSafe()
    const short = await refusal(
      cash.send({ sessionId: session.id, amount: 10_001, to: safe, actor: people.cashier }),
      'cash_short',
    )
    const differs = await refusal(cash.receive({ lineKey: line.key, counted: 1, ...guard }), 'transfer_differs')
    for (const error of [short, differs])
      expect(JSON.stringify([error.message, error.details])).not.toMatch(/[1-9]0000/)
  })

  it('store another count only where a supervisor accepts it with a reason, and the difference is a line of it', async () => {
    for (const [counted, category] of [
      [39_000, 'cash_short'],
      [41_000, 'cash_over'],
      [0, 'cash_short'],
    ] as const) {
      const { cash, line, balance, payments } = await sentToSafe()
      const call = { lineKey: line.key, counted, accept: true }
      await refusal(cash.receive({ ...call, ...guard }), 'invalid_request')
      await refusal(cash.receive({ ...call, reason: 'torn', actor: people.supervisor }), 'forbidden')
      const { line: received } = await cash.receive({ ...call, reason: 'torn', ...guard })
      expect(await balance(safe)).toBe(String(counted))
      const both = [await payments.lines.get(line.key), ...(counted === 0 ? [] : [received])]
      for (const { status } of both.map((side) => side!)) expect(status).toBe('settled')
      const categories = both.flatMap((side) => side!.allocations).filter(({ to }) => to === 'category')
      expect(new Set(categories)).toEqual(
        new Set([{ to: 'category', category, amount: Math.abs(counted - 40_000), by: 'hand' }]),
      )
    }
  })

  it('is received by another person than the sender, in the session that is open there', async () => {
    const { cash, line, open } = await sentToSafe()
    await refusal(cash.receive({ lineKey: line.key, counted: 40_000, actor: people.cashier }), 'self_approval')
    await refusal(cash.receive({ lineKey: line.key, counted: 40_000, actor: people.other }), 'forbidden')
    const there = await open(0, { point: 'safe', actor: people.other })
    await refusal(cash.receive({ lineKey: line.key, counted: 40_000, ...guard }), 'invalid_request')
    await cash.receive({ lineKey: line.key, sessionId: there.id, counted: 40_000, actor: people.other })
    expect(await cash.get(there.id)).toMatchObject({ received: 40_000 })
  })
})

describe('cash.recall', () => {
  it('takes cash back that is on its way, by a supervisor who did not send it', async () => {
    const { cash, session, line, balance } = await sentToSafe()
    const call = { lineKey: line.key, reason: 'guard is ill' }
    await refusal(cash.recall({ ...call, actor: people.cashier, supervisor: true }), 'self_approval')
    await refusal(cash.recall({ ...call, actor: people.other }), 'forbidden')
    const recalled = await cash.recall({ ...call, ...guard })
    expect(await balance()).toBe('50000')
    expect(await cash.get(session.id)).toMatchObject({ sent: 0, received: 0 })
    expect(await cash.recall({ ...call, ...guard })).toEqual(recalled)
    await refusal(cash.receive({ lineKey: line.key, counted: 40_000, ...guard }), 'invalid_request')
  })

  it('counts as received in the session that is open there later', async () => {
    const { cash, session, line, open } = await sentToSafe()
    await cash.close({ sessionId: session.id, counted: 10_000, actor: people.cashier })
    const later = await open(10_000, { actor: people.other })
    await cash.recall({ lineKey: line.key, reason: 'guard is ill', ...guard })
    expect(await cash.get(later.id)).toMatchObject({ received: 40_000, sent: 0 })
  })

  it('lowers no session that closes between two reads of the call, and changes the balance alone', async () => {
    const original = memoryRepository()
    let close: (() => Promise<unknown>) | null = null
    const repository: FinanceRepository = {
      ...original,
      findRows: async (of, field, values) => {
        const rows = await original.findRows(of, field, values)
        const meanwhile = of.name === 'accounts' ? close : null
        if (meanwhile) close = null
        await meanwhile?.()
        return rows
      },
    }
    const { cash, open, balance, payments } = cashWindow({ repository })
    const session = await open()
    const { line } = await cash.send({ sessionId: session.id, amount: 40_000, to: safe, actor: people.cashier })
    const call = { sessionId: session.id, counted: 10_000, actor: people.cashier }
    close = () => payments.using(original).cash.close(call)
    await cash.recall({ lineKey: line.key, reason: 'guard is ill', ...guard })
    expect(await cash.get(session.id)).toMatchObject({ status: 'closed', sent: 40_000, difference: 0 })
    expect(await balance()).toBe('50000')
  })
})

describe('cash.transits', () => {
  it('lists every transfer on its way to a place, with who sent it, however many there are', async () => {
    const { cash, open } = cashWindow()
    const session = await open(10_000)
    const count = 1_001
    for (let sent = 0; sent < count; sent += 1)
      await cash.send({ sessionId: session.id, amount: 1, to: safe, actor: people.cashier })
    const transits = await cash.transits({ to: safe })
    expect(new Set(transits.map(({ key }) => key)).size).toBe(count)
    expect(transits.every(({ sender }) => sender === people.cashier)).toBe(true)
  })
})
