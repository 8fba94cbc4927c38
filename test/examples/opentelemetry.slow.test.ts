import { createHospitalPayments, memoryRepository } from 'hospital-payments'
import { expect, it } from 'vitest'
import { calls, published } from '../../examples/opentelemetry/published.js'
import { runProgram } from './program.js'

it('examples/opentelemetry: traces and counts each call with its outcome, while there is a subscriber', async () => {
  const { stdout, stderr } = await runProgram('examples/opentelemetry/main.ts')
  expect(stdout.trimEnd().split('\n')).toEqual([
    'Spans:',
    '  hospital-payments createPayment: ok',
    '  hospital-payments createPayment: reference_conflict',
    '  hospital-payments createPayment: internal_error',
    '  hospital-payments confirmPayment: ok',
    '  hospital-payments lines.list: ok',
    ...['createPayment', 'attempts.start', 'createPayment', 'attempts.start', 'attempts.checkDue'].map(
      (name) => `  hospital-payments ${name}: ok`,
    ),
    '  hospital-payments getPayment: ok',
    'Counts:',
    '  hospital_payments.logged error: 1',
    '  hospital_payments.attempts fake start pending: 2',
    '  hospital_payments.attempts fake status paid: 1',
    '  hospital_payments.attempts fake status pending: 1',
    '  hospital_payments.calls createPayment ok: 3',
    '  hospital_payments.calls createPayment reference_conflict: 1',
    '  hospital_payments.calls createPayment internal_error: 1',
    '  hospital_payments.calls confirmPayment ok: 1',
    '  hospital_payments.calls lines.list ok: 1',
    '  hospital_payments.calls attempts.start ok: 2',
    '  hospital_payments.calls attempts.checkDue ok: 1',
    '  hospital_payments.calls getPayment ok: 1',
    '  hospital_payments.attempts_unknown ETB: 1',
  ])
  expect(stderr).toBe('')
})

it('examples/opentelemetry: without a subscriber, a published call is the promise of the service itself', () => {
  const service = createHospitalPayments({ repository: memoryRepository() })
  const answer = Promise.resolve(null)
  const payments = published({ ...service, getPayment: () => answer })
  expect(calls.hasSubscribers).toBe(false)
  expect(payments.getPayment('pay_1')).toBe(answer)
  expect(Object.keys(payments)).toEqual(Object.keys(service))
})
