import { describe, expect, it } from 'vitest'
import { receiveContent } from './support/content.js'
import { credit, tillWithStatements } from './support/records.js'

/** A script by which every attempt sends its code. */
const script = { limits: { reference: /^x$/ } }

/** Makes a till with an attempt whose code its payer has used. */
async function tillWithCode() {
  const on = tillWithStatements({ script })
  const attempt = await on.started()
  const payment = on.fake.payAgain(attempt.id)
  return { ...on, attempt, payment, code: payment.reference }
}

describe('statements.import: a line with the code of an attempt', () => {
  it('a hint: is no money and pays nothing; the statement that proves it pays the attempt and its payment', async () => {
    const { attempt, payment, fake, receive, stateOf, importOf, typesOf, code, lines, check } = await tillWithCode()
    await receive(fake.recordCallback(payment, { proof: 'hint' }))
    expect(await lines()).toMatchObject([{ outcome: 'unproved', held: true }])
    expect(await stateOf(attempt)).toEqual({ status: 'pending', amountReconciled: 0, isFree: false })
    expect(await typesOf(attempt)).toEqual(['attempt.started', 'attempt.pending'])
    expect(await importOf(credit({ reference: code, providerTransactionId: payment.receipt }))).toEqual(['confirmed'])
    expect(await stateOf(attempt)).toEqual({ status: 'paid', amountReconciled: 1000, isFree: true })
    expect(await lines()).toHaveLength(1)
    await check()
  })

  it('a possible duplicate: pays nothing until a person releases it', async () => {
    const { attempt, payments, stateOf, importTo, attemptOf, code, lines, check } = await tillWithCode()
    await importTo('bank', credit({ providerTransactionId: 'BANK00001', reference: 'nothing' }))
    const record = credit({ providerTransactionId: 'BANK00001', reference: code })
    expect(await importTo('fake', record)).toEqual(['possible_duplicate'])
    expect(await stateOf(attempt)).toEqual({ status: 'pending', amountReconciled: 0, isFree: false })
    const [line] = await lines()
    const released = await payments.lines.release(line!.key, { expectedVersion: 1, actor: 'amina' })
    expect(released).toMatchObject({ outcome: 'confirmed', status: 'settled' })
    expect(await stateOf(attempt)).toEqual({ status: 'paid', amountReconciled: 1000, isFree: true })
    expect(await attemptOf(attempt)).toMatchObject({ lineKey: line!.key, nextCheckAt: null })
    expect((await payments.attempts.history(attempt.id)).at(-1)).toMatchObject({ actor: 'amina', type: 'attempt.paid' })
    await check()
  })

  it('more money than the payment has open: pays what is open, and the rest stays open', async () => {
    const { attempt, stateOf, importOf, importTo, code, lines, check, payments } = await tillWithCode()
    await importTo('bank', credit({ amount: 400, reference: 'INV-1', providerTransactionId: 'BANK00001' }))
    expect(await importOf(credit({ reference: code, providerTransactionId: 'BANK00002' }))).toEqual(['over_paid'])
    expect(await stateOf(attempt)).toEqual({ status: 'paid', amountReconciled: 1000, isFree: true })
    expect(await lines()).toMatchObject([{ outcome: 'over_paid', allocated: 600, status: 'open' }])
    expect((await payments.attention()).paidAttemptsOpen).toEqual([{ currency: 'KES', count: 1, amount: '400' }])
    await check()
  })

  it('on another account: what the provider has of the attempt is money of its own', async () => {
    const { attempt, stateOf, importOf, importTo, code, lines, balance, check } = await tillWithCode()
    expect(await importTo('bank', credit({ reference: code, narration: 'by hand' }))).toEqual(['confirmed'])
    expect(await stateOf(attempt)).toEqual({ status: 'paid', amountReconciled: 1000, isFree: true })
    const record = credit({ reference: code, providerTransactionId: 'PUSH000001' })
    expect(await importOf(record)).toEqual(['duplicate_credit'])
    expect(await importOf(record)).toEqual(['duplicate_credit'])
    expect(await balance()).toBe('1000')
    expect(await lines('bank')).toMatchObject([{ version: 1 }])
    await check()
  })

  it.each([
    ['with a receipt: is a line that stands open', { providerTransactionId: 'PUSH000001' }, 1],
    ['without a receipt: is in the log alone', {}, 0],
  ])(
    'on another account: money that its provider signs later, %s, and proves nothing of it',
    async (_, named, count) => {
      const errors: string[] = []
      const on = tillWithStatements({ script, logger: { error: (message: string) => void errors.push(message) } })
      const attempt = await on.started()
      await on.importTo('bank', credit({ reference: on.fake.payAgain(attempt.id).reference }))
      const outcome = { state: 'paid', ...named }
      await receiveContent(on, [{ proof: 'signed', messageId: 'm', about: { attemptId: attempt.id }, outcome }])
      expect(errors).toEqual(count === 1 ? [] : [expect.stringMatching(/other money/)])
      const [line] = await on.lines('bank')
      expect(line).not.toHaveProperty('providerTransactionId')
      expect(await on.lines()).toMatchObject(
        Array.from({ length: count }, () => ({ outcome: 'duplicate_credit', status: 'open', held: false })),
      )
      await on.check()
    },
  )
})
