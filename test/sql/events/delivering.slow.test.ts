import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import { expect, it } from 'vitest'
import { brief, listener, noJitter } from '../../operations/events/deliveries.js'
import { anyCommand, anyDelivery, timeToPass } from '../../reliability/simulation/commands.js'
import { checkInvariants } from '../../reliability/simulation/invariants.js'
import { Outbox } from '../../reliability/simulation/outbox.js'
import { World } from '../../reliability/simulation/world.js'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { day, request, testService } from '../../support/service.js'
import { dice } from '../../support/turns.js'

const seeds = rounds(3, 40)
const commands = 60

/**
 * Plays a script of calls that a seed decides; returns each with its answer, and with what was delivered meanwhile, in
 * order.
 */
async function play(seed: number, original: PaymentRepository): Promise<unknown[]> {
  const roll = dice(seed)
  const outbox = new Outbox()
  const repository = outbox.observed(original)
  const world = new World(seed, 'allow', repository, outbox)
  const steps: unknown[] = []
  for (let i = 0; i < commands; i++) {
    world.service.clock.advance(timeToPass(roll))
    const drawn = roll(3) === 0 ? anyDelivery(roll) : anyCommand(roll, world)
    // Sends at a time may end in any order, and each would move the clock for the others.
    const command = drawn.kind === 'deliver' ? { ...drawn, concurrency: 1 } : drawn
    const before = outbox.log.length
    const answer = await world.send(command)
    steps.push({ command, answer, delivered: outbox.log.slice(before) })
  }
  await checkInvariants(world, repository)
  steps.push(outbox.log)
  return steps
}

/** Delivers bills of which some are paid, ten at a time, to a receiver that fails now and then. */
async function deliverTogether(repository: PaymentRepository) {
  const { payments, clock } = testService({ repository, random: noJitter })
  for (let i = 0; i < 40; i++) {
    const { id } = await payments.createPayment(request({ reference: `INV-${i}` }))
    if (i % 3 > 0) await payments.confirmPayment(id)
    if (i % 3 > 1) await payments.reversePayment(id, { reason: 'charged twice' })
  }
  const tries = new Map<string, number>()
  const { send, sent } = listener(async (event) => {
    const made = (tries.get(event.id) ?? 0) + 1
    tries.set(event.id, made)
    const kind = Number(event.data.reference.slice(4)) + event.data.version
    if (kind % 5 === 0 && made < 3) throw new Error('The receiver is down.')
    return kind % 7 === 0 && made === 1 ? 'dead' : 'delivered'
  })
  const calls: unknown[] = []
  for (let i = 0; i < 6; i++) {
    const before = sent.length
    const counts = await payments.deliverEvents(send, { concurrency: 10, limit: 35 })
    calls.push({ counts, sent: sent.slice(before).toSorted() })
    if (i === 3) calls.push(await payments.redeliverEvents({ limit: 5 }))
    clock.advance(day)
  }
  const all = await payments.reportPayments({ limit: 500 })
  const histories = await Promise.all(all.items.map(({ paymentId }) => payments.history(paymentId)))
  return { calls, sent, names: histories.flat().map(brief) }
}

onEach(kinds, 'deliverEvents: events', (entry) => {
  const database = migrated(entry)

  it(`in ${seeds} random scripts are delivered as from memory, call by call`, { timeout: 300_000 }, async () => {
    let deliveries = 0
    for (let seed = 0; seed < seeds; seed++) {
      const expected = await play(seed, memoryRepository())
      expect(await play(seed, repositoryOn(database())), `seed ${seed}`).toStrictEqual(expected)
      deliveries += (expected.at(-1) as string[]).length
    }
    expect(deliveries).toBeGreaterThan(seeds * 20)
  })

  it('ten at a time are counted as from memory, and delivered in order', async () => {
    const expected = await deliverTogether(memoryRepository())
    const { calls, sent, names } = await deliverTogether(repositoryOn(database()))
    expect(calls).toStrictEqual(expected.calls)
    expect([...new Set(sent)].toSorted()).toEqual(names.toSorted())
    for (const name of names) {
      const next = name.replace(/\d+$/, (version) => `${Number(version) + 1}`)
      if (names.includes(next)) expect(sent.indexOf(next), next).toBeGreaterThan(sent.indexOf(name))
    }
  })
})
