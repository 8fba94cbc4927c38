/** One drawn command as the call that it stands for, made on memory and on the storage under test. */
import type { Payment } from 'hospital-payments'
import type { Change } from 'hospital-payments/repository'
import { deepFrozen } from '../../support/frozen.js'
import { agreed, inAnyOrder, type Pair, type Answered } from './agree.js'
import type { Cast } from './cast.js'
import type { Command, DrawnChange, DrawnLine } from './commands.js'
import { oneOf } from './draw.js'
import { filterOf, pagesOf, rowsOf, totalsOf } from './reads.js'
import { changeOf, entryOf, eventIds, neverStored } from './writes.js'

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>

const start = Date.UTC(2026, 10, 20, 9)
const instant = (ms: number) => new Date(ms).toISOString()
const pickedFrom = (values: readonly string[], picks: readonly number[]) => picks.map((pick) => oneOf(values, pick))

export class Caller {
  readonly #pair: Pair
  readonly #cast: Cast
  readonly #eventId = eventIds()
  /** The latest first. */
  readonly #claimed: { owner: string; eventId: string }[] = []
  #now = start

  constructor(pair: Pair, cast: Cast) {
    this.#pair = pair
    this.#cast = cast
  }

  call(command: Command): Promise<Answered<unknown>> {
    const { ids } = this.#cast
    switch (command.kind) {
      case 'insert': {
        const entries = deepFrozen(command.entries.map((entry) => entryOf(this.#cast, entry, this.#eventId())))
        return agreed(this.#pair, entries, (repository) => repository.insert(entries))
      }
      case 'replace':
        return this.#replace(command)
      case 'supersede':
        return this.#supersede(command)
      case 'get':
        return agreed(this.#pair, command, (repository) => repository.get(oneOf(ids, command.id)))
      case 'history':
        return agreed(this.#pair, command, (repository) => repository.history(oneOf(ids, command.id)))
      case 'page':
        return this.#page(command)
      case 'scan': {
        const query = deepFrozen({ ...filterOf(this.#cast, command.filter), fields: command.fields })
        return agreed(this.#pair, command, (repository) => rowsOf(repository, query))
      }
      case 'totals': {
        const filter = deepFrozen(filterOf(this.#cast, command.filter))
        return agreed(this.#pair, command, (repository) => totalsOf(repository, filter))
      }
      case 'lookup':
        return this.#lookup(command)
      case 'claim':
        return this.#claim(command)
      case 'complete':
        return this.#complete(command)
    }
  }

  /** Picks what is to be changed next: mostly a stored payment that no earlier change of the group is of. */
  async #target({ id, mistake }: DrawnChange, earlier: readonly Change[]): Promise<Payment> {
    const stored = await this.#pair.model.page({ by: 'createdAt', direction: 'asc', limit: 1000 })
    const isFree = ({ id }: Payment) => !earlier.some(({ payment }) => payment.id === id)
    const possible = mistake === 'again' ? stored : stored.filter(isFree)
    if (mistake === 'unknown' || possible.length === 0) return neverStored(this.#cast, oneOf(this.#cast.ids, id))
    return oneOf(possible, id)
  }

  #write(changes: readonly Change[], drawn: readonly DrawnLine[]): Promise<Answered<unknown>> {
    const ids = changes.map(({ payment }) => payment.id)
    const lines = drawn.map(({ key, pays }) => ({
      key: oneOf(this.#cast.lineKeys, key),
      paymentIds: pays.flatMap((place) => ids[place] ?? []),
    }))
    const group = deepFrozen({ changes, lines })
    return agreed(this.#pair, group, (repository) => repository.replace(group))
  }

  #change(drawn: DrawnChange, before: Payment): Change {
    return changeOf(this.#cast, drawn, before, this.#eventId())
  }

  async #replace({ changes, lines }: Of<'replace'>): Promise<Answered<unknown>> {
    const made: Change[] = []
    for (const change of changes) made.push(this.#change(change, await this.#target(change, made)))
    return this.#write(made, lines)
  }

  async #supersede({ change, isInOrder, lines }: Of<'supersede'>): Promise<Answered<unknown>> {
    const one = await this.#target(change, [])
    const keys = { references: [one.reference], providerTransactionIds: [], lineKeys: [] }
    const { payments } = await this.#pair.model.lookup(keys)
    const other = payments.find((payment) => payment.id !== one.id)
    const made = [this.#change({ ...change, live: 'none', transaction: null }, one)]
    if (other) made.push(this.#change({ ...change, live: 'own' }, other))
    return this.#write(isInOrder ? made : made.toReversed(), lines)
  }

  #page({ filter, direction, limit, after }: Of<'page'>): Promise<Answered<unknown>> {
    const { instants, ids } = this.#cast
    const place = after && { after: { at: oneOf(instants, after.at), id: oneOf(ids, after.id) } }
    const query = deepFrozen({ ...filterOf(this.#cast, filter), direction, limit, ...place })
    return agreed(this.#pair, query, (repository) => pagesOf(repository, query))
  }

  #lookup(command: Of<'lookup'>): Promise<Answered<unknown>> {
    const { references, transactions, lineKeys } = this.#cast
    const tooMany = Array.from({ length: 5001 }, () => references[0]!)
    const keys = deepFrozen({
      references: command.isTooLong ? tooMany : pickedFrom(references, command.references),
      providerTransactionIds: pickedFrom(transactions, command.transactions),
      lineKeys: pickedFrom(lineKeys, command.lineKeys),
    })
    return agreed(this.#pair, command, async (repository) => {
      const { payments, lines } = await repository.lookup(keys)
      return { payments: inAnyOrder(payments), lines: inAnyOrder(lines) }
    })
  }

  async #claim({ from, owner: pick, waitMs, leaseMs, limit }: Of<'claim'>): Promise<Answered<unknown>> {
    this.#now += waitMs
    const owner = oneOf(this.#cast.owners, pick)
    const claim = { from, owner, now: instant(this.#now), leaseUntil: instant(this.#now + leaseMs), limit }
    const answered = await agreed(this.#pair, claim, (repository) => repository.claimEvents(claim))
    if ('answer' in answered)
      this.#claimed.unshift(...answered.answer.map(({ event }) => ({ owner, eventId: event.id })))
    return answered
  }

  #complete(command: Of<'complete'>): Promise<Answered<unknown>> {
    const leases = command.results.map(({ claimed }) =>
      this.#claimed.length === 0 ? { owner: 'no-owner', eventId: 'evt_unknown' } : oneOf(this.#claimed, claimed),
    )
    const results = command.results.map(({ next }, i) => ({
      eventId: leases[i]!.eventId,
      next: typeof next === 'string' ? next : { retryAt: instant(this.#now + next.retryMs) },
    }))
    const owner = command.owner === null ? (leases[0]?.owner ?? 'no-owner') : oneOf(this.#cast.owners, command.owner)
    const done = deepFrozen({ owner, now: instant(this.#now), results })
    return agreed(this.#pair, done, (repository) => repository.completeEvents(done))
  }
}
