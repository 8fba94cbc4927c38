import type { Payment } from '../../domain/payments/payment.js'
import type { Change } from '../../repository/port.js'
import { equal, sameMembers } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { hostileReceipts, hostileTexts } from '../hostile.js'
import { prove } from '../proof.js'
import { group, ids, insertOne, outcomeOf, pendingSeries, rowsOf, seed } from '../steps.js'

const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const
const none = { references: [], providerTransactionIds: [], lineKeys: [] }

const visibleAscii: readonly string[] = [
  'key-1',
  'KEY-1',
  'Key-1',
  `'"\`\\%_$1{}?:@;--/*#`,
  '%',
  '_____',
  '1',
  '01',
  '__proto__',
  'constructor',
  ...[255, 254].map((length) => 'k'.repeat(length)),
  `${'k'.repeat(254)}K`,
]

export const comparisonCases = [
  prove(7, 'References are compared byte for byte when they are looked for', async (repository) => {
    const payments = await seed(
      repository,
      hostileTexts.map((reference) => ({ reference })),
    )
    const query = { by: 'createdAt', direction: 'asc', limit: 10 } as const
    const pages = await Promise.all(hostileTexts.map((reference) => repository.page({ ...query, reference })))
    for (const [i, page] of pages.entries()) {
      equal(ids(page), [payments[i]!.id], `the page of ${JSON.stringify(hostileTexts[i])}`)
    }
    for (const [i, reference] of hostileTexts.entries()) {
      const rows = await rowsOf(repository.scan({ by: 'createdAt', reference, fields: ['id'] }))
      equal(rows, [[payments[i]!.id]], `the scan of ${JSON.stringify(reference)}`)
      const totals = await repository.totals({ by: 'createdAt', reference })
      equal(
        totals.map(({ count }) => count),
        [1],
        `the totals of ${JSON.stringify(reference)}`,
      )
    }
    const even = (_: unknown, i: number) => i % 2 === 0
    const result = await repository.lookup({ ...none, references: hostileTexts.filter(even) })
    sameMembers(ids(result.payments), ids(payments.filter(even)), 'lookup of every other reference')
  }),

  prove(7, 'Live references are compared byte for byte', async (repository) => {
    for (const reference of hostileTexts) {
      const live = { liveReference: reference }
      const payment = paymentFixture({ reference })
      const what = `first payment of ${JSON.stringify(reference)}`
      equal(outcomeOf(await insertOne(repository, insertFixture(payment, live))), 'inserted', what)
      equal(outcomeOf(await repository.replace(group([changeFixture(payment, paid, live)]))), 'replaced', what)
    }
    for (const reference of hostileTexts) {
      const entry = insertFixture(paymentFixture({ reference }), { liveReference: reference })
      equal(
        (await insertOne(repository, entry)).outcome,
        'reference_taken',
        `second payment of ${JSON.stringify(reference)}`,
      )
    }
  }),

  prove(7, 'Idempotency keys are compared byte for byte', async (repository) => {
    const entries = visibleAscii.map((key) =>
      insertFixture(paymentFixture(), { idempotency: { key, fingerprint: '0'.repeat(64) } }),
    )
    for (const entry of entries) {
      equal(outcomeOf(await insertOne(repository, entry)), 'inserted', `first payment of ${entry.idempotency?.key}`)
    }
    for (const { payment, idempotency } of entries) {
      const answer = await insertOne(repository, insertFixture(paymentFixture(), { idempotency }))
      equal('payment' in answer && answer.payment.id, payment.id, `payment of ${idempotency?.key}`)
    }
  }),

  prove(7, 'Provider transaction ids are compared byte for byte, but for the case of A to Z', async (repository) => {
    const pending = await seed(repository, pendingSeries(hostileReceipts.length))
    for (const [i, providerTransactionId] of hostileReceipts.entries()) {
      const paidNow = changeFixture(pending[i]!, { ...paid, providerTransactionId })
      equal(outcomeOf(await repository.replace(group([paidNow]))), 'replaced', JSON.stringify(providerTransactionId))
      const now = await repository.get(pending[i]!.id)
      equal(now?.providerTransactionId, providerTransactionId, 'the transaction as it is stored')
    }
    const even = (_: unknown, i: number) => i % 2 === 0
    const { payments } = await repository.lookup({ ...none, providerTransactionIds: hostileReceipts.filter(even) })
    sameMembers(
      payments.map(({ providerTransactionId }) => providerTransactionId ?? 'none'),
      hostileReceipts.filter(even),
      'lookup of every other transaction',
    )
  }),

  prove(
    7,
    'A provider transaction id is one in letters of either case, and stays as it was given',
    async (repository) => {
      const [first, second, third, fourth] = await seed(repository, pendingSeries(4))
      const settled = (payment: Payment, providerTransactionId: string) =>
        changeFixture(payment, { ...paid, providerTransactionId })
      const answerTo = async (...changes: Change[]) => outcomeOf(await repository.replace(group(changes)))
      equal(await answerTo(settled(first!, 'SKL4ÄZ')), 'replaced', 'the first')
      for (const other of ['skl4Äz', 'Skl4ÄZ']) {
        equal(await answerTo(settled(second!, other)), `transaction_taken ${first!.id} v2`, other)
        const { payments } = await repository.lookup({ ...none, providerTransactionIds: [other] })
        equal(
          payments.map(({ id, providerTransactionId }) => [id, providerTransactionId]),
          [[first!.id, 'SKL4ÄZ']],
          `lookup of ${other}`,
        )
      }
      const both = await answerTo(settled(third!, 'tx-1k'), settled(fourth!, 'TX-1K'))
      equal(both, `transaction_taken ${third!.id} v1`, 'two of one group')
      equal(await answerTo(settled(third!, 'skl4äz')), 'replaced', 'another letter than A to Z')
      equal(await answerTo(settled(fourth!, 'ſKL4ÄZ')), 'replaced', 'a letter that folds into one of these elsewhere')
      const { payments } = await repository.lookup({ ...none, providerTransactionIds: ['SKL4ÄZ', 'skl4Äz'] })
      equal(ids(payments), [first!.id], 'lookup of two spellings')
    },
  ),

  prove(7, 'Statement line keys are compared byte for byte', async (repository) => {
    const pending = await seed(repository, pendingSeries(hostileTexts.length))
    for (const [i, lineKey] of hostileTexts.entries()) {
      equal(
        outcomeOf(await repository.replace(group([changeFixture(pending[i]!, paid)], lineKey))),
        'replaced',
        lineKey,
      )
    }
    const even = (_: unknown, i: number) => i % 2 === 0
    const { lines } = await repository.lookup({ ...none, lineKeys: hostileTexts.filter(even) })
    sameMembers(
      lines.map(({ key }) => key),
      hostileTexts.filter(even),
      'lookup of every other line',
    )
  }),
]
