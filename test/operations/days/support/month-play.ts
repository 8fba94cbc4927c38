/** Random months of an account: statements, of which some are left out, and what people do with their lines and days. */
import type { HospitalPayments, StatementLine } from 'hospital-payments'
import { isPaymentError } from 'hospital-payments'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Counter } from '../../lines/support/counter.js'
import { allLines, dailyStatements, fileOf, naiveMonth, type Statement, statedOf } from './months.js'

export const account = 'bank-1100'
const currency = 'ETB'
const opening = 50_000
const actor = 'amina'
const months = ['2026-09', '2026-10', '2026-11', '2026-12']

const drawnLine = fc.record({
  // Around both edges of October, so that some statements end or begin at one and some do not.
  day: fc.constantFrom(
    '2026-09-29',
    '2026-09-30',
    '2026-10-01',
    '2026-10-02',
    '2026-10-15',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
    '2026-11-04',
  ),
  direction: fc.constantFrom('credit' as const, 'credit' as const, 'debit' as const),
  amount: fc.constantFrom(1, 70, 1000, 99_999),
})

const act = fc.record({
  call: fc.constantFrom(
    ...(['close', 'close', 'close', 'closeThrough', 'reopen', 'allocate', 'allocate', 'part', 'unallocate'] as const),
    ...(['hold', 'release', 'markDuplicate', 'assign', 'late', 'late', 'duplicate'] as const),
  ),
  at: fc.nat(40),
})

/** The lines of an account, the statements that are left out, and what is done after the import. */
export const drawnMonths = fc.record({
  lines: fc.array(drawnLine, { minLength: 1, maxLength: 14 }),
  leftOut: fc.array(fc.nat(9), { maxLength: 2 }),
  acts: fc.array(act, { maxLength: 24 }),
})

export type DrawnMonths = typeof drawnMonths extends fc.Arbitrary<infer Value> ? Value : never

async function play(
  { payments, clock }: Counter,
  { call, at }: DrawnMonths['acts'][number],
  names: () => string,
): Promise<void> {
  const all = await allLines(payments, account)
  const line = all[at % all.length]
  if (!line) return
  const { key, version, amount, allocated, valueDate: day } = line
  const options = { expectedVersion: version, reason: 'looked at it', actor }
  const toCategory = (part: number) =>
    payments.lines.allocate(key, {
      expectedVersion: version,
      allocations: [{ to: 'category', category: `c${at % 3}`, amount: part }],
    })
  const stated = { row: 1, direction: line.direction, amount, currency, valueDate: day } as const
  const isDuplicate = line.providerTransactionId !== undefined
  switch (call) {
    case 'close':
      return void (await payments.days.close({ account, day, actor }))
    case 'closeThrough':
      return void (await payments.days.closeThrough({ account, day, actor }))
    case 'reopen':
      return void (await payments.days.reopen({ account, day, actor, reason: 'wrong' }))
    case 'allocate':
      return void (await toCategory(amount - allocated))
    case 'part':
      return void (await toCategory(at % 2 === 0 ? 1 : Math.max(1, Math.floor((amount - allocated) / 2))))
    case 'unallocate':
      return void (await payments.lines.unallocate(key, options))
    case 'assign':
      return void (await payments.lines.assign(key, { expectedVersion: version, assignee: `person-${at}`, actor }))
    case 'late':
      return void (await payments.statements.import([{ ...stated, amount: amount + 1, lineId: names() }], { account }))
    case 'duplicate': {
      // Another line with the receipt of this one is held as a possible duplicate.
      const twin = {
        ...stated,
        lineId: names(),
        ...(isDuplicate && { providerTransactionId: line.providerTransactionId! }),
      }
      return void (await payments.statements.import([twin], { account }))
    }
    default:
      clock.advance(1000)
      return void (await payments.lines[call](key, options))
  }
}

/** Imports the statements but those that are left out, and plays the rest; refusals are answers like others. */
export async function playMonths(counter: Counter, { lines, leftOut, acts }: DrawnMonths) {
  const { payments } = counter
  let count = 0
  const names = () => `L-${++count}`
  const stated = lines.map(({ day: valueDate, direction, amount }): StatementLine => {
    const name = names()
    return { row: count, direction, amount, currency, valueDate, lineId: name, providerTransactionId: `TX-0000${name}` }
  })
  const statements = dailyStatements(stated, opening)
  const missing = new Set(leftOut.map((at) => at % (statements.length + 3)))
  const imported = statements.filter((_, at) => !missing.has(at))
  for (const statement of imported) await payments.statements.import(fileOf(statement), { account })
  for (const one of acts) {
    await play(counter, one, names).catch((error: unknown) => {
      if (!isPaymentError(error) || error.code === 'internal_error') throw error
    })
  }
  return { statements, imported, missing: statements.filter((_, at) => missing.has(at)) }
}

/** Demands that each month is what the naive ledger makes of the stored lines and the imported statements. */
export async function checkMonths(payments: HospitalPayments, imported: readonly Statement[]): Promise<void> {
  const all = await allLines(payments, account)
  for (const month of months) {
    const { items } = await payments.days.month({ account, month })
    const naive = naiveMonth(all, { account, currency, month })
    const stated = statedOf(all, imported, month)
    const { credits, debits, opening: before, uncounted } = naive
    const isEmpty = [credits, debits, before].every((sum) => sum === '0') && uncounted.count === 0
    const hasStated = stated.statedOpening !== null || stated.statedClosing !== null
    const { statedOpening, statedClosing } = stated
    const change = BigInt(credits) - BigInt(debits)
    const unexplained =
      statedOpening === null || statedClosing === null
        ? null
        : (BigInt(statedClosing) - BigInt(statedOpening) - change).toString()
    expect(items, month).toEqual(isEmpty && !hasStated ? [] : [{ ...naive, ...stated, unexplained }])
    expect(items[0]?.difference ?? '0').toBe('0')
    for (const through of [`${month}-15`, `${month}-30`]) {
      const counted = all.filter(({ outcome, valueDate }) => outcome !== 'possible_duplicate' && valueDate <= through)
      const balance = counted.reduce(
        (sum, { direction, amount }) => (direction === 'credit' ? sum + amount : sum - amount),
        0,
      )
      expect(await payments.accounts.balance({ account, currency, through }), through).toBe(`${balance}`)
    }
  }
}
