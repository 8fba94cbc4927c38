/** Fifty callers at a time ask for refunds of one payment and one line, and decide them: never more is given back than came. */
import { isPaymentError, type Refund } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { seededRandom } from 'hospital-payments/testing'
import { eventsOfRefund } from '../../src/operations/refunds/stored-refunds.js'
import { placeOf } from '../../src/domain/event-stream.js'
import { checkBooks, counter } from '../operations/lines/support/counter.js'
import { examples, rounds } from '../support/rounds.js'

const callers = 50
const allowed = [
  'refund_exceeds',
  'invalid_transition',
  'concurrent_update',
  'line_changed',
  'invalid_request',
  'allocation_exceeds',
]

/** Reads the status of one refund from its events alone. */
function statusOf(events: readonly { type: string }[]): string {
  return events.at(-1)!.type.replace('refund.', '')
}

describe('refunds: fifty callers at once', () => {
  it('give back a payment once, and the whole of it', async () => {
    const { bill, payments, repository } = counter()
    const { id } = await bill()
    await payments.confirmPayment(id)
    const ask = () => payments.refunds.create({ paymentId: id, amount: 100, reason: 'duplicate' })
    const answers = await Promise.allSettled(Array.from({ length: callers }, ask))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(isPaymentError(answer.reason, 'refund_exceeds')).toBe(true)
    }
    expect(await payments.getPayment(id)).toMatchObject({ amountRefundPending: 1000, version: 12 })
    await checkBooks(repository)
  })

  it('ask, confirm, fail, cancel, undo and reverse, and the books agree after each round', async () => {
    const random = seededRandom(7)
    const pick = (below: number) => random(1)[0]! % below
    const { bill, line, payments, repository, clock } = counter()
    const { id } = await bill()
    await payments.confirmPayment(id)
    const { key } = await line()
    const { refunds } = payments
    const made: Refund[] = []
    const codes = new Set<string>()

    const one = async (): Promise<void> => {
      const refund = made[made.length - 1 - pick(Math.min(made.length, 8) || 1)]
      const amount = 100 * (1 + pick(5))
      const kind = pick(10)
      if (kind < 3 || !refund) {
        const of = pick(2) === 0 ? { paymentId: id } : { lineKey: key }
        made.push(await refunds.create({ ...of, amount, reason: 'duplicate' }))
      } else if (kind < 5) await refunds.confirm(refund.id)
      else if (kind < 7) await refunds.fail(refund.id, { reason: 'came back' })
      else if (kind < 8) await refunds.cancel(refund.id, { reason: 'stopped' })
      else if (kind < 9) {
        const current = (await payments.lines.get(key))!
        await payments.lines.unallocate(key, { expectedVersion: current.version, reason: 'wrong' })
      } else if (pick(50) === 0) await payments.reversePayment(id, { reason: 'bounced' })
    }

    for (let round = 0; round < rounds(examples(200), 1000); round++) {
      clock.advance(1)
      const answers = await Promise.allSettled(Array.from({ length: callers }, one))
      for (const answer of answers) {
        if (answer.status === 'fulfilled') continue
        if (!isPaymentError(answer.reason)) throw answer.reason
        codes.add(answer.reason.code)
      }
      if (round % 20 > 0) continue
      await checkLedger(repository, id, key, made)
    }
    await checkLedger(repository, id, key, made)
    await checkBooks(repository)
    expect([...codes].filter((code) => !allowed.includes(code))).toEqual([])
    expect(codes).toContain('refund_exceeds')
  })
})

/** Checks the ledger by sums of events alone, without the library. */
async function checkLedger(
  repository: FinanceRepository,
  id: string,
  key: string,
  made: readonly Refund[],
): Promise<void> {
  const payment = (await repository.get(id))!
  const [line] = await repository.findLines([key])
  const sums = { refunding: 0, refunded: 0, ofLine: 0 }
  for (const refund of made) {
    const events = await eventsOfRefund(repository, refund)
    expect(events.map(({ data }) => data.version)).toEqual(events.map((_, i) => i + 1))
    const status = statusOf(events)
    if (refund.lineKey !== null) sums.ofLine += status === 'pending' || status === 'succeeded' ? refund.amount : 0
    else if (status === 'pending') sums.refunding += refund.amount
    else if (status === 'succeeded') sums.refunded += refund.amount
  }
  expect([payment.amountRefundPending, payment.amountRefunded]).toEqual([sums.refunding, sums.refunded])
  expect(sums.refunding + sums.refunded).toBeLessThanOrEqual(payment.status === 'succeeded' ? payment.amount : 0)
  expect(line!.allocated).toBe(sums.ofLine)
  expect(sums.ofLine).toBeLessThanOrEqual(line!.amount)
  const versions = (await repository.history(id)).map((event) => placeOf(event).version)
  expect(versions).toEqual(versions.map((_, i) => i + 1))
}
