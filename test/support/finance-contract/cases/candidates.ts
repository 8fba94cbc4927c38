import type { CandidateQuery } from '../../../../src/repository/finance-port.js'
import { equal, holds, sameMembers } from '../../../../src/testing/assert.js'
import { insertFixture, paymentFixture } from '../../../../src/testing/fixtures.js'
import { proveFinance } from '../proof.js'
import { change, each, ids, later } from '../../../../src/testing/steps.js'

const nine = '2026-11-20T09:00:00.000Z'
const nothing: CandidateQuery = { terms: [], commonTerms: [], prefixes: [], around: nine, limitEach: 3, limit: 200 }

export const candidateCases = [
  proveFinance(21, 'Candidates are all payments of the terms, each once, as they are now', async (repository) => {
    const payments = each(30, () => paymentFixture())
    await repository.insert(payments.map((payment, i) => insertFixture(payment, { terms: [`r:${i}`, `a:${i % 3}`] })))
    const changed = await change(repository, payments[5]!, { status: 'expired' })
    // The second of them has two of the terms, the first one.
    const some = await repository.findCandidates({ ...nothing, terms: ['r:5', 'r:7', 'a:1', 'r:unknown'] })
    const expected = payments.filter((_, i) => i === 5 || i % 3 === 1)
    sameMembers(ids(some), ids(expected), 'candidates')
    equal(
      some.find(({ id }) => id === changed.id),
      changed,
      'one that was changed',
    )
    equal(await repository.findCandidates(nothing), [], 'candidates of nothing')
  }),

  proveFinance(21, 'Candidates of terms are no more than their limit', async (repository) => {
    const payments = each(40, () => paymentFixture())
    await repository.insert(payments.map((payment, i) => insertFixture(payment, { terms: [`r:${i}`, 'w:all'] })))
    const having = new Set(ids(payments))
    for (const limit of [1, 25, 40]) {
      for (const terms of [['w:all'], each(40, (i) => `r:${i}`)]) {
        const candidateIds = ids(await repository.findCandidates({ ...nothing, terms, limit }))
        equal(new Set(candidateIds).size, limit, `candidates, of at most ${limit}`)
        equal(candidateIds.length, limit, `candidates given, of at most ${limit}`)
        holds(
          candidateIds.every((id) => having.has(id)),
          'a candidate without the term',
        )
      }
    }
  }),

  proveFinance(
    21,
    'Candidates of common terms and of beginnings are those created nearest to an instant',
    async (repository) => {
      // Unlike distances on both sides, so that no two are equally near.
      const payments = each(24, (i) => paymentFixture({ createdAt: later(nine, (i - 12) * 100 + i) }))
      await repository.insert(
        payments.map((payment, i) =>
          insertFixture(payment, { terms: ['a:1', `w:abebe${i}`, i % 2 ? 'w:odd' : 'w:even'] }),
        ),
      )
      const distance = (at: string, around: string) => Math.abs(Date.parse(at) - Date.parse(around))
      const nearest = (among: typeof payments, around: string, count: number) =>
        ids([...among].sort((a, b) => distance(a.createdAt, around) - distance(b.createdAt, around)).slice(0, count))
      const odd = payments.filter((_, i) => i % 2 === 1)
      for (const around of [nine, later(nine, -5000), later(nine, 5000), later(nine, 433)]) {
        const each = { ...nothing, around }
        const common = ids(await repository.findCandidates({ ...each, commonTerms: ['a:1'] }))
        includes(common, nearest(payments, around, 3), 3, 'of a common term')
        const beginning = ids(await repository.findCandidates({ ...each, prefixes: ['w:abebe'] }))
        includes(beginning, nearest(payments, around, 3), 3, 'of a beginning')
        const both = ids(
          await repository.findCandidates({ ...each, commonTerms: ['w:odd'], prefixes: ['w:abebe', 'w:z'] }),
        )
        includes(both, [...nearest(odd, around, 3), ...nearest(payments, around, 3)], 6, 'of both')
      }
      const late = payments.at(-1)!
      const more = await repository.findCandidates({ ...nothing, terms: [`w:abebe23`], commonTerms: ['a:1'], limit: 1 })
      includes(ids(more), [late.id, ...nearest(payments, nine, 3)], 4, 'of a term and a common one')
    },
  ),

  proveFinance(
    21,
    'Candidates of several groups of common terms are nearest to the instant of each group',
    async (repository) => {
      const payments = each(24, (i) => paymentFixture({ createdAt: later(nine, i * 1000) }))
      await repository.insert(
        payments.map((payment, i) => insertFixture(payment, { terms: ['a:1', i % 2 ? 'w:odd' : `w:even${i}`] })),
      )
      const others = [
        { commonTerms: ['a:1'], prefixes: [], around: payments[20]!.createdAt },
        { commonTerms: [], prefixes: ['w:even'], around: payments[10]!.createdAt },
      ]
      const query = { ...nothing, terms: ['w:even0'], commonTerms: ['w:odd'], around: nine, limitEach: 1, others }
      const expected = ids([0, 1, 10, 20].map((at) => payments[at]!))
      includes(ids(await repository.findCandidates(query)), expected, 4, 'of all groups')
    },
  ),

  proveFinance(21, 'Candidates are asked for by 10,000 terms at once', async (repository) => {
    const payments = each(20, () => paymentFixture())
    await repository.insert(payments.map((payment, i) => insertFixture(payment, { terms: [`t:${i * 500 + 499}`] })))
    const terms = each(10_000, (i) => `t:${i}`)
    sameMembers(ids(await repository.findCandidates({ ...nothing, terms })), ids(payments), 'candidates')
  }),
]

/**
 * Demands that the candidates have all expected ones. Too many are no fault, as long as there is a bound: so many on either
 * side of the instant.
 */
function includes(candidateIds: readonly string[], expected: readonly string[], limit: number, what: string): void {
  equal(
    expected.filter((id) => !candidateIds.includes(id)),
    [],
    `the nearest ones left out, ${what}`,
  )
  equal(new Set(candidateIds).size, candidateIds.length, `candidates given twice, ${what}`)
  holds(candidateIds.length <= 2 * limit, `${candidateIds.length} candidates ${what}`)
}
