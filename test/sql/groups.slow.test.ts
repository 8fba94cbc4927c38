/** Groups of changes, which are made in the order given: what one lets go of, a later one may take, and no earlier one. */
import fc from 'fast-check'
import { memoryRepository, type Payment, type PaymentRepository } from 'hospital-payments'
import type { Change } from 'hospital-payments/repository'
import { sqlRepository } from 'hospital-payments/sql'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { begin } from '../support/databases/host-transaction.js'
import { databases, freshTenant, onEach, pglite, type TestDatabase } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { rounds } from '../support/rounds.js'
import { contents } from '../support/service.js'
import { agreed } from './model/agree.js'
import { group as groupOf, insertOne } from '../support/writes.js'

const holders = 6
/** Few, so that nearly every change takes what another has; hostile, because they travel as parts of a longer text. */
const names = ['a"b\\', '{NULL,"}', 'NULL', '🏥 \n ,']
const channels = ['cash', 'mobile-banking']

interface Drawn {
  readonly payment: number
  readonly live: number | null
  readonly transaction: number | null
  /** True where it keeps what it has, whatever else is drawn. */
  readonly keeps: boolean
  readonly isStale: boolean
}

const name = fc.option(fc.nat(names.length - 1), { freq: 3 })
const drawn: fc.Arbitrary<Drawn> = fc.record({
  payment: fc.nat(holders - 1),
  live: name,
  transaction: name,
  keeps: fc.boolean(),
  isStale: fc.integer({ min: 0, max: 40 }).map((draw) => draw === 0),
})
const group = fc.uniqueArray(drawn, { selector: ({ payment }) => payment, minLength: 1, maxLength: holders })
const lines = fc.array(fc.option(fc.nat(1), { freq: 2 }), { minLength: 8, maxLength: 8 })

interface Play {
  readonly groups: readonly (readonly Drawn[])[]
  readonly lines: readonly (number | null)[]
}

const play: fc.Arbitrary<Play> = fc.record({ lines, groups: fc.array(group, { minLength: 1, maxLength: 8 }) })

const paymentOf = (number: number): Payment =>
  paymentFixture({
    id: `pay_${number}`,
    reference: `INV-${number % 2}`,
    channel: channels[number % channels.length]!,
    description: names.join(' '),
    metadata: { ward: names[number % names.length]! },
    ...(number > 3 && { expiresAt: '2026-11-21T09:00:00.000Z' }),
  })

/** The live references that the payments hold, as far as the model has stored them. */
class Known {
  readonly #live = new Map<string, string | null>()
  readonly #pair: { model: PaymentRepository; storage: PaymentRepository }

  constructor(storage: PaymentRepository) {
    this.#pair = { model: memoryRepository(), storage }
  }

