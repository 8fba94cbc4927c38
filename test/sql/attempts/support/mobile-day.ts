/** A day of attempts: calls of each kind, one after the other, each of which may be made again. */
import { createHospitalPayments, type HospitalPayments, textChannel } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import type { Work } from '../../../support/kills/work.js'
import { at } from '../../../support/service.js'
import { callbackOf, loopbackProvider, providerName } from './loopback.js'

/** The order of a process, and its provider. */
export interface MobileOrder {
  readonly url: string
  readonly startIsIdempotent: boolean
  /** The ids of four bills. */
  readonly bills: readonly string[]
  /** Milliseconds by which the clock is later than on the day. */
  readonly laterMs: number
}

export const amountOfBill = 1000
export const start = 3_600_000
const second = 1000

/** Makes a service whose clock is moved by its caller. */
export function mobileService(repository: FinanceRepository, { url, startIsIdempotent }: Omit<MobileOrder, 'bills'>) {
  const time = { now: start }
  const payments: HospitalPayments = createHospitalPayments({
    repository,
    channels: { mobile: textChannel('Pay {amount} {currency} with reference {reference}.') },
    clock: () => Date.parse(at(time.now)),
    providers: { [providerName]: loopbackProvider(url, startIsIdempotent) },
  })
  return { payments, time }
}

/** The names of the calls, in their order. */
export const callNames = [
  ...['start', 'receive', 'start another', 'checkDue', 'start a third', 'abandon', 'start a fourth', 'hint'],
  'checkDue after a hint',
] as const

export const work: Work = (repository, [json], say) => {
  const order = JSON.parse(json!) as MobileOrder
  const { url, bills, laterMs } = order
  const { payments, time } = mobileService(repository, order)
  const { attempts } = payments
  const started = async (bill: number) => {
    const call = { paymentId: bills[bill]!, provider: providerName, phone: '+254712345678', actor: 'amina' }
    return (await attempts.start(call, { idempotencyKey: `start-${bill}` })).id
  }
  const ids: string[] = []
  const begin = async (bill: number) => void (ids[bill] = await started(bill))
  const receive = async (bill: number, proof: 'signed' | 'hint') => {
    const callback = await callbackOf(url, ids[bill]!, proof)
    if (!callback) return
    const { status } = await attempts.receive(providerName, callback)
    if (status !== 200) throw new Error(`answered ${status}`)
  }
  const calls: (() => Promise<unknown>)[] = [
    () => begin(0),
    () => receive(0, 'signed'),
    () => begin(1),
    () => attempts.checkDue(),
    () => begin(2),
    () => attempts.abandon(ids[2]!, { reason: 'the phone is off', actor: 'lily' }),
    () => begin(3),
    () => receive(3, 'hint'),
    () => attempts.checkDue(),
  ]
  return calls.map((call, place) => async () => {
    time.now = start + laterMs + place * 11 * second
    await call()
    say(`done ${callNames[place]}`)
  })
}
