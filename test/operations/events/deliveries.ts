/** Services with events, senders and storages for the tests of delivering events. */
import type { StoredEvent, SendEvent } from 'hospital-payments'
import { type PaymentRepository, PaymentError } from 'hospital-payments'
import { altered } from '../../support/repositories.js'
import { request, testService, type TestService } from '../../support/service.js'

type Options = Parameters<typeof testService>[0]

/** Returns bytes of 0: no wait is longer than the schedule's, so that times are known in advance. */
export const noJitter = (bytes: number): Uint8Array => new Uint8Array(bytes)

/** Makes a service with so many payments, an event each; their references are INV-0, INV-1 … */
export async function withEvents(count: number, options: Options = {}): Promise<TestService & { ids: string[] }> {
  const service = testService({ random: noJitter, ...options })
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    ids.push((await service.payments.createPayment(request({ reference: `INV-${i}` }))).id)
  }
  return { ...service, ids }
}

/** Makes a service with one payment of two events: created, and confirmed. */
export async function withTwoVersions(options: Options = {}): Promise<TestService & { id: string }> {
  const service = await withEvents(1, options)
  const [id = ''] = service.ids
  await service.payments.confirmPayment(id)
  return { ...service, id }
}

/** Names an event by its reference and version, such as `INV-0 v1`. */
export function brief({ data }: StoredEvent): string {
  return `${data.reference} v${data.version}`
}

/** Makes a `send` that keeps what it was called with, then does as `act` does, or delivers it. */
export function listener(act: SendEvent = async () => undefined) {
  const events: StoredEvent[] = []
  const sent: string[] = []
  const send: SendEvent = async (event) => {
    events.push(structuredClone(event))
    sent.push(brief(event))
    return act(event)
  }
  return { send, events, sent }
}

export const failing: SendEvent = async () => {
  throw new Error('The receiver is down.')
}

/** Makes a storage fail at the `n`-th call of one function, before the call does anything. */
export function failingOnce(original: PaymentRepository, name: 'claimEvents' | 'completeEvents', n = 1) {
  const error = new PaymentError('storage_unavailable', 'The storage did not answer.')
  let calls = 0
  const call = original[name] as (argument: never) => Promise<never>
  const repository = altered(original, () => ({
    [name]: async (argument: never) => {
      if (++calls === n) throw error
      return call(argument)
    },
  }))
  return { repository, error }
}

/** Waits until all macrotasks that are due by now have run: every call that could go on has done so. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Watches a storage: the end of each event's lease, and the number of events of each claim. */
export function leasesOf(original: PaymentRepository) {
  const until = new Map<string, string>()
  const sizes: number[] = []
  const repository = altered(original, () => ({
    claimEvents: async (claim) => {
      const claimed = await original.claimEvents(claim)
      for (const { event } of claimed) until.set(event.id, claim.leaseUntil)
      sizes.push(claimed.length)
      return claimed
    },
  }))
  return { repository, until, sizes }
}
