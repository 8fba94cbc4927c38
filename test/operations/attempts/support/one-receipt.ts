/** Two attempts whose provider names one receipt at the same moment, over any storage. */
import type { Outcome } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { expect } from 'vitest'
import { receiveContent } from './content.js'
import { interleaved, isPaid } from './interleaved.js'
import { credit, tillWithStatements } from './records.js'

const receipt = 'ONE0000001'

type Till = Awaited<ReturnType<typeof twoAttempts>>

/** Makes a till with two attempts, of which `say` says that the provider took the money. */
async function twoAttempts(repository: FinanceRepository, amounts: readonly [number, number] = [1000, 500]) {
  const outcomes = new Map<string, Outcome>()
  const errors: string[] = []
  const on = tillWithStatements({ repository, logger: { error: (text: string) => void errors.push(text) } })
  Object.assign(on.fake, { status: async ({ id }: { id: string }) => outcomes.get(id) ?? { state: 'pending' } })
  // Parts of bills: a bill that is paid whole has a receipt of its own, which no other has.
  const first = await on.started({ amount: 5000, reference: 'ONE-1' }, { amount: amounts[0] })
  const second = await on.started({ amount: 5000, reference: 'ONE-2' }, { amount: amounts[1] })
  const say = (providerTransactionId?: string) => {
    for (const { id, amount } of [first, second])
      outcomes.set(id, { state: 'paid', amount, ...(providerTransactionId !== undefined && { providerTransactionId }) })
  }
  on.clock.advance(61_000)
  return { ...on, first, second, say, errors }
}

/** Makes a call whose write about an attempt comes behind another call. */
async function behind(
  on: Till,
  id: string,
  call: (payments: Till['payments']) => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<void> {
  const others = interleaved(on.repository as FinanceRepository, isPaid(id), other)
  await call(on.payments.using(others.repository))
  expect(others.isDone()).toBe(true)
}

const orders = [
  ['first', 'second'],
  ['second', 'first'],
] as const

/** Makes the case in which both are asked about, and lines of these amounts are stored with the receipt. */
const askBoth = (stored: readonly number[]) => async (open: () => FinanceRepository) => {
  for (const [one, other] of orders) {
    const on = await twoAttempts(open())
    for (const amount of stored)
      await on.importOf(credit({ amount, providerTransactionId: receipt, reference: 'nothing' }))
    on.say(receipt)
    await behind(
      on,
      on[one].id,
      ({ attempts }) => attempts.check(on[one].id),
      () => on.payments.attempts.check(on[other].id),
    )
    const statuses = [await on.attemptOf(on.first), await on.attemptOf(on.second)].map(({ status }) => status)
    expect(statuses.sort()).toEqual(['paid', 'unknown'])
    expect(on.errors).toEqual([expect.stringMatching(/one receipt/)])
    await on.check()
  }
}

/** The cases, by what they show. */
export const oneReceiptCases: Readonly<Record<string, (open: () => FinanceRepository) => Promise<void>>> = {
  'attempts.check: the first takes a stored line, and the second waits for people': askBoth([1000]),
  'attempts.check: both may take stored lines, and the second waits for people': askBoth([1000, 500]),
  'attempts.check: no line is stored, and the second waits for people': askBoth([]),

  async 'attempts.receive: of two messages that prove paid attempts later, one does'(open) {
    const on = await twoAttempts(open())
    on.say()
    for (const { id } of [on.first, on.second]) await on.payments.attempts.check(id)
    const report = (id: string, payments = on.payments) =>
      receiveContent({ ...on, receive: (request) => payments.attempts.receive('fake', request) }, [
        {
          proof: 'signed',
          messageId: id,
          about: { attemptId: id },
          outcome: { state: 'paid', providerTransactionId: receipt },
        },
      ])
    await behind(
      on,
      on.first.id,
      (payments) => report(on.first.id, payments),
      () => report(on.second.id),
    )
    const lines = await on.lines()
    expect(lines.filter(({ providerTransactionId }) => providerTransactionId === receipt)).toHaveLength(1)
    expect(on.errors).toEqual([expect.stringMatching(/one receipt/)])
    await on.check()
  },

  async 'statements.import: a record with the receipt of an attempt that is paid at that moment is the money of that one'(
    open,
  ) {
    const on = await twoAttempts(open(), [1000, 1000])
    on.say()
    await on.payments.attempts.check(on.first.id)
    on.say(receipt)
    const { reference } = await on.paymentOf(on.first)
    const record = credit({ providerTransactionId: receipt, reference, valueDate: '2026-11-21' })
    await behind(
      on,
      on.first.id,
      (payments) => payments.statements.import([record], { account: 'fake' }),
      () => on.payments.attempts.check(on.second.id),
    )
    const lines = await on.lines()
    expect(lines).toHaveLength(2)
    const { lineKey } = await on.attemptOf(on.second)
    expect(lines.filter(({ providerTransactionId }) => providerTransactionId === receipt)).toMatchObject([
      { key: lineKey },
    ])
    await on.check()
  },
}
