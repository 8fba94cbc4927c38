import { isPaymentError, type HospitalPayments } from 'hospital-payments'
import { expect, it } from 'vitest'
import { onEach } from '../../support/databases/index.js'
import { contents } from '../../support/service.js'
import { onTheNetwork, proxied } from './proxied.js'

const request = { amount: 5000, currency: 'KES', reference: 'INV-1', channel: 'cash' }
const customer = { name: 'Canary Abebe', phone: '+251911234567' }

const passing: Record<string, readonly (string | number)[]> = {
  postgres: ['40001', '40P01', '55P03'],
  mariadb: [1213, 1205, 1020],
}
const lasting: Record<string, readonly (string | number)[]> = {
  postgres: ['53100', '25006', '42P01', '42501', '23514'],
  mariadb: [1114, 1021, 1290, 1836, 1146, 1142],
}

const writes: Record<string, (payments: HospitalPayments, id: string) => Promise<unknown>> = {
  createPayment: (payments) => payments.createPayment({ ...request, reference: 'INV-2', customer }),
  confirmPayment: (payments, id) => payments.confirmPayment(id, { providerTransactionId: 'TX-1' }),
}

/** The statement that each write is known by. */
const statementOf = (name: string) => (name === 'createPayment' ? 'insert' : 'update')

onEach(onTheNetwork, 'When the server answers with an error (R9)', (entry) => {
  const { proxy, payments, around, wire } = proxied(entry)
  const versions = async () => (await contents(around())).map(({ payment }) => payment.version)

  const cases = (codes: Record<string, readonly (string | number)[]>) =>
    Object.keys(writes).flatMap((name) => codes[entry.name]!.map((code) => [name, code] as const))

  it.each(cases(passing))('%s succeeds after four times %s', async (name, code) => {
    const { id } = await payments().createPayment(request)
    const fault = proxy().answerWith(wire()[statementOf(name)], { code: code as string }, { times: 4 })
    await writes[name]!(payments(), id)
    expect(fault.count).toBeGreaterThanOrEqual(4)
    expect((await versions()).reduce((sum, version) => sum + version, 0)).toBe(2)
  })

  it.each(cases(passing))(
    '%s that meets %s at each of five tries is concurrent_update, and nothing is stored',
    async (name, code) => {
      const { id } = await payments().createPayment(request)
      const fault = proxy().answerWith(wire()[statementOf(name)], { code: code as string }, { times: 100 })
      const error: unknown = await writes[name]!(payments(), id).catch((reason: unknown) => reason)
      expect(isPaymentError(error, 'concurrent_update') && error.retryable).toBe(true)
      expect(fault.count).toBe(5)
      expect(await versions()).toEqual([1])
    },
  )

  it.each(cases(lasting))('%s that meets %s is tried once, and says nothing of the driver', async (name, code) => {
    const { id } = await payments().createPayment(request)
    const message = 'canary of the driver'
    const fault = proxy().answerWith(wire()[statementOf(name)], { code: code as string, message }, { times: 100 })
    const error: unknown = await writes[name]!(payments(), id).catch((reason: unknown) => reason)
    if (!isPaymentError(error, 'storage_unavailable')) throw error
    expect(error.retryable).toBe(false)
    expect(fault.count).toBe(1)
    expect(String(Object(error.cause).message)).toContain(message)
    for (const secret of [message, customer.name, customer.phone, 'INSERT', 'UPDATE'])
      expect(`${error.message} ${JSON.stringify(error.details)}`).not.toContain(secret)
    expect(await versions()).toEqual([1])
  })
})
