import type { AccountLine, HospitalPayments } from 'hospital-payments'
import { beforeAll, describe, expect, it } from 'vitest'
import { openCashFile } from '../../examples/finance-desk/counter.js'
import { sampleWithCounter } from '../../examples/finance-desk/sample.js'
import { accounts, bank, month, openFile } from '../../examples/settle-statement/accounts.js'
import { linesOf } from '../../examples/settle-statement/november.js'
import { type Movement, tieOut } from '../../examples/settle-statement/tie-out.js'

const window = 'cash.window-1'

async function movementsIn(readers: readonly AsyncIterable<object>[]): Promise<Movement[]> {
  const movements: Movement[] = []
  for (const reader of readers)
    for await (const record of reader) if (!('rejected' in record)) movements.push(record as Movement)
  return movements
}

/** Settles every line of the statements that is open: all that is left of it goes to one category. */
async function settleTheRest(payments: HospitalPayments): Promise<void> {
  for (const { account } of accounts)
    for (const { key, status, version, amount, allocated, givenBack } of await linesOf(payments, account)) {
      if (status !== 'open') continue
      const rest = { to: 'category', category: 'month_end', amount: amount - allocated - givenBack } as const
      await payments.lines.allocate(key, { expectedVersion: version, allocations: [rest], actor: 'hana' })
    }
}

async function closeTheDays(payments: HospitalPayments): Promise<void> {
  for (;;) {
    const [first] = await payments.days.unclosed()
    if (!first) return
    await payments.days.close({ account: first.account, day: first.oldest, actor: 'hana' })
  }
}

describe('npm start: the month', () => {
  let payments: HospitalPayments
  beforeAll(async () => {
    payments = await sampleWithCounter()
  })

  it('has a session, its deposit slip, and the credit of the bank that proves the slip', async () => {
    const ofSlip = ({ outcome }: AccountLine) => outcome === 'transfer_received'
    const [credit, ...others] = (await linesOf(payments, bank.account)).filter(ofSlip)
    expect([credit?.amount, credit?.status, others]).toEqual([900_000, 'settled', []])
    const sent = (await linesOf(payments, window)).find(({ key }) =>
      credit?.allocations.some((allocation) => allocation.to === 'line' && allocation.lineKey === key),
    )
    expect(sent).toMatchObject({ reference: 'SLIP-3011', transferTo: bank.account, amount: 900_000, status: 'settled' })
  })

  it('is closed to a difference of 0.00 on each account, with the deposit carried forward', async () => {
    const { differences } = await payments.attention()
    for (const { sessionId } of differences)
      await payments.cash.explain(sessionId, { reason: 'change given twice', actor: 'hana', supervisor: true })
    await settleTheRest(payments)
    await closeTheDays(payments)
    expect(await payments.attention()).toMatchObject({ differences: [], unclosedDays: [], transits: [] })

    const readers = new Map(accounts.map((file) => [file.account, [openFile(file)]]))
    readers.get(bank.account)!.push(openCashFile())
    for (const account of [...readers.keys(), window]) {
      const lines = await linesOf(payments, account)
      const days = tieOut(account, account === window ? lines : await movementsIn(readers.get(account)!), lines)
      expect(days.length).toBeGreaterThan(0)
      expect(days.filter(({ difference }) => difference !== 0n)).toEqual([])
      expect(await payments.days.verify({ account })).toMatchObject({ ok: true })
    }
    const carried = await payments.lines.list({ status: 'open', to: month.to })
    expect(carried.items.map(({ account, payerId, amount }) => [account, payerId, amount])).toEqual([
      [window, 'MRN-20417', 500_000],
    ])
    const last = await payments.days.list({ account: window, limit: 1 })
    expect(last.items[0]).toMatchObject({ day: month.to, currencies: [{ open: { count: 1, amount: '500000' } }] })
  })
})
