import type { LookupKeys } from '../../repository/repository.js'
import { equal, sameMembers } from '../assert.js'
import { changeFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { group, ids, insert, seed } from '../steps.js'

const none: LookupKeys = { references: [], providerTransactionIds: [], lineKeys: [] }
const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

export const lookupCases = [
  prove(
    5,
    'A lookup gives every payment of the references and of the transactions, in whatever status',
    async (repository) => {
      const [a, b, c, d, e] = await seed(repository, [
        { reference: 'INV-1' },
        { reference: 'INV-1', status: 'reversed' },
        { reference: 'INV-2', ...paid, providerTransactionId: 'TX-1' },
        { reference: 'INV-3', ...paid, providerTransactionId: 'TX-2' },
        { reference: 'INV-5', status: 'failed' },
      ])
      const found = async (keys: Partial<LookupKeys>) => ids((await repository.lookup({ ...none, ...keys })).payments)
      sameMembers(await found({ references: ['INV-1', 'INV-5'] }), [a!.id, b!.id, e!.id], 'by reference')
      sameMembers(await found({ providerTransactionIds: ['TX-1', 'TX-2', 'INV-1'] }), [c!.id, d!.id], 'by transaction')
      sameMembers(await found({ references: ['TX-1', 'INV-9'] }), [], 'a reference that nobody has')
      sameMembers(await found({}), [], 'nothing asked')
    },
  ),

  prove(5, 'A lookup gives a payment once, even when several keys lead to it', async (repository) => {
    const [payment] = await seed(repository, [{ reference: 'INV-1', ...paid, providerTransactionId: 'TX-1' }])
    await repository.replace(group([changeFixture(payment!, { amountReconciled: 1 })], 'line-1'))
    const keys = { references: ['INV-1'], providerTransactionIds: ['TX-1'], lineKeys: ['line-1'] }
    equal(ids((await repository.lookup(keys)).payments), [payment!.id], 'payments')
  }),

  prove(5, 'A lookup tells which statement lines are stored, and for which payments', async (repository) => {
    const [a, b, c] = [await insert(repository), await insert(repository), await insert(repository)]
    await repository.replace(group([changeFixture(a, paid), changeFixture(b, paid)], 'line-1'))
    await repository.replace(group([changeFixture(c, paid)], 'line-2'))
    const { payments, lines } = await repository.lookup({ ...none, lineKeys: ['line-2', 'line-0', 'line-1'] })
    equal(payments.length, 0, 'payments, which no key asked for')
    const told = lines.map(({ key, paymentIds }) => `${key}: ${[...paymentIds].sort().join(' ')}`)
    sameMembers(told, [`line-1: ${[a.id, b.id].sort().join(' ')}`, `line-2: ${c.id}`], 'lines')
  }),

  prove(5, 'A lookup takes 5,000 keys a list', async (repository) => {
    const many = (prefix: string) => Array.from({ length: 5000 }, (_, i) => `${prefix}-${i}`)
    const a = await insert(repository, paymentFixture({ reference: 'INV-0' }))
    const b = await insert(repository, paymentFixture({ reference: 'INV-4999' }))
    const c = await insert(repository, paymentFixture({ reference: 'OTHER' }))
    await repository.replace(group([changeFixture(c, { ...paid, providerTransactionId: 'TX-4999' })], 'line-4999'))
    const { payments, lines } = await repository.lookup({
      references: many('INV'),
      providerTransactionIds: many('TX'),
      lineKeys: many('line'),
    })
    sameMembers(ids(payments), ids([a, b, c]), 'payments')
    equal(
      lines.map(({ key }) => key),
      ['line-4999'],
      'lines',
    )
  }),
]