  async begin(): Promise<void> {
    for (let number = 0; number < holders; number++) {
      const entry = insertFixture(paymentOf(number))
      await agreed(this.#pair, entry, (repository) => insertOne(repository, entry))
    }
  }

  async replace(group: readonly Drawn[], line: number | null): Promise<void> {
    const changes: Change[] = []
    for (const draw of group) changes.push(await this.#change(draw))
    const changeGroup = groupOf(changes, line === null ? null : `line ${names[line]!}`)
    const answered = await agreed(this.#pair, changeGroup, (repository) => repository.replace(changeGroup))
    if (!('answer' in answered) || answered.answer.outcome !== 'replaced') return
    for (const { payment, liveReference } of changes) this.#live.set(payment.id, liveReference)
  }

  async expectSame(): Promise<void> {
    await agreed(this.#pair, 'contents', contents)
    const keys = { references: [], providerTransactionIds: names, lineKeys: names.map((name) => `line ${name}`) }
    await agreed(this.#pair, keys, async (repository) => {
      const { payments, lines } = await repository.lookup(keys)
      return [payments.map(({ id }) => id).sort(), [...lines].sort((a, b) => (a.key < b.key ? -1 : 1))]
    })
  }

  async #change({ payment: number, live, transaction, keeps, isStale }: Drawn): Promise<Change> {
    const before = (await this.#pair.model.get(`pay_${number}`))!
    const { providerTransactionId: _, ...others } = before
    const held = this.#live.get(before.id) ?? null
    const patch = keeps || transaction === null ? {} : { providerTransactionId: names[transaction]! }
    const version = isStale ? before.version + 1 : before.version
    return changeFixture({ ...(keeps ? before : others), version }, patch, {
      liveReference: keeps ? held : live === null ? null : names[live]!,
    })
  }
}

async function playOn(storage: PaymentRepository, { groups, lines }: Play): Promise<void> {
  const known = new Known(storage)
  await known.begin()
  for (const [i, group] of groups.entries()) await known.replace(group, lines[i] ?? null)
  await known.expectSame()
}

const runs = rounds(40, 1500)

onEach(databases, 'sqlRepository: a group of changes', (entry) => {
  const database = migrated(entry)

  it('comes to the same as in memory, whatever its changes let go of and take, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(play, (drawn) => playOn(repositoryOn(database()), drawn)),
      { numRuns: runs },
    )
  })

  it('passes a reference and a transaction on from payment to payment, in the given order and in no other', async () => {
    const repository = repositoryOn(database())
    const count = 40
    const payments = Array.from({ length: count }, (_, i) => paymentFixture({ id: `pay_${i}` }))
    for (const payment of payments) await insertOne(repository, insertFixture(payment))
    const holding = payments.map((payment, i) =>
      changeFixture(payment, { providerTransactionId: `tx ${i}` }, { liveReference: `live ${i}` }),
    )
    expect(await repository.replace(groupOf(holding))).toEqual({ outcome: 'replaced' })
    const onward = holding.map(({ payment }, i) =>
      changeFixture(payment, { providerTransactionId: `tx ${i + 1}` }, { liveReference: `live ${i + 1}` }),
    )
    const refused = await repository.replace(groupOf(onward, 'onward'))
    expect(refused).toEqual({ outcome: 'reference_taken', payment: holding[1]!.payment })
    expect(await contents(repository)).toHaveLength(count)
    expect(await repository.history('pay_0')).toHaveLength(2)
    const inOrder = groupOf([...onward].reverse(), 'onward')
    expect(await repository.replace(inOrder)).toEqual({ outcome: 'replaced' })
    expect(await repository.replace(inOrder)).toEqual({ outcome: 'line_taken' })
    expect(await repository.get('pay_0')).toEqual(onward[0]!.payment)
  })

  it('answers two groups that want the same payments in opposite orders, one of which wins', async () => {
    const repository = repositoryOn(database())
    const payments = Array.from({ length: 30 }, (_, i) => paymentFixture({ id: `pay_${i}` }))
    for (const payment of payments) await insertOne(repository, insertFixture(payment))
    const changes = () => payments.map((payment) => changeFixture(payment, { status: 'succeeded' }))
    for (let round = 0; round < 3; round++) {
      const groups = [changes(), changes().reverse()].map((group) => groupOf(group))
      const outcomes = await Promise.all(groups.map((group) => repository.replace(group)))
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['replaced', 'stale'])
      payments.splice(0, payments.length, ...(await repository.page({ by: 'createdAt', direction: 'asc', limit: 99 })))
    }
  })
})

type WithHost = Exclude<TestDatabase, { driver: 'pglite' }>

onEach(
  databases.filter((entry) => entry !== pglite),
  "sqlRepository: a group of changes in a host's transaction",
  (entry) => {
    const database = migrated(entry)

    it('comes to the same as in memory, and after a conflict the transaction stays usable', async () => {
      await fc.assert(
        fc.asyncProperty(play, async (drawn) => {
          const host = await begin(database() as WithHost)
          const options = { dialect: database().dialect, tenant: freshTenant() }
          await playOn(sqlRepository(host.database, options), drawn).finally(() => host.rollBack())
        }),
        { numRuns: Math.ceil(runs / 2) },
      )
    })
  },
)

describe('memoryRepository: a group of changes', () => {
  it('gives a transaction that a payment let go of to the next one, and finds the first by it no more', async () => {
    const repository = memoryRepository()
    const [one, other] = [paymentFixture({ id: 'pay_1' }), paymentFixture({ id: 'pay_2' })]
    for (const payment of [one, other]) await insertOne(repository, insertFixture(payment))
    const held = changeFixture(one, { providerTransactionId: 'tx' })
    await repository.replace(groupOf([held]))
    const { providerTransactionId: _, ...released } = held.payment
    const take = changeFixture(other, { providerTransactionId: 'tx' })
    const release = changeFixture(released, {})
    const early = await repository.replace(groupOf([take, release]))
    expect(early).toEqual({ outcome: 'transaction_taken', payment: held.payment })
    expect(await repository.replace(groupOf([release, take]))).toEqual({ outcome: 'replaced' })
    const lookedUp = await repository.lookup({ references: [], providerTransactionIds: ['tx'], lineKeys: [] })
    expect(lookedUp.payments).toEqual([take.payment])
  })
})
