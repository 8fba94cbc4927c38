/** A seed of attempts: rounds of calls at once with faults and kills, and then quiet until every poll has passed. */
import { isPaymentError } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { checkAccount, checkEnds, checkMoment, storedNow } from './attempt-books.js'
import { drawAttemptCall } from './attempt-calls.js'
import { currency, isOfProcessEnd, providerName, World } from './attempt-world.js'

const rounds = 10
const atOnce = 5

/** The seconds between the last checks, which pass every poll, and what refused credentials put off. */
const quiet = [60, 60, 300, 300, 300, 900, 1800, 3600, 7200, 21_600, 43_200, 43_200, 600, 600]

/** Plays a seed, and returns the outcome of each call and the end of each attempt. */
export async function playAttempts(seed: number, original?: FinanceRepository): Promise<string[]> {
  const world = new World(seed, original)
  const { roll, clock, reader, fake, order } = world
  const { id: sessionId } = await reader.cash.open({ point: 'a', currency, float: 0, actor: 'sara' })
  const bills = 1 + roll(3)
  for (let n = 0; n < bills; n++) {
    const reference = roll(5) === 0 ? 'INV-0' : `INV-${n}`
    const expiresAt = roll(3) === 0 ? new Date(clock() + 3_600_000).toISOString() : undefined
    await reader.createPayment({ amount: 1000, currency, reference, channel: 'mobile', expiresAt })
  }
  const trace: string[] = []
  let stored = await storedNow(world)

  async function check(): Promise<void> {
    stored = await storedNow(world)
    try {
      checkMoment(world, stored)
    } catch (cause) {
      throw new Error(`${String(cause)}, after: ${trace.slice(-12).join(' | ')}`, { cause })
    }
  }

  for (let round = 0; round < rounds; round++) {
    clock.advance([1, 1_000, 5_000, 60_000, 300_000][roll(5)]!)
    const now = { payments: [...stored.payments.values()], attempts: stored.attempts, sessionId }
    const calls = Array.from({ length: 1 + roll(atOnce) }, () => drawAttemptCall(world, now))
    // A second worker, or a second person, does the same.
    if (roll(3) === 0) calls.push(calls[0]!)
    const outcomes = await order.race(calls.map(([, call]) => call))
    for (const [at, outcome] of outcomes.entries()) {
      const name = calls[at]![0]
      if (outcome.status === 'fulfilled') trace.push(`${name} → done`)
      else if (isOfProcessEnd(outcome.reason)) trace.push(`${name} → killed`)
      else if (isPaymentError(outcome.reason) && outcome.reason.code !== 'internal_error')
        trace.push(`${name} → ${outcome.reason.code}`)
      else throw outcome.reason
    }
    world.restart()
    await check()
  }

  world.isStormy = false
  // Some callbacks are lost for ever.
  while (world.posts.length > 0) {
    if (roll(3) === 0) world.posts.pop()
    else await world.deliver()
  }
  for (const seconds of quiet) {
    clock.advance(seconds * 1000)
    const workers = [world.server(), world.server()]
    await order.race(
      workers.map(
        ({ payments }) =>
          () =>
            payments.attempts.checkDue(),
      ),
    )
    await check()
  }
  const ends = await checkEnds(world, stored)
  // The statement of all that the provider took, twice.
  for (const records of [world.statement(fake.payments, true), world.statement(fake.payments, true)])
    await reader.statements.import(records, { account: providerName })
  await check()
  await checkAccount(world, stored)
  const faults = Object.entries(world.counts).flatMap(([name, count]) => Array.from({ length: count }, () => name))
  return [...trace, ...faults, ...ends, ...fake.pushes.map(() => 'push'), ...fake.payments.map(() => 'money')]
}
