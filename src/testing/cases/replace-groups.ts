import { placeOf } from '../../domain/event-stream.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { Change, ChangeGroup, PaymentRepository, StoredLine } from '../../repository/port.js'
import { equal, sameMembers } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { relay } from '../relay.js'
import { change, each, forEachOf, group, ids, insertMany, leftNoEvents, outcomeOf, storedBrief } from '../steps.js'

const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

/** Returns a line for each change, by a name and the place of the change. */
function lineEach(changes: readonly Change[], name: string): StoredLine[] {
  return changes.map(({ payment }, i) => ({ key: `${name}-${i}`, paymentIds: [payment.id] }))
}

/** Writes statement lines in brief: `line-1: pay_… pay_…`. */
function briefLines(lines: readonly StoredLine[]): string[] {
  return lines.map(({ key, paymentIds }) => `${key}: ${[...paymentIds].sort().join(' ')}`)
}

async function storedLines(repository: PaymentRepository, lines: readonly StoredLine[]): Promise<string[]> {
  const lineKeys = lines.map(({ key }) => key)
  return briefLines((await repository.lookup({ references: [], providerTransactionIds: [], lineKeys })).lines)
}

const many = 101
const amid = 50

/** Demands that a group is answered with a conflict and leaves nothing, and that without its change amid it is stored. */
async function refusesWhole(
  repository: PaymentRepository,
  { changes, lines }: ChangeGroup,
  { answer, before }: { answer: string; before: readonly Payment[] },
): Promise<void> {
  const standing = await storedLines(repository, lines)
  equal(outcomeOf(await repository.replace({ changes, lines })), answer, 'answer')
  const now = await forEachOf(before, (payment) => storedBrief(repository, payment))
  equal(
    now,
    before.map(({ id, version }) => `${id} v${version}`),
    'payments',
  )
  await leftNoEvents(
    repository,
    changes.map(({ event }) => event),
  )
  sameMembers(await storedLines(repository, lines), standing, 'statement lines that count')
  const without = <Item>(items: readonly Item[]) => items.filter((_, i) => i !== amid)
  const rest = { changes: without(changes), lines: without(lines) }
  equal(outcomeOf(await repository.replace(rest)), 'replaced', 'the group without what stood in the way')
}

