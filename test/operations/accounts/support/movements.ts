/** Imports, releases and marks of lines of two accounts, and the balances that must follow from them. */
import type { StatementLine } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import fc from 'fast-check'
import { expect } from 'vitest'
import { accounts } from '../../../../src/repository/aggregates/accounts.js'
import { seededRandom } from 'hospital-payments/testing'
import { collect, testService } from '../../../support/service.js'

const names = ['bank', 'till'] as const
const day = '2026-11-18'

/** Lines with few receipts and amounts, so that some repeat others. */
const drawnLine = fc.record({
  direction: fc.constantFrom('credit' as const, 'debit' as const),
  amount: fc.constantFrom(1, 70, 1000, Number.MAX_SAFE_INTEGER),
  currency: fc.constantFrom('ETB', 'ETB', 'USD'),
  receipt: fc.nat(3),
  reference: fc.option(fc.constantFrom('INV-1', 'INV-2'), { nil: undefined, freq: 2 }),
  valueDate: fc.constantFrom(day, day, '2026-10-31'),
})

const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      call: fc.constant('import' as const),
      account: fc.constantFrom(...names),
      lines: fc.array(drawnLine, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      call: fc.constantFrom('release' as const, 'markDuplicate' as const, 'hold' as const, 'setAside' as const),
      line: fc.nat(30),
    }),
  },
)

/** Movements of two accounts, to be played one after another or at once. */
export const movements = fc.array(step, { minLength: 1, maxLength: 12 })
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Returns a function that plays a step, and answers what became of it: the refusal of a call is an answer like others. */
export function player(repository: FinanceRepository) {
  const { payments, clock } = testService({ repository, random: seededRandom(37) })
  const { lines } = payments
  let files = 0

  async function importLines(account: string, drawn: Extract<Step, { call: 'import' }>['lines']): Promise<string> {
    const file = ++files
    const stated = drawn.map(({ receipt, reference, ...money }, i): StatementLine => {
      const names = { lineId: `L-${file}-${i}`, ...(reference !== undefined && { reference }) }
      return {
        row: i + 1,
        ...money,
        ...names,
        ...(receipt > 0 && { providerTransactionId: `TX-${receipt}` }),
      }
    })
    const { lines: counts } = await payments.statements.import(stated, { account })
    return counts.map(({ outcome }) => outcome).join(' ')
  }

  async function changeLine(call: Exclude<Step['call'], 'import'>, place: number): Promise<string> {
    const { items } = await lines.list({ limit: 100 })
    const line = items[place % items.length]
    if (!line) return 'no line'
    const options = { expectedVersion: line.version, reason: 'looked at it' }
    if (call === 'setAside') {
      const { allocated, amount } = line
      const allocations = [{ to: 'category', category: 'duplicate', amount: amount - allocated }] as const
      await lines.allocate(line.key, { expectedVersion: line.version, allocations })
    } else await lines[call](line.key, options)
    return call
  }

  return {
    bill: (reference: string, amount: number) =>
      payments.createPayment({ amount, currency: 'ETB', reference, channel: 'cash' }),
    async play(one: Step): Promise<string> {
      clock.advance(1000)
      const played = one.call === 'import' ? importLines(one.account, one.lines) : changeLine(one.call, one.line)
      return played.catch((error: { code: string }) => error.code)
    },
  }
}

/** Demands that every account's row has the credits less the debits of its lines, and no other row is there. */
export async function checkBalances(repository: FinanceRepository): Promise<void> {
  const balances = new Map<string, bigint>()
  const byMonth = new Map<string, bigint>()
  for (const line of (await collect(repository.scanLines({}))).flat()) {
    const place = `${line.account} ${line.currency}`
    const counted = line.outcome === 'possible_duplicate' ? 0n : BigInt(line.amount)
    const signed = line.direction === 'credit' ? counted : -counted
    balances.set(place, (balances.get(place) ?? 0n) + signed)
    const month = `${place} ${line.valueDate.slice(0, 7)}`
    byMonth.set(month, (byMonth.get(month) ?? 0n) + signed)
  }
  const rows = (await repository.findRows(accounts, 'account', names)).map(({ row }) => row)
  const stored = rows.map(({ account, currency, balance }) => [`${account} ${currency}`, BigInt(balance)] as const)
  expect(new Map(stored)).toEqual(balances)
  const storedMonths = rows.flatMap(({ account, currency, byMonth: months }) =>
    Object.entries(months).map(([month, sum]) => [`${account} ${currency} ${month}`, BigInt(sum)] as const),
  )
  expect(new Map(storedMonths)).toEqual(new Map([...byMonth].filter(([, sum]) => sum !== 0n)))
  for (const { version, openSessionId } of rows) {
    expect(version).toBeGreaterThan(0)
    expect(openSessionId).toBeNull()
  }
}
