/** Whichever call of the storage fails, in imports and in people's calls about lines: the state before or after, and the same call again. */
import { type HospitalPayments, isPaymentError, memoryRepository, PaymentError } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import {
  checkBooks,
  counter,
  type Counter,
  allocation,
  toCategory,
  toPayment,
} from '../operations/lines/support/counter.js'
import { settledState } from '../operations/lines/support/settled-state.js'
import { issueBills, recordsOf, account, statementOf } from '../reconciliation-storage/support/day.js'
import { wrappedFinance } from '../support/finance-repositories.js'
import { everyCall } from '../support/rounds.js'
import { type Moment } from './failing-at.js'

/** Wraps a storage as `failingAt` does, in every function that finance has. */
function failingFinance(original: FinanceRepository, n: number, moment: Moment) {
  const calls = { count: 0 }
  const fail = () => {
    throw new PaymentError(moment === 'before' ? 'storage_unavailable' : 'outcome_unknown', 'A fault.')
  }
  const wrapped = wrappedFinance(original, async (_, proceed) => {
    const failing = ++calls.count === n
    if (failing && moment === 'before') fail()
    const answer = await proceed()
    if (failing) fail()
    return answer
  })
  const repository: FinanceRepository = {
    ...wrapped,
    async *scan(...args) {
      const failing = ++calls.count === n
      if (failing && moment === 'before') fail()
      yield* original.scan(...args)
      if (failing) fail()
    },
  }
  return { repository, calls }
}

interface Operation {
  readonly name: string
  /** Stores the same lines and bills each time. */
  prepare(desk: Counter): Promise<unknown>
  run(payments: HospitalPayments): Promise<unknown>
  /** Each note is one of its own: a repeated call of which the first was stored leaves two. */
  readonly isRepeatable?: boolean
}

const groups = 1
const records = recordsOf(statementOf(groups))
const key = 'id:first'
const other = 'id:second'

async function twoLines(desk: Counter) {
  await desk.line({ key, narration: 'from Abebe' })
  await desk.line({ key: other, direction: 'debit', narration: 'to Abebe' })
  return desk.bill({ reference: 'INV-1' })
}

async function settled(desk: Counter) {
  const bill = await twoLines(desk)
  await allocation(desk, key, [toPayment(bill)])
}

async function canceledOut(desk: Counter) {
  await twoLines(desk)
  await allocation(desk, key, [{ to: 'line', lineKey: other, amount: 1000 }])
}

async function noted(desk: Counter) {
  await twoLines(desk)
  await desk.payments.lines.note(key, { text: 'called' })
}

const seen = { expectedVersion: 1, actor: 'amina' }

const operations: readonly Operation[] = [
  {
    name: 'an import',
    prepare: (desk) => issueBills(desk, groups),
    run: ({ statements }) => statements.import(records, { account, actor: 'finance' }),
  },
  {
    name: 'an import that is repeated',
    prepare: async (desk) => {
      await issueBills(desk, groups)
      await desk.payments.statements.import(records.slice(0, 12), { account, actor: 'finance' })
    },
    run: ({ statements }) => statements.import(records, { account, actor: 'finance' }),
  },
  {
    name: 'allocate to a payment and a category',
    prepare: twoLines,
    run: async ({ lines, findByReference }) => {
      const [bill] = (await findByReference('INV-1')).items
      return lines.allocate(key, { ...seen, allocations: [toPayment(bill!, 900), toCategory(100)] })
    },
  },
  {
    name: 'allocate to another line',
    prepare: twoLines,
    run: ({ lines }) => lines.allocate(key, { ...seen, allocations: [{ to: 'line', lineKey: other, amount: 1000 }] }),
  },
  {
    name: 'unallocate and reverse',
    prepare: settled,
    run: ({ lines }) => lines.unallocate(key, { expectedVersion: 2, reason: 'wrong', payments: 'reverse' }),
  },
  {
    name: 'unallocate and keep',
    prepare: settled,
    run: ({ lines }) => lines.unallocate(key, { expectedVersion: 2, reason: 'wrong', payments: 'keep' }),
  },
  {
    name: 'unallocate two lines',
    prepare: canceledOut,
    run: ({ lines }) => lines.unallocate(other, { expectedVersion: 2, reason: 'wrong' }),
  },
  { name: 'hold', prepare: twoLines, run: ({ lines }) => lines.hold(key, seen) },
  { name: 'assign', prepare: twoLines, run: ({ lines }) => lines.assign(key, { ...seen, assignee: 'sara' }) },
  { name: 'note', prepare: twoLines, run: ({ lines }) => lines.note(key, { text: 'n' }), isRepeatable: false },
  { name: 'forget', prepare: noted, run: ({ lines }) => lines.eraseText({ before: '2026-12-01' }) },
]

async function begun({ prepare }: Operation) {
  const repository = memoryRepository()
  const desk = counter({ repository })
  await prepare(desk)
  return desk
}

describe.each(operations)('lines: $name, whichever call of the storage fails', (operation) => {
  it.each<Moment>(['before', 'after'])(
    '%s it is done: nothing is there in part, and the same call again completes it',
    async (moment) => {
      const clean = await begun(operation)
      const before = await settledState(clean.repository)
      const counted = failingFinance(clean.repository, 0, moment)
      await operation.run(clean.payments.using(counted.repository))
      const after = await settledState(clean.repository)
      expect(after).not.toEqual(before)
      expect(counted.calls.count).toBeGreaterThan(0)
      for (const n of everyCall(counted.calls.count)) {
        const desk = await begun(operation)
        const { repository } = failingFinance(desk.repository, n, moment)
        const error: unknown = await operation.run(desk.payments.using(repository)).then(
          () => null,
          (thrown: unknown) => thrown,
        )
        const code = moment === 'before' ? 'storage_unavailable' : 'outcome_unknown'
        expect(isPaymentError(error, code), `call ${n}: ${String(error)}`).toBe(true)
        await checkBooks(desk.repository)
        const state = await settledState(desk.repository)
        // An import writes groups of lines; what people do is one write.
        if (!operation.name.startsWith('an import')) expect([before, after]).toContainEqual(state)
        if (operation.isRepeatable === false && state.join() === after.join()) continue
        await operation.run(desk.payments)
        expect(await settledState(desk.repository), `call ${n}`).toEqual(after)
        await checkBooks(desk.repository)
      }
    },
  )
})
