import type { SendEvent } from 'hospital-payments'
import { altered } from '../../support/repositories.js'
import { day } from '../../support/service.js'
import { give } from './answers.js'
import type { RelayCommand } from './commands.js'
import { demand } from './invariants.js'
import { instantAt, type World } from './world.js'

/** Makes a relay's call, which the relay may not outlive: what it would store after its end never arrives. */
export async function relay({ service, now, repository, outbox }: World, command: RelayCommand): Promise<void> {
  const { limit } = command
  if (command.kind === 'redeliver') {
    await service.payments.redeliverEvents({ limit })
    return
  }
  const { answers, takesMs, leaseMs, concurrency, diesAfter } = command
  const life = new AbortController()
  const { signal } = life
  const mortal = altered(repository, () => ({
    claimEvents: async (claim) => (signal.aborted ? [] : repository.claimEvents(claim)),
    completeEvents: async (done) => (signal.aborted ? undefined : repository.completeEvents(done)),
  }))
  const expected = { delivered: 0, retrying: 0, dead: 0 }
  let sends = 0
  const send: SendEvent = (event) => {
    const answer = answers[sends % answers.length]!
    expected[outbox.sent(event, instantAt(now()), answer)]++
    service.clock.advance(takesMs[sends % takesMs.length]!)
    if (++sends === diesAfter) life.abort()
    return give(answer)
  }
  const counted = await service.payments.using(mortal).deliverEvents(send, { limit, leaseMs, concurrency, signal })
  demand(JSON.stringify(counted) === JSON.stringify(expected), 'a relay that counts otherwise than it sent')
  demand(sends <= limit && (diesAfter === null || sends <= diesAfter), 'a relay that sends more than it may')
}

/** Sends every event when all leases and waits are over, then all that were dead once more. */
export async function drain({ service, outbox }: World, events: number): Promise<void> {
  const { payments, clock } = service
  const sendAll = (answer: 'delivered') =>
    payments.deliverEvents((event) => give(outbox.sent(event, instantAt(clock()), answer) && answer), { limit: 1_000 })
  clock.advance(3 * day)
  const { delivered } = await sendAll('delivered')
  demand(outbox.size === events, 'events that are not those of the histories')
  demand(outbox.count('due') === 0, 'events that are due, and that no relay is given')
  demand(outbox.unsent === 0, 'events that were never sent')
  const dead = outbox.count('dead')
  demand(delivered <= events - dead, 'events that are sent after their end')
  const { redelivered } = await payments.redeliverEvents({ limit: 1_000 })
  demand(redelivered === dead && outbox.count('due') === dead, 'dead events that are not revived')
  await sendAll('delivered')
  demand(outbox.count('delivered') === events, 'events that are not delivered at the end')
  demand(outbox.problems.length === 0, outbox.problems[0] ?? '')
}
