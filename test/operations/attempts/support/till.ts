/** A hospital with a fake provider of payments, whose clock stands still between two calls. */
import {
  type Attempt,
  createHospitalPayments,
  type HospitalPaymentsOptions,
  memoryRepository,
  textChannel,
} from 'hospital-payments'
import { fakeProvider, type FakeScript, manualClock, seededRandom } from 'hospital-payments/testing'

export const start = '2026-11-20T09:00:00.000Z'
export const seconds = (count: number) => count * 1000

interface TillOptions extends Partial<HospitalPaymentsOptions> {
  script?: FakeScript
}

export function till({ script = {}, ...options }: TillOptions = {}) {
  const clock = manualClock(start)
  const fake = fakeProvider({ clock, ...script })
  const repository = options.repository ?? memoryRepository()
  const payments = createHospitalPayments({
    repository,
    channels: { mobile: textChannel('Pay {amount} {currency} with reference {reference}.') },
    clock,
    random: seededRandom(1),
    providers: { [fake.name]: fake },
    ...options,
  })
  let bills = 0

  const bill = (fields: object = {}) =>
    payments.createPayment({ amount: 1000, currency: 'KES', reference: `INV-${++bills}`, channel: 'mobile', ...fields })

  /** Starts an attempt for a new bill. */
  const started = async (fields: object = {}, call: object = {}) => {
    const { id: paymentId } = await bill(fields)
    return payments.attempts.start({ paymentId, provider: fake.name, ...call })
  }

  /** Asks about all that is due after so many seconds. */
  const checkAfter = async (count: number) => {
    clock.advance(seconds(count))
    return (await payments.attempts.checkDue()).checked
  }

  const attemptOf = async ({ id }: Pick<Attempt, 'id'>) => (await payments.attempts.get(id))!
  const paymentOf = async ({ paymentId }: Pick<Attempt, 'paymentId'>) => (await payments.getPayment(paymentId))!
  const typesOf = async ({ id }: Pick<Attempt, 'id'>) => (await payments.attempts.history(id)).map(({ type }) => type)
  const receive = (request: Parameters<typeof payments.attempts.receive>[1]) =>
    payments.attempts.receive(fake.name, request)

  return { payments, fake, clock, repository, bill, started, checkAfter, attemptOf, paymentOf, typesOf, receive }
}
