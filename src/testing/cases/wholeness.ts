import type { Payment } from '../../domain/payments/payment.js'
import type { PaymentRepository } from '../../repository/port.js'
import { equal } from '../assert.js'
import { changeFixture, insertFixture, paymentFixture } from '../fixtures.js'
import { prove } from '../proof.js'
import { change, group, insert, insertOne, keyed, later, outcomeOf } from '../steps.js'

/** Makes a payment with every optional property. */
function fullPayment(): Payment {
  return paymentFixture({
    reference: 'INV-1',
    description: 'Ward 4, bed 2',
    customer: { id: 'MRN-1042', name: 'Abebe Bikila', phone: '+251911234567' },
    metadata: { ward: '4', 'bed.no': '2' },
    expiresAt: '2026-11-20T10:00:00.000Z',
  })
}

function paid(payment: Payment): Partial<Payment> {
  const paidAt = later(payment.createdAt, 7200)
  return { status: 'succeeded', paidAt, late: true, providerTransactionId: 'TX-1', statusReason: 'duplicate_reference' }
}

async function getOf(repository: PaymentRepository, { id }: Payment): Promise<unknown> {
  return repository.get(id)
}

export const wholenessCases = [
  prove(12, 'A payment comes back as it was handed in, with nothing added or changed', async (repository) => {
    const payment = await insert(repository, fullPayment())
    equal(await getOf(repository, payment), payment, 'after the insert')
    const settled = await change(repository, payment, paid(payment))
    equal(await getOf(repository, settled), settled, 'after a change')
    const undone = { status: 'reversed', reversedAt: later(payment.createdAt, 9000), statusReason: 'refund' } as const
    const reversed = await change(repository, settled, undone)
    equal(await getOf(repository, reversed), reversed, 'after another change')

    // Every way of the core, alone and behind another change of its group, with a statement line and without.
    const statusReason = 'changed'
    const expired = { status: 'expired', statusReason } as const
    const failed = { status: 'failed', statusReason } as const
    const succeeded = { status: 'succeeded', paidAt: later(payment.createdAt, 60), statusReason } as const
    const ways: readonly (readonly Partial<Payment>[])[] = [
      [failed, { ...succeeded, providerTransactionId: 'TX-2' }],
      [expired, { ...succeeded, late: true, providerTransactionId: 'TX-3' }, { ...undone, late: true }],
      [{ ...succeeded, providerTransactionId: 'TX-4' }, undone],
    ]
    for (const [i, way] of ways.entries()) {
      let last: Payment = { ...fullPayment(), reference: `INV-${i + 2}` }
      await insert(repository, last)
      for (const [step, patch] of way.entries()) {
        const next = changeFixture(last, patch)
        const beside = changeFixture(await insert(repository), { status: 'failed', statusReason: 'beside' })
        const changes = step === 0 ? [next] : [beside, next]
        const lineKey = (i + step) % 2 === 0 ? `line ${i} ${step}` : null
        equal(
          outcomeOf(await repository.replace(group(changes, lineKey))),
          'replaced',
          `way ${i + 1}, change ${step + 1}`,
        )
        last = next.payment
        equal(await getOf(repository, last), last, `way ${i + 1}, after change ${step + 1}`)
      }
    }
  }),

  prove(7, 'Empty text and empty objects are kept apart from absent ones', async (repository) => {
    for (const details of [{ description: '' }, { customer: {} }, { customer: { name: '' } }, { metadata: {} }]) {
      const { id } = await insert(repository, paymentFixture(details))
      const [[name, value]] = Object.entries(details) as [[keyof typeof details, unknown]]
      // As JSON, for a property of undefined is another case.
      equal(JSON.stringify((await repository.get(id))?.[name]), JSON.stringify(value), name)
    }
  }),

  prove(12, 'A property that a change no longer has is gone', async (repository) => {
    const payment = await insert(repository, fullPayment())
    const failed = await change(repository, payment, { status: 'failed', statusReason: 'cancelled' })
    const { statusReason: _, ...rest } = failed
    const settled = await change(repository, rest, { status: 'succeeded', paidAt: later(payment.createdAt, 60) })
    equal((await repository.get(settled.id))?.statusReason ?? null, null, 'statusReason')
    const other = await change(repository, await insert(repository), { status: 'failed', statusReason: 'cancelled' })
    const { statusReason: __, ...bare } = other
    const beside = changeFixture(await insert(repository), { status: 'expired' })
    const next = changeFixture(bare, { status: 'succeeded', paidAt: later(payment.createdAt, 60) })
    equal(
      outcomeOf(await repository.replace(group([beside, next], 'line-1'))),
      'replaced',
      'a group with a statement line',
    )
    equal((await repository.get(other.id))?.statusReason ?? null, null, 'statusReason of the second of a group')
  }),

  prove(
    6,
    'Optional properties that a payment does not have are omitted, not null or undefined',
    async (repository) => {
      const optional = ['description', 'customer', 'metadata', 'statusReason', 'providerTransactionId'] as const
      const present = (payment: object | null) => optional.filter((name) => payment && Object.hasOwn(payment, name))
      const payment = await insert(repository, paymentFixture({ reference: 'INV-1' }))
      const settled = await change(repository, payment, { status: 'succeeded', paidAt: later(payment.createdAt, 1) })
      equal(present(await repository.get(settled.id)), [], 'by get')
      const [paged] = await repository.page({ by: 'createdAt', direction: 'asc', limit: 1 })
      equal(present(paged ?? null), [], 'by page')
      const keys = { references: ['INV-1'], providerTransactionIds: [], lineKeys: [] }
      equal(present((await repository.lookup(keys)).payments[0] ?? null), [], 'by lookup')
      const answer = await insertOne(repository, insertFixture(payment))
      equal(present('payment' in answer ? answer.payment : null), [], 'by a conflict')
      for (const customer of [{ id: 'MRN-1042' }, { name: 'Abebe Bikila' }, { phone: '+251911234567' }]) {
        const one = await insert(repository, paymentFixture({ customer }))
        equal((await repository.get(one.id))?.customer, customer, 'a customer of whom one thing is known')
      }
    },
  ),

  prove(6, 'Times that a payment does not have are null', async (repository) => {
    const payment = await insert(repository)
    const stored = await repository.get(payment.id)
    equal(
      [stored?.expiresAt, stored?.paidAt, stored?.reversedAt, stored?.canceledAt],
      [null, null, null, null],
      'times',
    )
  }),

  prove(7, 'Pages, lookups and conflicts give the same whole payment as get does', async (repository) => {
    const rivalOfReference = await insert(
      repository,
      paymentFixture({ reference: 'INV-1', channel: 'cash', createdAt: '2026-11-21T00:00:00.000Z' }),
    )
    const holds = { liveReference: 'INV-1', idempotency: keyed('key-1') }
    const first = await insert(repository, fullPayment(), holds)
    const pending = await getOf(repository, first)
    const other = paymentFixture({ reference: 'INV-1' })
    const byKey = await insertOne(repository, insertFixture(other, { idempotency: keyed('key-1') }))
    equal('payment' in byKey && byKey.payment, pending, 'by a used key')
    const byId = await insertOne(repository, insertFixture({ ...other, id: first.id }))
    equal('payment' in byId && byId.payment, pending, 'by a known id')
    const byReference = await insertOne(repository, insertFixture(other, { liveReference: 'INV-1' }))
    equal('payment' in byReference && byReference.payment, pending, 'by a taken reference')

    const live = { liveReference: 'INV-1' }
    const current = await change(repository, first, paid(first), live)
    const settled = await getOf(repository, current)
    for (const by of ['createdAt', 'paidAt', 'expiresAt'] as const) {
      const after = { at: '2026-11-20T00:00:00.000Z', id: '' }
      equal(await repository.page({ by, direction: 'asc', limit: 1 }), [settled], `by page, ${by}`)
      equal(await repository.page({ by, direction: 'asc', limit: 1, after }), [settled], `by page behind, ${by}`)
      const [last] = await repository.page({
        by,
        direction: 'desc',
        reference: 'INV-1',
        channels: ['mobile-banking'],
        limit: 1,
      })
      equal(last, settled, `by page downwards, ${by}`)
    }
    const meet = {
      key: insertFixture(other, { idempotency: keyed('key-1') }),
      id: insertFixture({ ...other, id: first.id }),
      reference: insertFixture(other, live),
    }
    for (const [name, entry] of Object.entries(meet)) {
      const answer = await insertOne(repository, entry)
      equal('payment' in answer && answer.payment, settled, `by a used ${name}, after a change`)
    }
    const keys = { references: ['INV-1'], providerTransactionIds: [], lineKeys: [] }
    const payments = (await repository.lookup(keys)).payments
    equal(
      payments.filter(({ id }) => id === first.id),
      [settled],
      'by lookup',
    )
    const transactions = { ...keys, references: [], providerTransactionIds: ['TX-1'] }
    equal((await repository.lookup(transactions)).payments, [settled], 'by lookup of the transaction')
    const stale = await repository.replace(group([changeFixture(first, { status: 'expired' })]))
    equal('current' in stale && stale.current, settled, 'by a stale version')
    const rival = changeFixture(await insert(repository), { ...paid(first), statusReason: 'rival' })
    const byTransaction = await repository.replace(group([rival]))
    equal('payment' in byTransaction && byTransaction.payment, settled, 'by a taken transaction')
    const { providerTransactionId: _, ...without } = paid(rivalOfReference)
    const answer = await repository.replace(group([changeFixture(rivalOfReference, without, live)]))
    equal('payment' in answer && answer.payment, settled, 'by a reference that a change wants')
  }),
]
