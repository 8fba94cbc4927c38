/** Everything that is stored when a sequence ends, the outbox included; its events are delivered by that. */
import type { EventClaim } from 'hospital-payments/repository'
import { contents } from '../../support/service.js'
import { agreed, type Pair } from './agree.js'

const late = { now: '9999-12-31T23:59:59.998Z', leaseUntil: '9999-12-31T23:59:59.999Z' }

async function expectSameOutbox(pair: Pair, from: EventClaim['from']): Promise<void> {
  const owner = 'inspector'
  for (let round = 0; ; round++) {
    const claim = { from, owner, ...late, limit: 4 }
    const answered = await agreed(pair, { round, claim }, (repository) => repository.claimEvents(claim))
    if (!('answer' in answered)) throw new Error(`claimEvents: ${answered.code}`)
    if (answered.answer.length === 0) return
    const results = answered.answer.map(({ event }) => ({ eventId: event.id, next: 'delivered' as const }))
    await agreed(pair, 'delivery', (repository) => repository.completeEvents({ owner, now: late.now, results }))
  }
}

export async function expectSameContents(pair: Pair): Promise<void> {
  await agreed(pair, 'payments and histories', contents)
  await expectSameOutbox(pair, 'due')
  await expectSameOutbox(pair, 'dead')
}
