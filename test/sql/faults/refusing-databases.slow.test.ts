import { isPaymentError, type PaymentError } from 'hospital-payments'
import { type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEach } from '../../support/databases/index.js'
import { contents, request, testService } from '../../support/service.js'
import { type Refusing, refusals } from './refusals.js'

/** The number of writes for which pages that are there already still have room. */
const max = 500

function counted(sql: SqlDatabase) {
  let tries = 0
  const write: SqlDatabase['write'] = (steps, call) => {
    tries++
    return sql.write(steps, call)
  }
  return { sql: { ...sql, write }, tries: () => tries }
}

onEach(refusals, 'sqlRepository: a real refusal (R9) by', (entry) => {
  let database: Refusing
  beforeAll(async () => {
    database = await entry.open()
  })
  afterAll(() => database.close())

  it('ends the call at once and for good unless another server may do it, stores nothing of it, and is over when it is repaired', async () => {
    const { sql, tries } = counted(database.sql)
    const repository = sqlRepository(sql, { dialect: sql.dialect, timeoutMs: 3000 })
    const { payments } = testService({ repository })
    const paid = await payments.createPayment(request({ reference: 'paid before' }))
    await database.refuse()

    let error: PaymentError | null = null
    let stored = 1
    let before = tries()
    const last = () => payments.createPayment(request({ reference: `bill ${stored}` }), { idempotencyKey: `${stored}` })
    for (; error === null && stored < max; stored++) {
      before = tries()
      await last().catch((reason: unknown) => {
        if (!isPaymentError(reason)) throw reason
        error = reason
      })
      if (error) break
    }
    const retryable = entry.isLeft === true
    expect(error).toMatchObject({ code: 'storage_unavailable', retryable, cause: expect.anything() })
    if (retryable) expect(tries() - before).toBeGreaterThan(5)
    else expect(tries() - before).toBe(1)
    expect(await contents(repository)).toHaveLength(stored)
    expect((await payments.getPayment(paid.id))?.status).toBe('pending')

    await database.repair()
    const { id } = await last()
    expect((await last()).id).toBe(id)
    expect((await payments.confirmPayment(paid.id)).status).toBe('succeeded')
    expect(await contents(repository)).toHaveLength(stored + 1)
  })
})
