import { isPaymentEvent } from '../../domain/event-stream.js'
import type { Evidence, PaymentEvent } from '../../domain/payments/event.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { PaymentRepository } from '../../repository/port.js'
import { answersWith } from '../answers.js'
import { equal } from '../assert.js'
import { changeFixture, eventFixture, insertFixture, type PaymentChange, paymentFixture } from '../fixtures.js'
import { freeTexts, hostileTexts } from '../hostile.js'
import { prove } from '../proof.js'
import { withRichEvents } from '../relay.js'
import { change, group, ids, insert, insertOne, isAbsent, keyed, later, seed } from '../steps.js'

const max = Number.MAX_SAFE_INTEGER

async function comesBack(
  repository: PaymentRepository,
  payments: readonly Payment[],
  field: keyof Payment,
): Promise<void> {
  for (const payment of payments) {
    equal((await repository.get(payment.id))?.[field], payment[field], `${field} of a payment`)
  }
}

function withEvent(change: PaymentChange, event: Partial<PaymentEvent>): PaymentChange {
  return { ...change, event: { ...change.event, ...event } }
}

export const fidelityCases = [
  prove(7, 'Amounts come back exactly, up to 2^53-1', async (repository) => {
    const amounts = [1, 99, 2 ** 31, 2 ** 32 + 1, 4_503_599_627_370_497, max - 1, max]
    const payments = await seed(
      repository,
      amounts.map((amount) => ({
        amount,
        amountReconciled: amount,
        amountRefundPending: amount - Math.floor(amount / 3),
        amountRefunded: Math.floor(amount / 3),
        status: 'succeeded' as const,
      })),
    )
    for (const field of ['amount', 'amountReconciled', 'amountRefundPending', 'amountRefunded'] as const)
      await comesBack(repository, payments, field)
    const events = await repository.history(payments.at(-1)!.id)
    equal(
      events.filter(isPaymentEvent).map(({ data }) => [data.amount, data.amountReconciled]),
      [
        [max, 0],
        [max, max],
      ],
      'amounts of the events',
    )
  }),

  prove(
    7,
    'What statement lines have left on a payment comes back, and is omitted where there is nothing',
    async (repository) => {
      const undoneAllocations = [
        { lineKey: 'id:É "1"', amount: max, givenBack: max - 1 },
        { lineKey: 'id:2', amount: 1, givenBack: 0 },
      ]
      const writtenOffBy = [{ lineKey: 'id:3', amount: 5 }]
      const money = { amount: max, amountReconciled: max, status: 'succeeded' as const }
      const payments = await seed(repository, [
        { ...money, undoneAllocations },
        { ...money, writtenOffBy, amountWrittenOff: 5 },
        { ...money, status: 'reversed' as const, moneyReturned: false as const },
        { ...money, undoneAllocations, writtenOffBy, amountWrittenOff: 5 },
        money,
      ])
      for (const field of ['amountWrittenOff', 'undoneAllocations', 'writtenOffBy', 'moneyReturned'] as const)
        await comesBack(repository, payments, field)
      const [first, , , , bare] = payments
      const { undoneAllocations: _, ...without } = first!
      const next = await change(repository, without, { amountRefundPending: 1 })
      for (const payment of [bare!, next]) equal(await repository.get(payment.id), payment, 'a payment without')
    },
  ),

  prove(7, 'Instants come back to the millisecond, from 1970 to 9998', async (repository) => {
    const instants = [
      '1970-01-01T00:00:00.000Z',
      '1970-01-01T00:00:00.001Z',
      '2011-12-30T10:00:00.120Z',
      '2026-03-29T01:59:59.999Z',
      '2038-01-19T03:14:08.007Z',
      '9998-12-31T23:59:59.999Z',
    ]
    const payments = await seed(
      repository,
      instants.map((at) => ({
        status: 'reversed' as const,
        createdAt: at,
        updatedAt: at,
        expiresAt: at,
        paidAt: at,
        reversedAt: at,
        canceledAt: at,
      })),
    )
    for (const field of ['createdAt', 'updatedAt', 'expiresAt', 'paidAt', 'reversedAt', 'canceledAt'] as const) {
      await comesBack(repository, payments, field)
    }
    for (const { id, createdAt } of payments) {
      equal(
        (await repository.history(id)).map((event) => event.createdAt),
        [createdAt, createdAt, createdAt],
        'events',
      )
    }
  }),

  prove(7, 'Instants a millisecond apart are apart in periods and in order', async (repository) => {
    const at = (ms: number) => `2026-11-20T09:00:00.00${ms}Z`
    const payments = await seed(
      repository,
      [3, 1, 4, 2].map((ms) => ({
        status: 'reversed' as const,
        reference: 'INV-1',
        createdAt: at(ms),
        paidAt: at(ms),
        reversedAt: at(ms),
        expiresAt: at(ms),
      })),
    )
    const [third, first, fourth, second] = ids(payments)
    for (const by of ['createdAt', 'paidAt', 'reversedAt', 'expiresAt'] as const) {
      for (const narrowed of [{ by }, { by, reference: 'INV-1' }]) {
        const up = { ...narrowed, direction: 'asc', limit: 10 } as const
        const down = { ...narrowed, direction: 'desc', limit: 10 } as const
        const [from, before] = [{ from: at(2) }, { before: at(4) }]
        equal(ids(await repository.page({ ...up, ...from, ...before })), [second, third], `2 ms upwards, by ${by}`)
        equal(ids(await repository.page({ ...down, ...from, ...before })), [third, second], `2 ms downwards, by ${by}`)
        equal(ids(await repository.page({ ...up, ...from })), [second, third, fourth], `from 2 ms, by ${by}`)
        equal(ids(await repository.page({ ...down, ...before })), [third, second, first], `before 4 ms, by ${by}`)
      }
    }
  }),

  prove(7, 'Texts of every kind come back exactly', async (repository) => {
    const payments = await seed(
      repository,
      freeTexts.map((text, i) => ({
        reference: hostileTexts[i % hostileTexts.length]!,
        description: text,
        customer: { name: text.slice(0, 200), phone: '+251911234567' },
        metadata: { note: text, row: String(i) },
        instructions: { type: 'text' as const, message: text },
        status: 'failed' as const,
        statusReason: text,
      })),
    )
    const fields = ['reference', 'description', 'customer', 'metadata', 'instructions', 'statusReason'] as const
    for (const field of fields) await comesBack(repository, payments, field)
  }),

  prove(7, 'Pages, lookups and conflicts hold every text and amount exactly', async (repository) => {
    for (const [i, text] of ['i\u0301nv-1 ', '  O\u2019Brien\u00a0', '\u{1d4b3}\ufeff'.repeat(50)].entries()) {
      const reference = `${text}${i}`
      const rival = await insert(repository, paymentFixture({ reference }))
      const details = {
        reference,
        amount: max - i,
        description: `${text}\r\n`,
        instructions: { type: 'text', message: text },
      }
      const first = paymentFixture(details as Partial<Payment>)
      await insert(repository, first, { liveReference: reference, idempotency: keyed(`key-${i}`) })
      const patch = {
        status: 'succeeded',
        paidAt: later(first.createdAt, 60),
        providerTransactionId: `TX-${i}${text}`,
        statusReason: text,
      } as const
      const settled = await change(repository, first, patch, { liveReference: reference })
      for (const [name, answer] of await answersWith(repository, settled, rival, `key-${i}`)) {
        // What get says is another case.
        if (name !== 'get') equal(answer, settled, `shown by ${name}`)
      }
    }
  }),

  prove(7, 'Instructions of every type come back exactly', async (repository) => {
    const message = 'Pay INV-1.'
    const all: Payment['instructions'][] = [
      { type: 'text', message },
      { type: 'redirect', message, url: 'https://pay.example.org/?a=1&b=%20#c' },
      { type: 'ussd', message, code: '*847*1#' },
      { type: 'qr', message, payload: '000201010211…6304ABCD' },
    ]
    const payments = await seed(
      repository,
      all.map((instructions) => ({ instructions })),
    )
    await comesBack(repository, payments, 'instructions')
  }),

  prove(7, 'Events come back exactly, with actor, reason and evidence of both kinds', async (repository) => {
    for (const text of ["O'Brien \\ %_ $1 {}", 'i\u0301nv  ', '👩🏽‍⚕️ ክፍያ']) {
      const payment = paymentFixture({ reference: text, currency: 'XOF' })
      const first = insertFixture(payment, { event: eventFixture(payment, { actor: text }) })
      await insertOne(repository, first)
      const paidAt = later(payment.createdAt, 60)
      const paid = withEvent(changeFixture(payment, { status: 'succeeded', paidAt }), {
        evidence: { kind: 'confirmation', paidAt, providerTransactionId: text },
      })
      await repository.replace(group([paid]))
      const evidence: Evidence = {
        kind: 'statement',
        account: text,
        lineKey: `${payment.id} ${text}`,
        row: 2,
        valueDate: '2026-11-20',
        amount: payment.amount,
        providerTransactionId: null,
      }
      const counted = withEvent(changeFixture(paid.payment, { amountReconciled: payment.amount }), {
        type: 'payment.reconciled',
        reason: text,
        evidence,
      })
      await repository.replace(group([counted], `${payment.id} ${text}`))
      equal(await repository.history(payment.id), [first.event, paid.event, counted.event], 'history')
    }
    for (const status of ['failed', 'expired'] as const) {
      const events = await withRichEvents(repository, status)
      equal(await repository.history(events[0]!.data.paymentId), events, `history of a payment that ${status} at first`)
    }
  }),

  prove(7, 'Ids are compared byte for byte', async (repository) => {
    const payment = await insert(repository, paymentFixture({ id: 'pay_01JDABCDEFGHJKMNPQRSTVWXYZ' }))
    for (const id of [payment.id.toLowerCase(), payment.id.slice(0, -1), `${payment.id} `]) {
      equal(isAbsent(await repository.get(id)), true, `a payment with the id ${JSON.stringify(id)} is unknown`)
    }
  }),
]
