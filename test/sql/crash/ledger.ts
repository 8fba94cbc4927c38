/** The answers of a writer before something died, and checks of what is stored afterwards. */
import type { HospitalPayments, Payment, PaymentRepository } from 'hospital-payments'
import { expect } from 'vitest'
import { request } from '../../support/service.js'

/** One bill: `created` and `confirmed` when the library had said so. */
export interface Entry {
  readonly key: string
  created: string | null
  confirmed: boolean
}

/** Creates and pays bills, one after another, until a call fails; every answer is written down at once. */
export async function writeUntilItFails(payments: HospitalPayments, entries: Entry[], name: string): Promise<unknown> {
  for (let number = 1; ; number++) {
    const entry: Entry = { key: `${name}-${number}`, created: null, confirmed: false }
    entries.push(entry)
    try {
      await write(payments, entry)
    } catch (error) {
      return error
    }
  }
}

/** Creates and pays one bill. It is safe to repeat: the key and the receipt are the bill's own. */
export async function write(payments: HospitalPayments, entry: Entry): Promise<void> {
  const { key } = entry
  const { id } = await payments.createPayment(request({ reference: key }), { idempotencyKey: key })
  entry.created = id
  await payments.confirmPayment(id, { providerTransactionId: key })
  entry.confirmed = true
}

async function storedPayments(repository: PaymentRepository): Promise<readonly Payment[]> {
  return repository.page({ by: 'createdAt', direction: 'asc', limit: 1_000_000 })
}

/**
 * Expects that nothing acknowledged is lost, nothing half-written is there, and what a bill left behind is one payment
 * at most.
 */
export async function expectNothingLost(repository: PaymentRepository, entries: readonly Entry[]): Promise<void> {
  const stored = await storedPayments(repository)
  const byReference = new Map<string, Payment[]>()
  for (const payment of stored)
    byReference.set(payment.reference, [...(byReference.get(payment.reference) ?? []), payment])
  for (const { key, created, confirmed } of entries) {
    const ofKey = byReference.get(key) ?? []
    expect(ofKey.length, `payments of ${key}`).toBeLessThanOrEqual(1)
    if (created !== null) expect(ofKey[0]?.id, `the payment of ${key}`).toBe(created)
    if (confirmed) expect(ofKey[0]?.status, `the status of ${key}`).toBe('succeeded')
  }
  for (const payment of stored) await expectWhole(repository, payment)
}

async function expectWhole(repository: PaymentRepository, payment: Payment): Promise<void> {
  const events = await repository.history(payment.id)
  expect(events.map(({ data }) => data.version)).toEqual(Array.from({ length: payment.version }, (_, i) => i + 1))
  expect(events.at(-1)?.data.status).toBe(payment.status)
}

/** Expects that each change has one event, and each event waits to be delivered. */
export async function expectEventsWait(repository: PaymentRepository): Promise<void> {
  const versions = (await storedPayments(repository)).reduce((sum, { version }) => sum + version, 0)
  const waiting = new Set<string>()
  for (let round = 0; ; round++) {
    const claim = { from: 'due', owner: `round ${round}`, limit: 500 } as const
    const now = '2026-12-01T00:00:00.000Z'
    const claimed = await repository.claimEvents({ ...claim, now, leaseUntil: '2026-12-01T01:00:00.000Z' })
    if (claimed.length === 0) break
    for (const { event } of claimed) waiting.add(event.id)
    const results = claimed.map(({ event }) => ({ eventId: event.id, next: 'delivered' as const }))
    await repository.completeEvents({ owner: claim.owner, now, results })
  }
  expect(waiting.size).toBe(versions)
}

/** Writes the same bills again, and expects that each is there once, and paid. */
export async function expectAllOnce(
  payments: HospitalPayments,
  repository: PaymentRepository,
  entries: readonly Entry[],
): Promise<void> {
  for (const entry of entries) if (!entry.confirmed) await write(payments, entry)
  const stored = await storedPayments(repository)
  expect(stored.map(({ reference }) => reference).sort()).toEqual(entries.map(({ key }) => key).sort())
  expect(stored.filter(({ status }) => status !== 'succeeded')).toEqual([])
  expect(stored.every(({ version }) => version === 2)).toBe(true)
}
