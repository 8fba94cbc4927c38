import type { Payment } from '../../../../src/domain/payments/payment.js'
import type { FinanceRepository, SearchClause, PaymentSearch } from '../../../../src/repository/finance-port.js'
import { equal } from '../../../../src/testing/assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../../../../src/testing/fixtures.js'
import { lookalikes } from '../../../../src/testing/hostile.js'
import { allPages, write } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { change, each, group, ids, insert, later, outcomeOf } from '../../../../src/testing/steps.js'

const nine = '2026-11-20T09:00:00.000Z'
const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

/** Finds the payments that have all clauses, and returns their ids, newest first. */
async function searchIds(
  repository: FinanceRepository,
  clauses: readonly SearchClause[],
  more: Partial<PaymentSearch> = {},
): Promise<string[]> {
  return ids(await repository.searchPayments({ clauses, limit: 200, ...more }))
}

/** Stores payments a second apart, each with its terms. */
async function withTerms(repository: FinanceRepository, termsOf: readonly (readonly string[])[]): Promise<Payment[]> {
  const payments = termsOf.map((_, i) => paymentFixture({ createdAt: later(nine, i) }))
  for (const [i, terms] of termsOf.entries()) await insert(repository, payments[i]!, { terms })
  return payments
}

export const searchCases = [
  proveFinance(21, 'A payment is found by each of its terms, whatever becomes of it', async (repository) => {
    const long = `w:${'x'.repeat(190)}`
    const terms = ['r:1nv7', 'a:9007199254740991', 'p:119152', 'w:abebe', 'w:ክፍያ', `${long}a`]
    const payment = paymentFixture()
    await insert(repository, payment, { terms })
    await insert(repository, paymentFixture(), { terms: [`${long}b`] })
    await insert(repository)
    const states = [payment, await change(repository, payment, { ...paid, providerTransactionId: 'TX-1' })]
    for (const now of states) {
      for (const term of terms) {
        equal(
          await searchIds(repository, [{ terms: [term] }]),
          [payment.id],
          `payments with ${term}, version ${now.version}`,
        )
      }
    }
    const { providerTransactionId: _, ...settled } = states[1]!
    const reversed = changeFixture(settled, { status: 'reversed', reversedAt: later(nine, 9) })
    equal(outcomeOf(await repository.replace(group([reversed]))), 'replaced', 'reversal')
    for (const term of terms)
      equal(await searchIds(repository, [{ terms: [term] }]), [payment.id], `reversed, with ${term}`)
    const answer = await repository.searchPayments({ clauses: [{ terms: ['w:abebe'] }], limit: 9 })
    equal(answer, [reversed.payment], 'the payment as it is shown')
  }),

  proveFinance(21, 'The terms of 5,000 payments that are inserted at once are all kept', async (repository) => {
    const payments = each(5000, () => paymentFixture())
    const termsOf = (i: number) => [`r:inv${i}`, `a:${i % 7}`, `p:${i}`, `w:name${i % 100}`, `w:other${i}`]
    const outcomes = await repository.insert(
      payments.map((payment, i) => insertFixture(payment, { terms: termsOf(i) })),
    )
    equal(outcomes.filter(({ outcome }) => outcome === 'inserted').length, 5000, 'inserted payments')
    for (const place of [0, 1, 499, 500, 999, 1000, 2500, 4095, 4999]) {
      const { id } = payments[place]!
      for (const term of [`r:inv${place}`, `p:${place}`, `w:other${place}`]) {
        equal(await searchIds(repository, [{ terms: [term] }]), [id], `payments with ${term}`)
      }
      const both = [{ terms: [`w:name${place % 100}`] }, { terms: [`a:${place % 7}`] }]
      const expected = payments.filter((_, i) => i % 100 === place % 100 && i % 7 === place % 7)
      equal(await searchIds(repository, both), ids(expected).reverse(), `payments with two common terms of ${place}`)
    }
  }),

  proveFinance(21, 'Terms are compared byte for byte, and only as a whole', async (repository) => {
    const words = lookalikes.filter((text) => [...text].length < 30).map((text) => `w:${text}`)
    const payments = await withTerms(
      repository,
      words.map((word) => [word]),
    )
    for (const [i, word] of words.entries()) {
      equal(await searchIds(repository, [{ terms: [word] }]), [payments[i]!.id], `payments with ${word}`)
    }
    equal(await searchIds(repository, [{ terms: ['w:', 'w', '%', 'w:%'] }]), [], 'payments with a part of a term')
  }),

  proveFinance(
    21,
    'Terms are found by how they begin, and by a part behind that, each a plain text',
    async (repository) => {
      const payments = await withTerms(repository, [
        ['w:abebe', 'r:w1'],
        ['w:bekele', 'w:abera'],
        ['w:100%', 'p:119'],
        ['w:a_b'],
        ['w:back\\slash', 'p:11w:ab'],
        ['w:axb'],
        ['W:ABEBE'],
      ])
      const prefixes: [{ start: string; part?: string }, number[]][] = [
        [{ start: 'w:ab' }, [1, 0]],
        [{ start: 'w:' }, [5, 4, 3, 2, 1, 0]],
        [{ start: 'p:11' }, [4, 2]],
        [{ start: 'w:%' }, []],
        [{ start: 'w:_' }, []],
        [{ start: 'w:a_' }, [3]],
        [{ start: 'w:', part: 'be' }, [1, 0]],
        [{ start: 'w:', part: '%' }, [2]],
        [{ start: 'w:', part: '_' }, [3]],
        [{ start: 'w:', part: '\\' }, [4]],
        [{ start: 'w:', part: 'a_b' }, [3]],
        [{ start: 'w:', part: 'w:' }, []],
        [{ start: 'w:a', part: 'a' }, [1]],
        [{ start: 'w:', part: '' }, [5, 4, 3, 2, 1, 0]],
      ]
      for (const [prefix, places] of prefixes) {
        const expected = places.map((place) => payments[place]!.id)
        equal(
          await searchIds(repository, [{ prefixes: [prefix] }]),
          expected,
          `payments with ${JSON.stringify(prefix)}`,
        )
      }
    },
  ),

  proveFinance(21, 'A payment is found where it has every clause, each by any of its terms', async (repository) => {
    const payments = await withTerms(repository, [['w:a', 'w:b'], ['w:a', 'a:1'], ['w:b', 'a:1'], ['w:c'], []])
    const searches: [readonly SearchClause[], number[]][] = [
      [[], [4, 3, 2, 1, 0]],
      [[{ terms: ['w:a', 'w:b'] }], [2, 1, 0]],
      [[{ terms: ['w:a'] }, { terms: ['w:b'] }], [0]],
      [[{ terms: ['w:a'] }, { terms: ['a:1'] }], [1]],
      [
        [{ terms: ['w:c'], prefixes: [{ start: 'a:' }] }, { prefixes: [{ start: 'w:' }] }],
        [3, 2, 1],
      ],
      [[{ terms: ['w:a'] }, { terms: ['w:unknown'] }], []],
      [[{ terms: [] }], []],
      [[{}], []],
    ]
    for (const [clauses, places] of searches) {
      const expected = places.map((place) => payments[place]!.id)
      equal(await searchIds(repository, clauses), expected, `payments with ${JSON.stringify(clauses)}`)
    }
  }),

  proveFinance(21, 'A receipt is found whole, by whoever has it now', async (repository) => {
    const payment = await insert(repository, paymentFixture(), { terms: ['w:abebe'] })
    const settled = await change(repository, payment, { ...paid, providerTransactionId: 'QGH7' })
    const clause = (providerTransactionId: string): SearchClause => ({
      terms: [providerTransactionId],
      providerTransactionId,
    })
    equal(await searchIds(repository, [clause('QGH7')]), [payment.id], 'the receipt')
    equal(await searchIds(repository, [clause('qgh7')]), [payment.id], 'the receipt in small letters')
    for (const other of ['QGH', 'QGH7 ', 'QGH_', '%']) {
      equal(await searchIds(repository, [clause(other)]), [], `the receipt ${other}`)
    }
    equal(await searchIds(repository, [clause('QGH7'), { terms: ['w:bekele'] }]), [], 'with a term that it has not')
    const { providerTransactionId: _, ...without } = settled
    await change(repository, without, { status: 'reversed', reversedAt: later(nine, 9) })
    equal(await searchIds(repository, [clause('QGH7')]), [], 'the receipt that it let go of')
    equal(await searchIds(repository, [{ ...clause('QGH7'), terms: ['w:abebe'] }]), [payment.id], 'by its term')
  }),

  proveFinance(21, 'A search is narrowed by currency, status, channel and period', async (repository) => {
    const kinds: Partial<Payment>[] = each(12, (i) => ({
      currency: i % 2 ? 'ETB' : 'USD',
      channel: ['cash', 'till', 'Cash'][i % 3]!,
      createdAt: later(nine, i),
    }))
    const payments = []
    for (const [i, kind] of kinds.entries()) {
      const payment = await insert(repository, paymentFixture(kind), { terms: ['w:all', `n:${i}`] })
      payments.push(i % 4 === 0 ? await change(repository, payment, paid) : payment)
    }
    const narrowings: [Partial<PaymentSearch>, (payment: Payment, i: number) => boolean][] = [
      [{ currency: 'USD' }, ({ currency }) => currency === 'USD'],
      [{ statuses: ['succeeded'] }, ({ status }) => status === 'succeeded'],
      [{ statuses: ['failed', 'pending'] }, ({ status }) => status === 'pending'],
      [{ channels: ['Cash'] }, ({ channel }) => channel === 'Cash'],
      [{ channels: ['cash', 'till'] }, ({ channel }) => channel !== 'Cash'],
      [{ from: later(nine, 3) }, (_, i) => i >= 3],
      [{ before: later(nine, 9) }, (_, i) => i < 9],
      [{ from: later(nine, 2), before: later(nine, 11), currency: 'ETB' }, (_, i) => i >= 2 && i < 11 && i % 2 === 1],
      [{ currency: 'USD', statuses: ['succeeded'], channels: ['cash'] }, (_, i) => i % 4 === 0 && i % 3 === 0],
    ]
    for (const [narrowing, isWanted] of narrowings) {
      const expected = ids(payments.filter(isWanted)).reverse()
      for (const clauses of [[], [{ terms: ['w:all'] }], [{ prefixes: [{ start: 'n:' }] }]]) {
        const what = JSON.stringify({ ...narrowing, clauses })
        equal(await searchIds(repository, clauses, narrowing), expected, what)
      }
    }
  }),

  proveFinance(20, 'Pages of a search of any size give each payment once, newest first', async (repository) => {
    const payments = each(20, (i) => paymentFixture({ createdAt: later(nine, Math.floor(i / 7)) }))
    await repository.insert(
      [...payments].reverse().map((payment, i) => insertFixture(payment, { terms: ['w:a', `w:a${i % 5}`, `n:${i}`] })),
    )
    const newest = ids(payments).reverse()
    const positionOf = ({ createdAt, id }: Payment) => ({ at: createdAt, id })
    const clausesOf: SearchClause[][] = [[], [{ terms: ['w:a'] }], [{ prefixes: [{ start: 'w:' }] }]]
    for (const limit of [1, 2, 7, 200]) {
      for (const clauses of clausesOf) {
        const paged = await allPages(limit, (page) => repository.searchPayments({ clauses, ...page }), positionOf)
        equal(ids(paged), newest, `pages of ${limit}, ${JSON.stringify(clauses)}`)
        const before = later(nine, 2)
        const older = await allPages(
          limit,
          (page) => repository.searchPayments({ clauses, before, ...page }),
          positionOf,
        )
        equal(ids(older), newest.slice(6), `pages of ${limit} before an instant, ${JSON.stringify(clauses)}`)
      }
    }
  }),

  proveFinance(
    21,
    'A change adds terms to those that a payment has, with or without statement lines',
    async (repository) => {
      const payment = await insert(repository, paymentFixture(), { terms: ['w:abebe'] })
      const bare = await insert(repository)
      const first = changeFixture(payment, paid, { terms: ['w:bekele', 'w:abebe'] })
      const second = changeFixture(bare, paid, { terms: ['w:bekele'] })
      equal(outcomeOf(await repository.replace(group([first]))), 'replaced', 'replace')
      equal(await write(repository, [], [second]), 'replaced', 'replace with lines')
      equal(await searchIds(repository, [{ terms: ['w:abebe'] }]), [payment.id], 'the former term')
      equal(await searchIds(repository, [{ terms: ['w:bekele'] }]), [bare.id, payment.id], 'the added term')
      const stale = changeFixture(payment, paid, { terms: ['w:never'] })
      await repository.replace(group([stale]))
      await write(repository, [], [stale])
      equal(await searchIds(repository, [{ terms: ['w:never'] }]), [], 'the term of a refused change')
      await repository.insert([insertFixture({ ...paymentFixture(), id: bare.id }, { terms: ['w:never'] })])
      equal(await searchIds(repository, [{ terms: ['w:never'] }]), [], 'the term of a refused insert')
      await change(repository, first.payment, { amountReconciled: 1 })
      equal(
        await searchIds(repository, [{ terms: ['w:bekele'] }]),
        [bare.id, payment.id],
        'after a change without terms',
      )
    },
  ),
]
