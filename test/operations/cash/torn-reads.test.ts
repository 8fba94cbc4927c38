import { type HospitalPayments, memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { cashWindow, people } from './support/window.js'

const guard = { actor: people.supervisor, supervisor: true } as const

/** Makes a service whose first reading of this kind is followed by another call, before it reads on. */
function interrupted(
  { payments, repository }: Pick<ReturnType<typeof cashWindow>, 'payments' | 'repository'>,
  read: 'findLines' | 'findRows',
  meanwhile: () => Promise<unknown>,
): HospitalPayments {
  const finance = repository as FinanceRepository
  let isFirst = true
  const slow = {
    ...finance,
    async [read](...values: unknown[]) {
      const rows: unknown = await (finance[read] as (...values: unknown[]) => Promise<unknown>)(...values)
      if (isFirst) {
        isFirst = false
        await meanwhile()
      }
      return rows
    },
  }
  return payments.using(slow as unknown as FinanceRepository)
}

/** Makes a session of which 40,000 are on their way to the safe, and 150,000 were taken for a bill. */
async function movedWindow() {
  const desk = cashWindow({ repository: memoryRepository() })
  const session = await desk.open()
  const { id: paymentId } = await desk.bill()
  const { line: take } = await desk.take(session.id, { paymentId })
  const sent = { sessionId: session.id, amount: 200_000, to: 'cash.safe', actor: people.cashier }
  return { ...desk, session, take, send: async () => (await desk.cash.send(sent)).line }
}

describe('cash.recall, cash.void and waivers.revoke: the same call while the first one reads', () => {
  it('recall: answers the line of the other call, and lowers what was sent once', async () => {
    const desk = await movedWindow()
    const call = { lineKey: (await desk.send()).key, reason: 'guard is ill', ...guard }
    const other: unknown[] = []
    const slow = interrupted(desk, 'findLines', async () => other.push(await desk.cash.recall(call)))
    expect(await slow.cash.recall(call)).toEqual(other[0])
    expect(await desk.cash.get(desk.session.id)).toMatchObject({ sent: 0, received: 150_000 })
  })

  it('void: answers the line of the other call, though the drawer holds too little to void it twice', async () => {
    const desk = await movedWindow()
    const call = { lineKey: desk.take.key, reason: 'wrong bill', ...guard }
    const other: unknown[] = []
    const slow = interrupted(desk, 'findLines', async () => other.push(await desk.cash.void(call)))
    expect(await slow.cash.void(call)).toEqual(other[0])
    expect(await desk.cash.get(desk.session.id)).toMatchObject({ received: 0 })
    expect(await desk.balance()).toBe('50000')
  })

  it('revoke: answers the waiver of the other call, and takes back what was waived once', async () => {
    const desk = cashWindow({ repository: memoryRepository() })
    const { waivers } = desk.payments
    const { id: paymentId } = await desk.bill(1000)
    const { id } = await waivers.request(
      { paymentId, amount: 400, scheme: 'poor', reason: 'no_income' },
      { actor: 'a' },
    )
    await waivers.approve(id, { actor: 'b' })
    const call = { actor: 'c', reason: 'insured' }
    const other: unknown[] = []
    const slow = interrupted(desk, 'findRows', async () => other.push(await waivers.revoke(id, call)))
    expect(await slow.waivers.revoke(id, call)).toEqual(other[0])
    expect(await desk.payments.getPayment(paymentId)).toMatchObject({ amountWaived: 0, status: 'pending' })
  })
})
