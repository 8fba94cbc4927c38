import type { PaymentRepository, ReplaceOutcome } from '../../repository/port.js'
import { equal, sameMembers } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { each, group, ids, insert, insertOne, isAbsent, outcomeOf, seed, storedBrief } from '../steps.js'

const callers = 20
const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

/** Returns the place of the call that won; demands exactly one, and the one answer of all others. */
function onlyWinner(answers: readonly { outcome: string }[], won: string, lost: string): number {
  const winner = answers.findIndex(({ outcome }) => outcome === won)
  sameMembers(
    answers.map(({ outcome }) => outcome),
    [won, ...each(answers.length - 1, () => lost)],
    'answers',
  )
  return winner
}

async function raceForLine(repository: PaymentRepository): Promise<[ReplaceOutcome[], string[]]> {
  const payments = await seed(
    repository,
    each(callers, () => ({})),
  )
  const answers = await Promise.all(
    payments.map((payment) => repository.replace(group([changeFixture(payment, paid)], 'line-1'))),
  )
  return [answers, ids(payments)]
}

export const raceCases = [
  prove(3, 'Of 50 inserts at once with one idempotency key exactly one is stored', async (repository) => {
    const entries = each(50, (i) =>
      insertFixture(paymentFixture(), {
        idempotency: { key: 'key-1', fingerprint: String(i).padStart(64, '0') },
      }),
    )
    const answers = await Promise.all(entries.map((entry) => insertOne(repository, entry)))
    const winner = entries[onlyWinner(answers, 'inserted', 'key_taken')]!
    for (const answer of answers) {
      if (answer.outcome !== 'key_taken') continue
      equal(answer.payment.id, winner.payment.id, 'the payment that the others are shown')
      equal(answer.fingerprint, winner.idempotency?.fingerprint, 'the fingerprint that the others are shown')
    }
    const payments = await Promise.all(entries.map(({ payment }) => repository.get(payment.id)))
    equal(payments.filter((payment) => !isAbsent(payment)).length, 1, 'stored payments')
  }),

  prove(3, 'Of many inserts at once with one live reference exactly one is stored', async (repository) => {
    const reference = 'INV-1'
    const entries = each(callers, () => insertFixture(paymentFixture({ reference }), { liveReference: reference }))
    const answers = await Promise.all(entries.map((entry) => insertOne(repository, entry)))
    const winner = entries[onlyWinner(answers, 'inserted', 'reference_taken')]!
    for (const answer of answers) {
      if (answer.outcome === 'reference_taken') equal(answer.payment.id, winner.payment.id, 'the holder shown')
    }
  }),

  prove(3, 'Of many replaces at once on one version exactly one wins', async (repository) => {
    const payment = await insert(repository)
    const changes = each(callers, (i) => changeFixture(payment, { ...paid, providerTransactionId: `TX-${i}` }))
    const answers = await Promise.all(changes.map((one) => repository.replace(group([one]))))
    const winner = changes[onlyWinner(answers, 'replaced', 'stale')]!
    for (const answer of answers) {
      if (answer.outcome === 'stale') equal(outcomeOf(answer), `stale ${payment.id} v2`, 'what the losers are shown')
    }
    const now = await repository.get(payment.id)
    equal(now?.providerTransactionId, winner.payment.providerTransactionId, 'whose change is stored')
    equal((await repository.history(payment.id)).length, 2, 'events')
  }),

  prove(3, 'Of many replaces at once with one statement line exactly one wins', async (repository) => {
    const [answers, all] = await raceForLine(repository)
    const winner = all[onlyWinner(answers, 'replaced', 'line_taken')]
    const now = await Promise.all(all.map((id) => repository.get(id)))
    equal(
      now.filter((one) => one?.status === 'succeeded').map((one) => one?.id),
      [winner],
      'payments that changed',
    )
  }),

  prove(3, 'Of many replaces at once with one provider transaction exactly one wins', async (repository) => {
    const payments = await seed(
      repository,
      each(callers, () => ({})),
    )
    const changes = payments.map((payment) => changeFixture(payment, { ...paid, providerTransactionId: 'TX-1' }))
    const answers = await Promise.all(changes.map((one) => repository.replace(group([one]))))
    const winner = payments[onlyWinner(answers, 'replaced', 'transaction_taken')]!
    equal((await repository.get(winner.id))?.providerTransactionId, 'TX-1', 'transaction of the winner')
  }),

  prove(3, 'Of many replaces at once with one live reference exactly one wins', async (repository) => {
    const reference = 'INV-1'
    const expired = await seed(
      repository,
      each(callers, () => ({ reference, status: 'expired' as const })),
    )
    const changes = expired.map((payment) => changeFixture(payment, paid, { liveReference: reference }))
    const answers = await Promise.all(changes.map((one) => repository.replace(group([one]))))
    const winner = expired[onlyWinner(answers, 'replaced', 'reference_taken')]!
    equal(await storedBrief(repository, winner), `${winner.id} v3`, 'the winner')
  }),

  prove(
    3,
    'Of two groups at once over the same payments in opposite order exactly one wins whole',
    async (repository) => {
      const [a, b] = [await insert(repository), await insert(repository)]
      const forth = [a, b].map((payment) => changeFixture(payment, { ...paid, statusReason: 'forth' }))
      const back = [b, a].map((payment) => changeFixture(payment, { ...paid, statusReason: 'back' }))
      const answers = await Promise.all([forth, back].map((changes) => repository.replace(group(changes))))
      const won = onlyWinner(answers, 'replaced', 'stale') === 0 ? 'forth' : 'back'
      const now = await Promise.all([a, b].map(({ id }) => repository.get(id)))
      equal(
        now.map((payment) => payment?.statusReason),
        [won, won],
        'whose changes are stored',
      )
    },
  ),
]
