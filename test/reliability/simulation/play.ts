import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import { contended, dice, turns } from '../../support/turns.js'
import { anyCommand, type Command, timeToPass } from './commands.js'
import { FaultyStorage } from './faults.js'
import { checkInvariants, demand } from './invariants.js'
import { Model } from './model.js'
import { Outbox } from './outbox.js'
import { instantAt, type Outcome, World } from './world.js'

type Roll = (n: number) => number

const commands = 30
const actors = 3

async function ids(repository: PaymentRepository): Promise<string[]> {
  const payments = await repository.page({ by: 'createdAt', direction: 'asc', limit: 10_000 })
  return payments.map(({ id }) => id)
}

/** Plays one caller and faults: every outcome and the whole state must be those of the model. */
async function playAlone(seed: number, roll: Roll, original: PaymentRepository): Promise<string[]> {
  const outbox = new Outbox()
  const storage = new FaultyStorage(outbox.observed(original))
  const world = new World(seed, roll(2) === 0 ? 'allow' : 'one-live', storage.repository, outbox)
  const model = new Model(world.policy)
  const trace: string[] = []

  async function step(command: Command): Promise<Outcome> {
    const now = instantAt(world.now())
    storage.arm(roll(4) === 0 ? 1 + roll(4) : 0, roll(2) === 0 ? 'before' : 'after')
    if (command.kind === 'expireDue') {
      const due = model.due(now, command.limit)
      const outcome = await world.send(command)
      // One write, whatever it expires.
      if (storage.writes > 0) due.forEach((payment) => model.expire(payment))
      demand(
        storage.struck || (outcome.code === null && outcome.expired === due.length),
        'a sweep that misses or counts too much',
      )
      return outcome
    }
    if (command.kind === 'deliver' || command.kind === 'redeliver') return world.send(command)
    const predicted = model.predict(command, now)
    const outcome = await world.send(command)
    if (!storage.struck) demand(outcome.code === predicted.code, `${predicted.code} was right, not ${outcome.code}`)
    if (storage.writes === 0) return outcome
    demand(predicted.code === null && predicted.apply !== null, 'a write where nothing was to be changed')
    const id =
      command.kind === 'create' ? (await ids(original)).find((known) => !model.payments.has(known))! : command.id
    if (predicted.code === null) predicted.apply?.(id)
    if (!world.ids.includes(id)) world.ids.push(id)
    return outcome
  }

  for (let i = 0; i < commands; i++) {
    world.service.clock.advance(timeToPass(roll))
    const command = anyCommand(roll, world)
    trace.push(`${JSON.stringify(command)} → ${(await step(command)).code ?? 'done'}`)
  }
  storage.arm(0, 'before')
  const stored = await checkInvariants(world, original)
  demand(stored.length === model.payments.size, 'payments that the model does not know')
  for (const { payment } of stored) {
    const { id, status, version, paidAt, reversedAt, late, statusReason, providerTransactionId } = payment
    const expected = model.payments.get(id)
    demand(
      JSON.stringify([status, version, paidAt, reversedAt, late, statusReason, providerTransactionId]) ===
        JSON.stringify([
          expected?.status,
          expected?.version,
          expected?.paidAt,
          expected?.reversedAt,
          expected?.late,
          expected?.statusReason,
          expected?.providerTransactionId,
        ]),
      'a payment that is not as the model has it',
    )
  }
  return trace
}

/** Plays several callers at once: what each received must still be true at the end. */
async function playTogether(seed: number, roll: Roll, original: PaymentRepository): Promise<string[]> {
  const race = turns(roll)
  const outbox = new Outbox()
  const observed = outbox.observed(original)
  const world = new World(seed, roll(2) === 0 ? 'allow' : 'one-live', contended(observed, race), outbox)
  const trace: string[] = []
  const acknowledged: { command: Command; outcome: Outcome }[] = []
  const actor = (name: number) => async () => {
    for (let i = 0; i < commands / actors; i++) {
      world.service.clock.advance(timeToPass(roll))
      const drawn = anyCommand(roll, world)
      // Turns are taken by callers, of which each does one thing at a time.
      const command = drawn.kind === 'deliver' ? { ...drawn, concurrency: 1 } : drawn
      const outcome = await world.send(command)
      acknowledged.push({ command, outcome })
      trace.push(`${name}: ${JSON.stringify(command)} → ${outcome.code ?? 'done'}`)
    }
  }
  const results = await race.race(Array.from({ length: actors }, (_, name) => actor(name)))
  for (const result of results) if (result.status === 'rejected') throw result.reason as Error
  // The checks below call the storage themselves, and no caller is left to pass them the turn.
  const quiet = new World(seed, world.policy, observed, outbox)
  quiet.service.clock.set(instantAt(world.now()))
  const stored = new Map((await checkInvariants(quiet, original)).map((entry) => [entry.payment.id, entry]))

  const keys = new Map<string, string>()
  let expired = 0
  for (const { command, outcome } of acknowledged) {
    if (outcome.code !== null) continue
    expired += outcome.expired
    if (!outcome.payment) continue
    const entry = stored.get(outcome.payment.id)
    demand(
      entry !== undefined && entry.payment.version >= outcome.payment.version,
      'an acknowledged change that is lost',
    )
    const then = entry!.events[outcome.payment.version - 1]?.data.status
    demand(then === outcome.payment.status, 'a payment that was returned but never stored')
    if (command.kind !== 'create' || command.key === null) continue
    demand((keys.get(command.key) ?? outcome.payment.id) === outcome.payment.id, 'one key for two payments')
    keys.set(command.key, outcome.payment.id)
  }
  const sweeps = acknowledged.some(({ command }) => command.kind === 'expireDue')
  const ends = [...stored.values()].flatMap(({ events }) => events.filter(({ type }) => type === 'payment.expired'))
  demand(sweeps || expired === 0, 'a sweep that no caller made')
  demand(expired <= ends.length, 'sweeps that count a payment twice')
  return trace
}

/** Plays a seed to its end; the trace is the same whenever it is played. */
export async function play(seed: number, original: PaymentRepository = memoryRepository()): Promise<string[]> {
  const roll = dice(seed)
  return seed % 3 === 0 ? playTogether(seed, roll, original) : playAlone(seed, roll, original)
}
