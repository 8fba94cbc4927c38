import { isPaymentError, type PaymentErrorCode } from 'hospital-payments'
import { expect, it } from 'vitest'
import { onEach } from '../../support/databases/index.js'
import { collect, contents } from '../../support/service.js'
import { onTheNetwork, proxied, timeoutMs } from './proxied.js'

const request = { amount: 5000, currency: 'KES', reference: 'INV-1', channel: 'cash' }
const options = { idempotencyKey: 'key-1' }

/** The code of a call's failure, which must come within its time; on a busy machine a little later. */
async function failure(call: Promise<unknown>): Promise<PaymentErrorCode> {
  const started = performance.now()
  const error: unknown = await call.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  )
  expect(performance.now() - started).toBeLessThan(timeoutMs * 3)
  if (!isPaymentError(error)) throw error
  expect(error.retryable).toBe(true)
  return error.code
}

onEach(onTheNetwork, 'When the network fails (R8)', (entry) => {
  const { proxy, payments, seen, around, wire } = proxied(entry)
  const stored = async () =>
    (await contents(around())).map(({ payment, events }) => `${payment.status} ${payment.version} ${events.length}`)

  it.each(['with', 'without'])('a create whose answer is lost is recognised %s a key, and stored once', async (key) => {
    const fault = proxy().cutAfter(wire().commit)
    const payment = await payments().createPayment(request, key === 'with' ? options : {})
    expect(fault.count).toBeGreaterThan(0)
    expect(await seen().getPayment(payment.id)).toStrictEqual(payment)
    expect(await stored()).toEqual(['pending 1 1'])
  })

  it('a confirmation whose answer is lost is recognised, and stored once', async () => {
    const { id } = await payments().createPayment(request)
    const fault = proxy().cutAfter(wire().commit)
    const confirmed = await payments().confirmPayment(id, { providerTransactionId: 'TX-1' })
    expect(fault.count).toBeGreaterThan(0)
    expect(confirmed.version).toBe(2)
    expect(await stored()).toEqual(['succeeded 2 2'])
  })

  it('a connection that is lost before anything was sent is replaced by another', async () => {
    await payments().createPayment({ ...request, reference: 'INV-0' })
    proxy().cut()
    const { id } = await payments().createPayment(request, options)
    proxy().cut()
    expect((await payments().getPayment(id))?.reference).toBe('INV-1')
  })

  it('whichever statement of a create and a confirmation is cut, each is stored once or not at all', async () => {
    for (const when of ['cutBefore', 'cutAfter'] as const) {
      for (let skip = 0; skip < 16; skip++) {
        const reference = `${when}-${skip}`
        const fault = proxy()[when]('', { skip })
        const { id } = await payments().createPayment({ ...request, reference }, { idempotencyKey: reference })
        const paid = await payments().confirmPayment(id, { providerTransactionId: reference })
        fault.remove()
        expect([paid.version, (await seen().history(id)).length]).toEqual([2, 2])
        expect((await seen().findByReference(reference)).items).toHaveLength(1)
      }
    }
  })

  it('a write that is never answered is outcome_unknown within its time, and its repetition is stored once', async () => {
    proxy().silenceAfter(wire().commit, { times: 100 })
    expect(await failure(payments().createPayment(request, options))).toBe('outcome_unknown')
    await proxy().pass()
    const { id } = await payments().createPayment(request, options)
    expect(await stored()).toEqual(['pending 1 1'])
    expect((await seen().history(id)).length).toBe(1)
  })

  it('every call on a silent network ends within its time, and the pool recovers by itself', async () => {
    const { id } = await payments().createPayment(request)
    const calls = [
      () => payments().getPayment(id),
      () => payments().findByReference('INV-1'),
      () => payments().reportPayments(),
      () => payments().totals({}),
      () => payments().history(id),
      () => collect(payments().exportCsv()),
    ]
    const writes = [
      () => payments().createPayment({ ...request, reference: 'INV-2' }),
      () => payments().confirmPayment(id),
      () => payments().expireDue(),
    ]
    proxy().silence()
    // The pool has two places: most of these wait for one, or for a connection that never comes about.
    const codes = await Promise.all([...calls, ...writes].map((call) => failure(call())))
    expect(codes.slice(0, calls.length).filter((code) => code !== 'storage_unavailable')).toEqual([])
    expect(codes.filter((code) => code !== 'storage_unavailable' && code !== 'outcome_unknown')).toEqual([])
    proxy().restore()
    await expect
      .poll(
        () =>
          payments()
            .getPayment(id)
            .catch(() => null),
        { timeout: 20_000 },
      )
      .not.toBeNull()
    await Promise.all(Array.from({ length: 6 }, () => payments().getPayment(id)))
  })

  it('a server that refuses connections is storage_unavailable, and is found again', async () => {
    const { id } = await payments().createPayment(request)
    proxy().refuse()
    proxy().cut()
    expect(await failure(payments().getPayment(id))).toBe('storage_unavailable')
    expect(await failure(payments().createPayment({ ...request, reference: 'INV-2' }))).toBe('storage_unavailable')
    await proxy().accept()
    expect((await payments().getPayment(id))?.id).toBe(id)
    expect(await stored()).toEqual(['pending 1 1'])
  })

  it('a slow connection is only slow', async () => {
    proxy().delay(20)
    const { id } = await payments().createPayment(request)
    expect((await payments().confirmPayment(id)).status).toBe('succeeded')
  })

  it('an export that is cut or silent breaks its iteration', async () => {
    for (let i = 0; i < 3; i++) await payments().createPayment({ ...request, reference: `INV-${i}` })
    proxy().cutBefore(entry.name === 'mariadb' ? 'ORDER BY' : 'FETCH', { times: 100 })
    expect(await failure(collect(payments().exportCsv()))).toBe('storage_unavailable')
    await proxy().pass()
    proxy().silenceAfter(entry.name === 'mariadb' ? 'ORDER BY' : 'FETCH', { times: 100 })
    expect(await failure(collect(payments().exportCsv()))).toBe('storage_unavailable')
  })
})