export const replaceGroupCases = [
  prove(
    15,
    'One, two or a thousand changes are stored with as many statement lines, each of its own payments',
    async (repository) => {
      for (const size of [1, 2, 1000]) {
        const payments = await insertMany(repository, size)
        const changes = payments.map((payment) => changeFixture(payment, paid))
        const lines = lineEach(changes, `of-${size}`)
        // Of one payment two lines, and of two payments one line.
        const last = lines.at(-1)!
        const shared = [...new Set([payments[0]!.id, ...last.paymentIds])]
        const all = [...lines.slice(0, -1), { ...last, paymentIds: shared }]
        equal(outcomeOf(await repository.replace({ changes, lines: all })), 'replaced', `answer to ${size} changes`)
        const now = await forEachOf(payments, (payment) => repository.get(payment.id))
        equal(
          now,
          changes.map(({ payment }) => payment),
          `payments of ${size} changes`,
        )
        sameMembers(await storedLines(repository, all), briefLines(all), `lines of ${size} changes`)
      }
    },
  ),

  prove(
    15,
    'Statement lines count without a change, and fewer or more of them than there are changes',
    async (repository) => {
      const payments = await insertMany(repository, 3)
      const lines = payments.map(({ id }, i) => ({ key: `alone-${i}`, paymentIds: [id] }))
      equal(outcomeOf(await repository.replace({ changes: [], lines })), 'replaced', 'lines without a change')
      sameMembers(await storedLines(repository, lines), briefLines(lines), 'lines without a change')
      for (const payment of payments) equal(await storedBrief(repository, payment), `${payment.id} v1`, 'a payment')
      const one = lines.slice(1, 2)
      equal(outcomeOf(await repository.replace({ changes: [], lines: one })), 'line_taken', 'one of them again')

      const more = payments.map(({ id }, i) => ({ key: `more-${i}`, paymentIds: [id] }))
      const first = changeFixture(payments[0]!, { amountReconciled: 1 })
      equal(
        outcomeOf(await repository.replace({ changes: [first], lines: more })),
        'replaced',
        'a change with three lines',
      )
      sameMembers(await storedLines(repository, more), briefLines(more), 'three lines of a change')
      const rest = [first.payment, ...payments.slice(1)].map((payment) =>
        changeFixture(payment, { amountReconciled: 2 }),
      )
      const fewer = [{ key: 'fewer', paymentIds: ids(payments) }]
      equal(
        outcomeOf(await repository.replace({ changes: rest, lines: fewer })),
        'replaced',
        'three changes with a line',
      )
      sameMembers(await storedLines(repository, fewer), briefLines(fewer), 'the line of three changes')
    },
  ),

  prove(1, 'One stale change amid many leaves no change and no line of its group', async (repository) => {
    const payments = await insertMany(repository, many)
    const changes = payments.map((payment) => changeFixture(payment, paid))
    const newer = await change(repository, payments[amid]!, { status: 'expired' })
    const before = payments.map((payment, i) => (i === amid ? newer : payment))
    const answer = `stale ${newer.id} v2`
    await refusesWhole(repository, { changes, lines: lineEach(changes, 'line') }, { answer, before })
  }),

  prove(1, 'One taken reference amid many leaves no change and no line of its group', async (repository) => {
    const reference = 'INV-taken'
    const payments = await insertMany(repository, many)
    const holder = paymentFixture({ reference })
    await repository.insert([insertFixture(holder, { liveReference: reference })])
    const changes = payments.map((payment, i) =>
      changeFixture(payment, paid, { liveReference: i === amid ? reference : payment.reference }),
    )
    const answer = `reference_taken ${holder.id} v1`
    await refusesWhole(repository, { changes, lines: lineEach(changes, 'line') }, { answer, before: payments })
  }),

  prove(1, 'One taken transaction amid many leaves no change and no line of its group', async (repository) => {
    const payments = await insertMany(repository, many)
    const [other] = await insertMany(repository, 1)
    const holder = await change(repository, other!, { ...paid, providerTransactionId: 'TX-taken' })
    const changes = payments.map((payment, i) =>
      changeFixture(payment, { ...paid, providerTransactionId: i === amid ? 'TX-taken' : `TX-${i}` }),
    )
    const answer = `transaction_taken ${holder.id} v2`
    await refusesWhole(repository, { changes, lines: lineEach(changes, 'line') }, { answer, before: payments })
  }),

  prove(
    1,
    'One statement line amid many that counts already leaves no change and no line of its group',
    async (repository) => {
      const payments = await insertMany(repository, many)
      const changes = payments.map((payment) => changeFixture(payment, paid))
      const lines = lineEach(changes, 'line')
      const [other] = await insertMany(repository, 1)
      const counted = [{ key: lines[amid]!.key, paymentIds: [other!.id] }]
      const first = { changes: [changeFixture(other!, paid)], lines: counted }
      equal(outcomeOf(await repository.replace(first)), 'replaced', 'the line for the first time')
      await refusesWhole(repository, { changes, lines }, { answer: 'line_taken', before: payments })
      equal(await storedLines(repository, counted), briefLines(counted), 'the line that counted already')
    },
  ),

  prove(15, 'The changes of a large group let go and take in the order given, and in no other', async (repository) => {
    const count = 30
    const payments = await insertMany(repository, count)
    const holding = payments.map((payment, i) =>
      changeFixture(payment, { ...paid, providerTransactionId: `TX-${i}` }, { liveReference: `INV-held-${i}` }),
    )
    equal(outcomeOf(await repository.replace(group(holding))), 'replaced', 'each takes its own')
    const onward = (name: 'reference' | 'transaction', versions: readonly Payment[]) =>
      versions.map((payment, i) =>
        changeFixture(
          payment,
          {
            amountReconciled: payment.version,
            ...(name === 'transaction' && { providerTransactionId: `TX-${i + 1}` }),
          },
          { liveReference: `INV-held-${name === 'reference' ? i + 1 : i}` },
        ),
      )
    const current = async () => (await forEachOf(payments, ({ id }) => repository.get(id))).map((payment) => payment!)
    for (const name of ['transaction', 'reference'] as const) {
      const versions = await current()
      const changes = onward(name, versions)
      const holder = versions[1]!
      const answer = `${name}_taken ${holder.id} v${holder.version}`
      equal(
        outcomeOf(await repository.replace(group(changes))),
        answer,
        `a ${name} that only a later change lets go of`,
      )
      equal(outcomeOf(await repository.replace(group([...changes].reverse()))), 'replaced', `each ${name} one on`)
      equal(
        await current(),
        changes.map(({ payment }) => payment),
        `payments whose ${name} went one on`,
      )
    }
    const [first, second, ...others] = await current()
    const both = [first!, second!].map((payment) => changeFixture(payment, {}, { liveReference: 'INV-both' }))
    const rest = others.map((payment) => changeFixture(payment, {}))
    const twice = await repository.replace(group([...both, ...rest]))
    equal(outcomeOf(twice), `reference_taken ${first!.id} v${first!.version}`, 'a reference that two changes take')
  }),

  prove(
    10,
    'Payments that are stored in groups have every version and event, delivered in order',
    async (repository) => {
      const count = 30
      const entries = each(count, () => insertFixture(paymentFixture()))
      await repository.insert(entries)
      const expected = new Map(entries.map(({ payment, event }) => [payment.id, [event.id]]))
      let versions = entries.map(({ payment }) => payment)
      for (const round of [1, 2, 3]) {
        // The first of them are left out, more each time, so that versions differ within a group.
        const changes = versions.slice(round).map((payment) => changeFixture(payment, { amountReconciled: round }))
        equal(
          outcomeOf(await repository.replace({ changes, lines: lineEach(changes, `round-${round}`) })),
          'replaced',
          'answer',
        )
        for (const { payment, event } of changes) expected.get(payment.id)!.push(event.id)
        versions = [...versions.slice(0, round), ...changes.map(({ payment }) => payment)]
      }
      const consumer = relay(repository, 'a')
      const delivered = new Map<string, string[]>()
      for (let round = 0; round <= 4; round++) {
        for (const { event } of await consumer.settle(round, 'delivered', { limit: 100 })) {
          const { stream } = placeOf(event)
          delivered.set(stream, [...(delivered.get(stream) ?? []), event.id])
        }
      }
      for (const [i, { id, version }] of versions.entries()) {
        const history = await repository.history(id)
        equal(
          history.map((event) => [event.id, event.data.version]),
          expected.get(id)!.map((event, place) => [event, place + 1]),
          `history of payment ${i + 1}`,
        )
        equal(await storedBrief(repository, versions[i]!), `${id} v${version}`, `payment ${i + 1}`)
        equal(delivered.get(id), expected.get(id), `events of payment ${i + 1}, as they were delivered`)
      }
    },
  ),
]
