import { describe, expect, it } from 'vitest'
import { attempts } from '../../../src/repository/aggregates/attempts.js'
import type { FinanceRepository } from 'hospital-payments/repository'
import { refusal } from '../../support/service.js'
import { till } from './support/till.js'

const [phone, other] = ['+254712345678', '+254712345679']

/** Makes a till with an attempt whose start had a key and a phone. */
async function keyedTill() {
  const on = till()
  const { id: paymentId } = await on.bill({ customer: { id: 'MRN-1' } })
  const start = (fields: object) =>
    on.payments.attempts.start({ paymentId, provider: 'fake', ...fields }, { idempotencyKey: 'key-1' })
  const attempt = await start({ phone })
  const rowOf = async () => {
    const [stored] = await (on.repository as FinanceRepository).findRows(attempts, 'id', [attempt.id])
    return stored!.row
  }
  return { ...on, start, attempt, rowOf }
}

describe('attempts.start: a repeated key', () => {
  it('with the same phone: answers the attempt; with another one, or none, it is refused', async () => {
    const { start, attempt, fake } = await keyedTill()
    expect((await start({ phone })).id).toBe(attempt.id)
    await refusal(start({ phone: other }), 'idempotency_conflict')
    await refusal(start({}), 'idempotency_conflict')
    await refusal(start({ phone, amount: 5 }), 'idempotency_conflict')
    expect(fake.pushes).toEqual([attempt.id])
  })

  it('after the attempt has ended: another phone is refused all the same', async () => {
    const { start, attempt, fake, checkAfter, rowOf } = await keyedTill()
    fake.accept(attempt.id)
    await checkAfter(10)
    expect(await rowOf()).toMatchObject({ phone: null, phoneMark: expect.any(String) })
    expect(await start({ phone })).toMatchObject({ id: attempt.id, status: 'paid' })
    await refusal(start({ phone: other }), 'idempotency_conflict')
  })

  it('after the payer was erased: nothing is left of the phone, and the key still answers its attempt', async () => {
    const { start, attempt, payments, rowOf } = await keyedTill()
    await payments.eraseCustomer({ customerId: 'MRN-1' }, { reason: 'asked', actor: 'amina' })
    expect(await rowOf()).toMatchObject({ phone: null, phoneMark: null })
    expect((await start({ phone })).id).toBe(attempt.id)
    expect((await start({ phone: other })).id).toBe(attempt.id)
    await refusal(start({ phone, amount: 5 }), 'idempotency_conflict')
    await refusal(start({}), 'idempotency_conflict')
  })

  it('keeps nothing of a phone without a key, nor in the digest of two requests that differ by it alone', async () => {
    const on = till()
    const rows: { fingerprint: string; phoneMark: string | null }[] = []
    for (const one of [phone, other]) {
      const { id } = await on.started({}, { phone: one })
      const [stored] = await (on.repository as FinanceRepository).findRows(attempts, 'id', [id])
      rows.push(stored!.row)
    }
    expect(rows.map(({ phoneMark }) => phoneMark)).toEqual([null, null])
  })
})
