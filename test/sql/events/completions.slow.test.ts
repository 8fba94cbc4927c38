/** Results of many events in one call: as if each was completed by itself, one after the other. */
import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import type { EventCompletion } from 'hospital-payments/repository'
import { insertFixture, paymentFixture } from 'hospital-payments/testing'
import { expect, it } from 'vitest'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'

const now = '2026-11-20T09:00:00.000Z'
const claim = { now, leaseUntil: '2026-11-20T10:00:00.000Z', limit: 1000 } as const
const count = 200
const entries = Array.from({ length: count }, () => insertFixture(paymentFixture()))
const at = (i: number) => new Date(Date.parse(now) + i).toISOString()

type Result = EventCompletion['results'][number]

/**
 * Plays results of each kind, of `relay` and of another owner, and twice of one event; returns what is due by and by
 * after them.
 */
async function played(repository: PaymentRepository): Promise<unknown[]> {
  await repository.insert(entries)
  const claimOf = async (owner: string, from: 'due' | 'dead', time: string = now) => {
    const claimed = await repository.claimEvents({ ...claim, from, owner, now: time, leaseUntil: at(3_600_000) })
    return claimed.map(({ event, attempts }) => [event.id, attempts])
  }
  const claimedIds = (await claimOf('relay', 'due')).map(([id]) => String(id))
  expect(claimedIds).toHaveLength(count)
  const result = (eventId: string, i: number): Result => {
    const kind = i % 5
    if (kind === 0) return { eventId, next: 'delivered' }
    if (kind === 1) return { eventId, next: 'dead' }
    return { eventId, next: { retryAt: kind === 2 ? at(5) : at(10 + i) } }
  }
  const sorted = claimedIds.sort()
  const results = sorted.slice(0, 150).map(result)
  await repository.completeEvents({ owner: 'another', now, results })
  const twice = sorted.slice(0, 20).map((eventId): Result => ({ eventId, next: 'delivered' }))
  await repository.completeEvents({ owner: 'relay', now, results: [...results, ...twice] })
  await repository.completeEvents({ owner: 'relay', now, results: [] })
  const seen: unknown[] = []
  for (const time of [now, at(5), at(20), at(100), at(1000)]) {
    const due = await claimOf(`at ${time}`, 'due', time)
    seen.push(due.sort())
  }
  const dead = await claimOf('again', 'dead')
  seen.push(dead.sort())
  const again = dead.map(([id], i): Result => ({ eventId: String(id), next: { retryAt: at(2000 + (i % 2) * i) } }))
  await repository.completeEvents({ owner: 'again', now, results: again })
  seen.push((await claimOf('late', 'due', at(2000))).sort(), (await claimOf('later', 'due', at(3000))).sort())
  return seen
}

onEach(kinds, 'events: results of many', (entry) => {
  const database = migrated(entry)

  it('are stored as in memory, where each is completed by itself', async () => {
    const expected = await played(memoryRepository())
    expect(expected.flat()).toHaveLength(30 * 3 + 30 + 30)
    expect(await played(repositoryOn(database()))).toEqual(expected)
  })
})
