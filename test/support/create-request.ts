import { expect } from 'vitest'
import { watched } from './repositories.js'
import { badFields, request, testService } from './service.js'

/** Lists what is wrong with a request, and expects that its refusal stores nothing and uses no key up. */
export async function problems(input: unknown, options: unknown = { idempotencyKey: 'k-1' }): Promise<string[]> {
  const { repository, log } = watched(testService().repository)
  const { payments } = testService({ repository })
  const fields = await badFields(payments.createPayment(input as never, options as never))
  expect(log).toEqual([])
  expect((await payments.reportPayments()).items).toEqual([])
  expect((await payments.createPayment(request(), { idempotencyKey: 'k-1' })).version).toBe(1)
  return fields
}

export async function isAccepted(overrides: object, options?: object): Promise<void> {
  const { payments } = testService()
  expect((await payments.createPayment(request(overrides), options)).status).toBe('pending')
}
