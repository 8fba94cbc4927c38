import type { LookupKeys } from '../../repository/port.js'
import { equal, sameMembers } from '../assert.js'
import { changeFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { group, ids, insert, seed } from '../steps.js'

const none: LookupKeys = { references: [], providerTransactionIds: [], lineKeys: [] }
const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

export const lookupCases = [
  prove(
    5,
    'A lookup gives every payment of the references and of the transactions, in whatever status',
    async (repository) => {
      const [a, b, c, d, e, f, g] = await seed(repository, [
        { reference: 'INV-1' },
        { reference: 'INV-1', status: 'reversed' },
        { reference: 'INV-2', ...paid, providerTransactionId: 'TX-1' },
        { reference: 'INV-3', ...paid, providerTransactionId: 'TX-2' },
        { reference: 'INV-5', status: 'failed' },
        { reference: 'INV-5', status: 'expired' },
        { reference: 'INV-6', status: 'reversed', paidAt: paid.paidAt, providerTransactionId: 'TX-6' },
      ])
      const lookUp = async (keys: Partial<LookupKeys>) => ids((await repository.lookup({ ...none, ...keys })).payments)
      sameMembers(await lookUp({ references: ['INV-1', 'INV-5'] }), [a!.id, b!.id, e!.id, f!.id], 'by reference')
      const transactions = { providerTransactionIds: ['TX-1', 'TX-2', 'TX-6', 'INV-1'] }
      sameMembers(await lookUp(transactions), [c!.id, d!.id, g!.id], 'by transaction')
      sameMembers(await lookUp({ references: ['INV-5'], ...transactions }), ids([c!, d!, e!, f!, g!]), 'by both')
      sameMembers(await lookUp({ references: ['TX-1', 'INV-9'] }), [], 'a reference that no payment has')
      sameMembers(await lookUp({}), [], 'nothing asked')
    },
  ),

  prove(5, 'A lookup gives a payment once, even when several keys lead to it', async (repository) => {
    const [payment] = await seed(repository, [{ reference: 'INV-1', ...paid, providerTransactionId: 'TX-1' }])
    await repository.replace(group([changeFixture(payment!, { amountReconciled: 1 })], 'line-1'))
    const keys = { references: ['INV-1'], providerTransactionIds: ['TX-1'], lineKeys: ['line-1'] }
    equal(ids((await repository.lookup(keys)).payments), [payment!.id], 'payments')
    const repeated = { references: ['INV-1', 'INV-1'], providerTransactionIds: [], lineKeys: [] }
    equal(ids((await repository.lookup(repeated)).payments), [payment!.id], 'payments of a repeated key')
  }),

  prove(5, 'A lookup returns which statement lines are stored, and for which payments', async (repository) => {
    const [a, b, c] = [await insert(repository), await insert(repository), await insert(repository)]
    await repository.replace(group([changeFixture(a, paid), changeFixture(b, paid)], 'line-1'))
    await repository.replace(group([changeFixture(c, paid)], 'line-2'))
    const { payments, lines } = await repository.lookup({ ...none, lineKeys: ['line-2', 'line-0', 'line-1'] })
    equal(payments.length, 0, 'payments, which no key asked for')
    const briefLines = lines.map(({ key, paymentIds }) => `${key}: ${[...paymentIds].sort().join(' ')}`)
    sameMembers(briefLines, [`line-1: ${[a.id, b.id].sort().join(' ')}`, `line-2: ${c.id}`], 'lines')
  }),
]
