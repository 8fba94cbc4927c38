import type { PaymentFlag } from '../../domain/payments/flags.js'
import type { Payment } from '../../domain/payments/payment.js'
import { equal } from '../assert.js'
import { prove } from '../proof.js'
import { change, later, seed } from '../steps.js'
import { inOrder, walk } from './paging.js'

/** Written out, so that the case does not ask the library's own rule. */
const holders: Readonly<Record<PaymentFlag, readonly string[]>> = {
  late: ['late'],
  duplicate_reference: ['duplicate'],
  superseded: ['superseded'],
  under_paid: ['part', 'kept', 'given back', 'waived and part'],
  unproved: ['late', 'duplicate', 'part', 'nothing', 'undone', 'canceled and paid', 'part waived'],
  unpaid_with_money: ['kept', 'waived and part'],
  refunded_unproved: ['undone'],
  canceled: ['canceled', 'canceled and paid', 'canceled, paid and undone'],
}

export const flagCases = [
  prove(5, 'A flag narrows pages, scans and totals to the payments that have it', async (repository) => {
    const paidAt = '2026-11-20T12:00:00.000Z'
    const canceledAt = '2026-11-20T11:00:00.000Z'
    const targets: readonly Partial<Payment>[] = [
      { reference: 'none' },
      { reference: 'late', status: 'succeeded', paidAt, late: true },
      { reference: 'duplicate', status: 'succeeded', paidAt, statusReason: 'duplicate_reference' },
      { reference: 'superseded', status: 'failed', statusReason: 'superseded' },
      { reference: 'part', status: 'succeeded', paidAt, amount: 1000, amountReconciled: 999 },
      { reference: 'whole', status: 'succeeded', paidAt, amount: 1000, amountReconciled: 1000 },
      { reference: 'nothing', status: 'succeeded', paidAt, amount: 1000, amountReconciled: 0 },
      { reference: 'waived whole', status: 'succeeded', paidAt, amount: 1000, amountWaived: 1000 },
      { reference: 'part waived', status: 'succeeded', paidAt, amount: 1000, amountWaived: 600 },
      {
        ...{ reference: 'waived and whole', status: 'succeeded', paidAt, amount: 1000 },
        ...{ amountReconciled: 400, amountWaived: 600 },
      },
      { reference: 'waived and part', status: 'failed', amount: 1000, amountReconciled: 399, amountWaived: 600 },
      { reference: 'kept', status: 'expired', amount: 1000, amountReconciled: 9, amountRefunded: 8 },
      { reference: 'given back', status: 'failed', amount: 1000, amountReconciled: 9, amountRefundPending: 9 },
      {
        ...{ reference: 'undone', status: 'succeeded', paidAt, amount: 1000, amountReconciled: 0, amountRefunded: 1 },
        undoneAllocations: [{ lineKey: 'line_1', amount: 1000, givenBack: 1 }],
      },
      { reference: 'canceled', status: 'expired', canceledAt, expiresAt: canceledAt, statusReason: 'moved away' },
      { reference: 'canceled and paid', status: 'succeeded', paidAt, canceledAt, amount: 1000 },
      { reference: 'canceled, paid and undone', status: 'reversed', paidAt, canceledAt, statusReason: 'charged twice' },
      { reference: 'expired', status: 'expired', expiresAt: canceledAt },
      { reference: 'imported', status: 'succeeded', paidAt, amount: 1000, imported: true },
      { reference: 'other reason', status: 'failed', statusReason: 'duplicate_reference of another' },
    ]
    // Asked for in another order than paid, of which two are at one time.
    const payments = await seed(
      repository,
      targets.map((target, i) => ({
        ...target,
        createdAt: later('2026-11-20T09:00:00.000Z', i),
        ...(target.paidAt && { paidAt: later(paidAt, -Math.floor(i / 2)) }),
      })),
    )
    for (const [flag, references] of Object.entries(holders) as [PaymentFlag, readonly string[]][]) {
      const held = payments.filter(({ reference }) => references.includes(reference))
      const expected = held.map(idOf).sort()
      for (const direction of ['asc', 'desc'] as const) {
        for (const by of ['createdAt', 'paidAt'] as const) {
          const ofTime = held.filter((payment) => payment[by] !== null)
          const pages = await walk(repository, { by, direction, flag, limit: 2 }, payments.length)
          equal(pages, inOrder(ofTime, { by, direction }), `pages of ${flag}, ${by} ${direction}`)
        }
      }
      const narrowed = { by: 'createdAt', direction: 'asc', flag, reference: 'none', limit: 10 } as const
      equal(await repository.page(narrowed), [], `page of ${flag} and another reference`)
      const scanned: string[] = []
      for await (const rows of repository.scan({ by: 'createdAt', flag, fields: ['id'] })) {
        scanned.push(...rows.map(([id]) => String(id)))
      }
      equal(scanned.sort(), expected, `scan of ${flag}`)
      const totals = await repository.totals({ by: 'createdAt', flag })
      equal(
        totals.reduce((sum, { count }) => sum + count, 0),
        expected.length,
        `totals of ${flag}`,
      )
    }
  }),

  prove(5, 'Payments of which something is reconciled are left out where that is asked for', async (repository) => {
    const expiresAt = '2026-11-20T12:00:00.000Z'
    const payments = await seed(repository, [{ expiresAt }, { expiresAt }, { expiresAt }])
    await change(repository, payments[1]!, { amountReconciled: 1 })
    const [waived] = await seed(repository, [{ expiresAt, amount: 5, amountWaived: 3 }])
    const expected = [payments[0]!.id, payments[2]!.id]
    const filter = { by: 'expiresAt', statuses: ['pending'], isUntouched: true } as const
    equal((await repository.page({ ...filter, direction: 'asc', limit: 2 })).map(idOf), expected, 'page')
    equal(
      (await repository.totals(filter)).map(({ count }) => count),
      [2],
      'totals',
    )
    const ofWaivers = { by: 'createdAt', isWaived: true } as const
    equal((await repository.page({ ...ofWaivers, direction: 'asc', limit: 2 })).map(idOf), [waived!.id], 'waived page')
    equal(
      (await repository.totals(ofWaivers)).map((total) => [total.count, total.waived]),
      [[1, '3']],
      'waived totals',
    )
  }),
]

function idOf({ id }: Payment): string {
  return id
}
