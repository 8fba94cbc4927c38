import { inspect } from 'node:util'
import { memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { altered } from '../../support/repositories.js'
import { badFields, contents, refusal, unknownId } from '../../support/service.js'
import { bank, books, call, canariesIn, importStatement, neighbour, patient, ward } from './support/patient.js'

describe('eraseCustomer: a customer', () => {
  it('is erased from payments, and id, amounts, references, history and sums stay', async () => {
    const scene = await ward()
    const { payments, byBank, repository } = scene
    const before = await books(scene)
    expect(canariesIn(inspect(await contents(repository), { depth: 9 }))).not.toEqual([])
    expect(await payments.eraseCustomer({ customerId: patient.id }, call)).toEqual({ erased: 3 })
    expect(canariesIn(inspect(await contents(repository), { depth: 9 }))).toEqual([])
    const kept = (await payments.getPayment(byBank.id))!
    expect(kept.customer).toEqual({ id: patient.id })
    expect(kept.instructions).toEqual({ type: 'text', message: 'BILL-1' })
    expect([kept.description, kept.metadata]).toEqual([undefined, undefined])
    expect(await books(scene)).toEqual(before)
    expect(before.verified).toMatchObject({ ok: true, closings: 1 })
  })

  it('has an event payment.erased with reason and actor, and one version more, of each payment', async () => {
    const { payments, paymentsOfPatient } = await ward()
    const versions = await Promise.all(
      paymentsOfPatient.map(async ({ id }) => (await payments.getPayment(id))!.version),
    )
    await payments.eraseCustomer({ customerId: patient.id }, call)
    for (const [i, { id }] of paymentsOfPatient.entries()) {
      const { status, version } = (await payments.getPayment(id))!
      expect(version).toBe(versions[i]! + 1)
      const last = (await payments.history(id)).at(-1)
      expect(last).toMatchObject({ type: 'payment.erased', ...call, evidence: null })
      expect(last!.data).toMatchObject({ status, previousStatus: status, version })
    }
  })

  it('is found by name and phone no more, and by reference and amount still', async () => {
    const { payments } = await ward()
    const count = async (query: object) => (await payments.search(query)).items.length
    expect([await count({ text: 'zewditu' }), await count({ phone: '987654321' })]).toEqual([3, 3])
    await payments.eraseCustomer({ customerId: patient.id }, call)
    expect([await count({ text: 'zewditu' }), await count({ phone: '987654321' })]).toEqual([0, 0])
    expect(await count({ text: 'canary' })).toBe(0)
    expect(await count({ text: 'BILL-1' })).toBe(1)
    expect(await count({ amount: 100_000 })).toBe(5)
    expect(await count({ text: 'abebe' })).toBe(2)
  })

  it('loses the text of lines that are theirs alone, notes of refunds and takes; an insurer’s line keeps its text', async () => {
    const { payments, lines, refund } = await ward()
    await payments.eraseCustomer({ customerId: patient.id }, call)
    expect((await payments.lines.get(lines.ofBank))!.narration).toBeUndefined()
    expect((await payments.lines.get(lines.ofInsurer))!.narration).toBe('NHIF TWO BILLS')
    for (const key of Object.values(lines)) expect(await payments.lines.notes(key)).toEqual([])
    expect(await payments.refunds.get(refund.id)).toEqual({ ...refund, note: undefined })
    expect((await payments.lines.list({ text: 'zewditu' })).items).toEqual([])
  })

  it('is not written to again, until more is said of them', async () => {
    const { payments, byBank, lines } = await ward()
    await payments.eraseCustomer({ customerId: patient.id }, call)
    const { version } = (await payments.getPayment(byBank.id))!
    expect(await payments.eraseCustomer({ customerId: patient.id }, call)).toEqual({ erased: 0 })
    expect((await payments.getPayment(byBank.id))!.version).toBe(version)
    await payments.lines.note(lines.ofBank, { text: 'Canary again' })
    expect(await payments.eraseCustomer({ customerId: patient.id }, call)).toEqual({ erased: 1 })
    expect(await payments.lines.notes(lines.ofBank)).toEqual([])
  })

  it('has 0 payments where the id is unknown', async () => {
    const { payments } = await ward()
    for (const customerId of ['MRN-404', 'no id', '']) {
      expect(await payments.eraseCustomer({ customerId }, call)).toEqual({ erased: 0 })
    }
  })

  it('is erased by the next call where the first was cut short', async () => {
    const original = memoryRepository()
    let writes = Infinity
    const repository = altered(original, () => ({
      replace: async (group) => {
        if (writes-- <= 0) throw new Error('cut')
        return original.replace(group)
      },
    }))
    const { payments } = await ward({ repository })
    writes = 1
    await refusal(payments.eraseCustomer({ customerId: patient.id }, call), 'internal_error')
    writes = Infinity
    expect(await payments.eraseCustomer({ customerId: patient.id }, call)).toEqual({ erased: 2 })
    expect(canariesIn(inspect(await contents(original), { depth: 9 }))).toEqual([])
  })

  it('is erased although others change payments and lines meanwhile', async () => {
    const original = memoryRepository()
    let rival: (() => Promise<unknown>) | null = null
    const repository = altered(original, () => ({
      replace: async (group) => {
        const first = rival
        rival = null
        await first?.()
        return original.replace(group)
      },
    }))
    const scene = await ward({ repository })
    const { payments, byBank, refund, lines } = scene
    const others = payments.using(original)
    rival = () => others.refunds.cancel(refund.id, { reason: 'rival' })
    await payments.eraseCustomer({ paymentId: byBank.id }, call)
    expect(await payments.getPayment(byBank.id)).toMatchObject({ amountRefundPending: 0, customer: { id: patient.id } })
    rival = () => others.lines.hold(lines.take, { expectedVersion: 1 })
    await payments.eraseCustomer({ customerId: patient.id }, call)
    expect(await payments.lines.get(lines.take)).toMatchObject({ held: true, version: 2 })
    expect(canariesIn(inspect(await contents(original), { depth: 9 }))).toEqual([])
  })
})

describe('eraseCustomer: a payment', () => {
  it('is erased alone', async () => {
    const { payments, byBank, byCash, lines } = await ward()
    expect(await payments.eraseCustomer({ paymentId: byBank.id }, call)).toEqual({ erased: 1 })
    expect(await payments.eraseCustomer({ paymentId: byBank.id }, call)).toEqual({ erased: 0 })
    expect((await payments.getPayment(byBank.id))!.customer).toEqual({ id: patient.id })
    expect((await payments.getPayment(byCash.id))!.customer).toEqual(patient)
    expect((await payments.lines.get(lines.ofBank))!.narration).toBeUndefined()
    expect(await payments.lines.notes(lines.take)).toHaveLength(1)
  })

  it('is refused where it is unknown', async () => {
    const { payments } = await ward()
    for (const paymentId of [unknownId, 'no id'])
      await refusal(payments.eraseCustomer({ paymentId }, call), 'payment_not_found')
  })

  it('is erased once where nothing is said of a person', async () => {
    const { payments, bill } = await ward()
    const { id } = await payments.createPayment(bill('BILL-5', { customer: undefined, description: undefined }))
    expect(await payments.eraseCustomer({ paymentId: id }, call)).toEqual({ erased: 1 })
    expect(await payments.eraseCustomer({ paymentId: id }, call)).toEqual({ erased: 0 })
    expect(await payments.getPayment(id)).not.toHaveProperty('customer')
  })

  it('is replayed by its idempotency key where amount, currency, reference and channel are the same', async () => {
    const { payments, byBank, bill } = await ward()
    await payments.eraseCustomer({ paymentId: byBank.id }, call)
    const key = { idempotencyKey: 'key-1' }
    const again = await payments.createPayment(bill('BILL-1', { customer: neighbour }), key)
    expect(again).toEqual(await payments.getPayment(byBank.id))
    for (const change of [{ amount: 1 }, { currency: 'KES' }, { reference: 'BILL-7' }])
      await refusal(payments.createPayment(bill('BILL-1', change), key), 'idempotency_conflict')
  })

  it('takes money of a statement that comes again without its words, and no line is stored twice', async () => {
    const { payments, lines } = await ward()
    await payments.eraseCustomer({ customerId: patient.id }, call)
    await importStatement(payments)
    expect((await payments.lines.list({ account: bank })).items).toHaveLength(3)
    expect((await payments.lines.get(lines.ofBank))!.narration).toBeUndefined()
  })
})

describe('eraseCustomer: the request', () => {
  it('names a customer or a payment, and a reason', async () => {
    const { payments } = await ward()
    const erase = (target: unknown, options: unknown) =>
      badFields(payments.eraseCustomer(target as never, options as never))
    expect(await erase({}, call)).toEqual(['customerId is required, or paymentId'])
    expect(await erase({ customerId: 'MRN-7', paymentId: unknownId }, call)).toEqual([
      'paymentId must be left out where customerId is given',
    ])
    expect(await erase({ customerId: 'MRN-7' }, {})).toEqual(['reason is required'])
    expect(await erase({ customerId: 7 }, call)).toEqual(['customerId must be text'])
  })
})
