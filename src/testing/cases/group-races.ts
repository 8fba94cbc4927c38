import type { InsertEntry, InsertOutcome } from '../../repository/port.js'
import { equal, holds, sameMembers } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { each, forEachOf, group, insertMany, isAbsent, keyed, storedBrief } from '../steps.js'

const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

/** Returns the place of the call that won; demands exactly one. */
function winnerOf(answers: readonly { outcome: string }[], lost: string): number {
  const outcomes = answers.map(({ outcome }) => outcome)
  sameMembers(outcomes, ['replaced', ...each(answers.length - 1, () => lost)], 'answers')
  return outcomes.indexOf('replaced')
}

const callers = 8
const shared = 20

/** Turns the items to another start, and every second time to the opposite order. */
function turned<Item>(items: readonly Item[], by: number): Item[] {
  const start = (by * 7) % items.length
  const from = [...items.slice(start), ...items.slice(0, start)]
  return by % 2 === 0 ? from : from.reverse()
}

export const groupRaceCases = [
  prove(3, 'Of many inserts of groups at once, exactly one payment a key is stored', async (repository) => {
    const keys = each(shared, (i) => `key-${i}`)
    const calls = each(callers, (caller) =>
      turned(keys, caller).map((key) =>
        insertFixture(paymentFixture(), { idempotency: { key, fingerprint: String(caller).repeat(64) } }),
      ),
    )
    const answers = await Promise.all(calls.map((entries) => repository.insert(entries)))
    const byKey = new Map<string, [InsertEntry, InsertOutcome][]>(keys.map((key) => [key, []]))
    for (const [caller, entries] of calls.entries()) {
      equal(answers[caller]!.length, shared, 'answers to a call')
      for (const [i, entry] of entries.entries()) byKey.get(entry.idempotency!.key)!.push([entry, answers[caller]![i]!])
    }
    for (const [key, outcomes] of byKey) {
      const winners = outcomes.filter(([, { outcome }]) => outcome === 'inserted').map(([entry]) => entry)
      equal(winners.length, 1, `payments stored under ${key}`)
      const [{ payment, idempotency }] = winners as [InsertEntry]
      for (const [, answer] of outcomes) {
        if (answer.outcome === 'inserted') continue
        equal(answer.outcome, 'key_taken', 'the answer to the others')
        equal('payment' in answer && answer.payment.id, payment.id, 'the payment that the others are shown')
        const fingerprint = 'fingerprint' in answer && answer.fingerprint
        equal(fingerprint, idempotency?.fingerprint, 'the fingerprint that the others are shown')
      }
    }
    const entries = calls.flat()
    const payments = await forEachOf(entries, ({ payment }) => repository.get(payment.id))
    equal(payments.filter((payment) => !isAbsent(payment)).length, shared, 'stored payments')
  }),

  prove(
    3,
    'Of two groups at once over many payments and lines in opposite order one wins whole, and the other is answered',
    async (repository) => {
      let payments = await insertMany(repository, 50)
      for (const [round, lost] of (['stale', 'line_taken'] as const).entries()) {
        const changes = payments.map((payment) => changeFixture(payment, { ...paid, statusReason: 'forth' }))
        const back = payments.map((payment) => changeFixture(payment, { ...paid, statusReason: 'back' })).reverse()
        const lines = round === 0 ? [] : payments.map(({ id }, i) => ({ key: `line-${i}`, paymentIds: [id] }))
        const answers = await Promise.all([
          repository.replace({ changes, lines }),
          repository.replace({ changes: back, lines: [...lines].reverse() }),
        ])
        const won = winnerOf(answers, lost) === 0 ? 'forth' : 'back'
        const now = (await forEachOf(payments, ({ id }) => repository.get(id))).map((payment) => payment!)
        equal(
          now.map(({ statusReason, version }) => [statusReason, version]),
          payments.map(({ version }) => [won, version + 1]),
          'whose changes are stored',
        )
        payments = now
      }
    },
  ),

  prove(
    3,
    'Of many groups at once that share one statement line amid their own exactly one wins, and no other leaves a line',
    async (repository) => {
      const payments = await insertMany(repository, callers)
      const linesOf = (caller: number) =>
        [`line-${caller}-a`, 'shared', `line-${caller}-b`].map((key) => ({ key, paymentIds: [payments[caller]!.id] }))
      const answers = await Promise.all(
        payments.map((payment, caller) =>
          repository.replace({ changes: [changeFixture(payment, paid)], lines: linesOf(caller) }),
        ),
      )
      const winner = winnerOf(answers, 'line_taken')
      const lineKeys = ['shared', ...payments.flatMap((_, caller) => [`line-${caller}-a`, `line-${caller}-b`])]
      const { lines } = await repository.lookup({ references: [], providerTransactionIds: [], lineKeys })
      sameMembers(
        lines.map(({ key, paymentIds }) => `${key}: ${paymentIds.join()}`),
        linesOf(winner).map(({ key, paymentIds }) => `${key}: ${paymentIds.join()}`),
        'lines',
      )
      const now = await forEachOf(payments, (payment) => storedBrief(repository, payment))
      equal(
        now,
        payments.map(({ id }, i) => `${id} v${i === winner ? 2 : 1}`),
        'payments',
      )
    },
  ),

  prove(15, 'Inserts and replaces of groups at once over the same references all settle', async (repository) => {
    const references = each(shared, (i) => `INV-${i}`)
    const holders = references.map((reference) => paymentFixture({ reference }))
    await repository.insert(holders.map((payment) => insertFixture(payment, { liveReference: payment.reference })))
    const releases = group(holders.map((payment) => changeFixture(payment, { status: 'failed' })))
    const calls = each(callers, (caller) =>
      turned(references, caller).map((reference) =>
        insertFixture(paymentFixture({ reference }), {
          liveReference: reference,
          idempotency: keyed(`key ${caller} ${reference}`),
        }),
      ),
    )
    const [released, ...answers] = await Promise.all([
      repository.replace(releases),
      ...calls.map((entries) => repository.insert(entries)),
    ])
    equal(released.outcome, 'replaced', 'the group that lets go of all references')
    const last = references.map((reference) =>
      insertFixture(paymentFixture({ reference }), { liveReference: reference }),
    )
    const afterwards = await repository.insert(last)
    for (const [i, reference] of references.entries()) {
      const winners = calls.flatMap((entries, caller) =>
        entries.filter(
          ({ liveReference }, place) => liveReference === reference && answers[caller]![place]!.outcome === 'inserted',
        ),
      )
      const { outcome } = afterwards[i]!
      holds(winners.length <= 1, `${winners.length} payments hold one reference`)
      equal(outcome, winners.length === 1 ? 'reference_taken' : 'inserted', 'the reference afterwards')
    }
  }),
]
