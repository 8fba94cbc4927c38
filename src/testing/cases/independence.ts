import type { Payment } from '../../domain/payments/payment.js'
import type { PaymentRepository } from '../../repository/port.js'
import { equal } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { change, group, insert, insertOne, keyed, later } from '../steps.js'

/** Spoils every value in reach. Frozen objects stay as they are: they are independent enough. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    spoil(Reflect.get(value, key))
    Reflect.set(value, key, 'spoilt')
  }
  Reflect.set(value, 'intruder', 'spoilt')
}

function richPayment() {
  return paymentFixture({
    customer: { name: 'Abebe Bikila', phone: '+251911234567' },
    metadata: { ward: '4' },
    instructions: { type: 'ussd', message: 'Dial to pay.', code: '*847*1#' },
  })
}

function paid(before: Payment) {
  const paidAt = later(before.createdAt, 60)
  const evidence = { kind: 'confirmation', paidAt, providerTransactionId: 'TX-1' } as const
  const change = changeFixture(before, { status: 'succeeded', paidAt })
  return { ...change, event: { ...change.event, evidence: { ...evidence } } }
}

const lineKeys = { references: [], providerTransactionIds: [], lineKeys: ['line-1'] }

/** Reads a copy of what is stored now, which changes of earlier results do not reach. */
async function kept(repository: PaymentRepository, id: string) {
  return structuredClone({ payment: await repository.get(id), history: await repository.history(id) })
}

export const independenceCases = [
  prove(4, 'What was handed to insert may change afterwards without changing what is stored', async (repository) => {
    const entry = insertFixture(richPayment(), { idempotency: keyed('key-1', 'a') })
    const { id } = entry.payment
    await insertOne(repository, entry)
    const before = await kept(repository, id)
    spoil(entry)
    equal(await kept(repository, id), before, 'payment and history')
    const answer = await insertOne(repository, insertFixture(paymentFixture(), { idempotency: keyed('key-1', 'b') }))
    equal('fingerprint' in answer && answer.fingerprint, keyed('key-1', 'a').fingerprint, 'fingerprint')
  }),

  prove(4, 'What was handed to replace may change afterwards without changing what is stored', async (repository) => {
    const handed = group([structuredClone(paid(await insert(repository, richPayment())))], 'line-1')
    const { id } = handed.changes[0]!.payment
    await repository.replace(handed)
    const before = await kept(repository, id)
    spoil(handed)
    equal(await kept(repository, id), before, 'payment and history')
    equal((await repository.lookup(lineKeys)).lines.length, 1, 'lines')
  }),

  prove(4, 'Payments that were read may change without changing what is stored', async (repository) => {
    const { id, reference } = await insert(repository, richPayment())
    const reads = {
      get: () => repository.get(id),
      page: () => repository.page({ by: 'createdAt', direction: 'asc', limit: 1 }),
      lookup: () => repository.lookup({ ...lineKeys, references: [reference] }),
    }
    const before = await kept(repository, id)
    for (const [name, read] of Object.entries(reads)) {
      const first = await read()
      const whole = structuredClone(first)
      spoil(first)
      equal(await kept(repository, id), before, `after spoiling what ${name} gave`)
      equal(await read(), whole, `${name} again, after spoiling what it gave`)
    }
  }),

  prove(4, 'Payments that a conflict showed may change without changing what is stored', async (repository) => {
    const reference = 'INV-1'
    const first = { ...richPayment(), reference }
    await insert(repository, first, { liveReference: reference, idempotency: keyed('key-1') })
    await change(repository, first, { amountReconciled: 1 }, { liveReference: reference })
    const rival = () => paymentFixture({ reference })
    const before = await kept(repository, first.id)
    const conflicts = {
      key_taken: () => insertOne(repository, insertFixture(rival(), { idempotency: keyed('key-1') })),
      id_taken: () => insertOne(repository, insertFixture({ ...rival(), id: first.id })),
      reference_taken: () => insertOne(repository, insertFixture(rival(), { liveReference: reference })),
      stale: () => repository.replace(group([changeFixture(first, { status: 'expired' })])),
    }
    for (const [name, meet] of Object.entries(conflicts)) {
      spoil(await meet())
      equal(await kept(repository, first.id), before, `after spoiling what ${name} showed`)
    }
  }),

  prove(4, 'Events that were read may change without changing what is stored', async (repository) => {
    const { id } = await insert(repository, richPayment())
    const claim = (minute: number) => {
      const now = `2026-11-20T12:0${minute}:00.000Z`
      return repository.claimEvents({
        from: 'due',
        owner: 'relay',
        now,
        leaseUntil: now.replace('00.000', '30.000'),
        limit: 10,
      })
    }
    const before = await kept(repository, id)
    spoil(await repository.history(id))
    equal(await kept(repository, id), before, 'after spoiling what history gave')
    const claimed = await claim(0)
    const first = structuredClone(claimed.map(({ event }) => event))
    spoil(claimed)
    equal(await kept(repository, id), before, 'after spoiling what a claim gave')
    const again = await claim(1)
    equal(
      again.map(({ event }) => event),
      first,
      'the next claim',
    )
  }),

  prove(4, 'A statement line that a lookup returned may change without changing what is stored', async (repository) => {
    await repository.replace(group([paid(await insert(repository))], 'line-1'))
    const result = await repository.lookup(lineKeys)
    const before = structuredClone(result.lines)
    spoil(result)
    equal((await repository.lookup(lineKeys)).lines, before, 'lines')
  }),
]
