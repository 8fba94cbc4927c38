import type { Cell, Filter, PaymentRepository, ScanQuery } from '../../repository/port.js'
import { equal, holds, rejectionOf } from '../assert.js'
import { paymentFixture } from '../fixtures.js'
import { freeTexts, hostileTexts } from '../hostile.js'
import { prove } from '../proof.js'
import { combinations, matching, mixture } from '../mixture.js'
import { change, column, ids, insert, later, pendingSeries, rowsOf, seed, storedBrief } from '../steps.js'

const nine = '2026-11-20T09:00:00.000Z'
const everything: ScanQuery = { by: 'createdAt', fields: ['id', 'status'] }

/** Takes one batch and leaves, or stumbles over it. */
async function takeOne(repository: PaymentRepository, stumble: boolean): Promise<void> {
  for await (const batch of repository.scan(everything)) {
    if (stumble) throw new Error(`a consumer that fails on ${batch.length} rows`)
    return
  }
}

export const scanCases = [
  prove(14, 'A scan gives every row once and in order, in batches of at most 1,000', async (repository) => {
    // Thousands at one time, stored backwards: only the id decides where a batch ends and the next one begins.
    const targets = Array.from({ length: 10_001 }, (_, i) =>
      paymentFixture({ createdAt: later(nine, Math.floor(i / 3500)) }),
    )
    const payments = await seed(repository, [...targets].reverse())
    const rows: (readonly Cell[])[] = []
    for await (const batch of repository.scan(everything)) {
      holds(batch.length <= 1000, `a batch of ${batch.length} rows`)
      rows.push(...batch)
    }
    equal(column(rows), ids(payments.reverse()), 'ids')
  }),

  prove(14, 'A scan is of one instant, and payments are written while it is open', async (repository) => {
    const payments = await seed(repository, pendingSeries(1100, nine))
    const scan = repository.scan(everything)[Symbol.asyncIterator]()
    const rows = [...((await scan.next()).value as (readonly Cell[])[])]
    await change(repository, payments[0]!, { status: 'expired' })
    await change(repository, payments[1099]!, { status: 'expired' })
    const [early, late] = await seed(repository, [{ createdAt: later(nine, -1) }, { createdAt: later(nine, 5000) }])
    for (let next = await scan.next(); next.done !== true; next = await scan.next()) rows.push(...next.value)
    equal(
      rows,
      payments.map(({ id }) => [id, 'pending']),
      'rows of the open scan',
    )
    equal(
      [await storedBrief(repository, early!), await storedBrief(repository, late!)],
      [`${early!.id} v1`, `${late!.id} v1`],
      'written',
    )
  }),

  prove(14, 'A scan that is left early, or whose consumer throws, holds nothing', async (repository) => {
    await seed(repository, pendingSeries(3, nine))
    // More often than any pool has connections.
    for (let i = 0; i < 24; i++) {
      const errors = await rejectionOf(() => takeOne(repository, i % 2 === 1))
      equal(errors.length, i % 2, 'errors of the consumer')
    }
    const payment = await insert(repository)
    equal(await storedBrief(repository, payment), `${payment.id} v1`, 'a payment stored afterwards')
    equal((await rowsOf(repository.scan(everything))).length, 4, 'rows of a scan afterwards')
  }),

  prove(14, 'An aborted scan ends with the reason of its signal', async (repository) => {
    // More than one batch, so that something is left to be aborted.
    await seed(repository, pendingSeries(1001, nine))
    const abort = new AbortController()
    const reason = new Error('the reader went away')
    const scan = repository.scan(everything, abort.signal)[Symbol.asyncIterator]()
    const first = await scan.next()
    abort.abort(reason)
    const errors = await rejectionOf(async () => {
      for (let next = await scan.next(); next.done !== true; next = await scan.next());
    })
    equal(first.done, false, 'end before the first batch')
    holds(errors.length === 1 && errors[0] === reason, `the scan ended with ${String(errors[0] ?? 'its last row')}`)
    const payment = await insert(repository)
    equal(await storedBrief(repository, payment), `${payment.id} v1`, 'a payment stored afterwards')
  }),

  prove(14, 'A scan whose signal was aborted before gives no row but the reason', async (repository) => {
    await insert(repository)
    const reason = new Error('the reader was never there')
    const errors = await rejectionOf(() =>
      repository.scan(everything, AbortSignal.abort(reason))[Symbol.asyncIterator]().next(),
    )
    holds(errors.length === 1 && errors[0] === reason, `the scan began with ${String(errors[0] ?? 'a batch')}`)
  }),

  prove(14, 'The cells of a scan stand in the order that was asked for', async (repository) => {
    const [payment] = await seed(repository, [
      {
        reference: 'INV-1',
        amount: 4200,
        status: 'reversed',
        createdAt: nine,
        expiresAt: later(nine, 1),
        paidAt: later(nine, 2),
        reversedAt: later(nine, 3),
        canceledAt: later(nine, 5),
        updatedAt: later(nine, 4),
        late: true,
        amountReconciled: 4100,
        amountRefundPending: 300,
        amountRefunded: 7,
        description: 'Ward 4',
        metadata: { 'x.y': '"ward"', ward: 'B' },
        customer: { id: 'MRN-1042', name: 'Abebe Bikila', phone: '+251911234567' },
        statusReason: 'refund',
        providerTransactionId: 'TX-1',
      },
    ])
    const cells = {
      version: 3,
      'metadata.ward': 'B',
      'metadata.x.y': '"ward"',
      'metadata.bed': null,
      customerId: 'MRN-1042',
      customerPhone: '+251911234567',
      late: true,
      amount: 4200,
      reversedAt: later(nine, 3),
      canceledAt: later(nine, 5),
      id: payment!.id,
      customerName: 'Abebe Bikila',
      status: 'reversed',
      paidAt: later(nine, 2),
      reference: 'INV-1',
      expiresAt: later(nine, 1),
      description: 'Ward 4',
      providerTransactionId: 'TX-1',
      createdAt: nine,
      currency: 'ETB',
      amountRefundPending: 300,
      statusReason: 'refund',
      amountReconciled: 4100,
      amountRefunded: 7,
      channel: 'mobile-banking',
      updatedAt: later(nine, 4),
    } as const
    const fields = Object.keys(cells) as (keyof typeof cells)[]
    equal(await rowsOf(repository.scan({ by: 'createdAt', fields })), [Object.values(cells)], 'all fields')
    const back = [...fields].reverse()
    equal(
      await rowsOf(repository.scan({ by: 'createdAt', fields: back })),
      [Object.values(cells).reverse()],
      'backwards',
    )
    await insert(repository, paymentFixture({ reference: 'INV-2' }))
    const inTime = repository.scan({ by: 'createdAt', reference: 'INV-2', fields: ['late', 'reference'] })
    equal(await rowsOf(inTime), [[false, 'INV-2']], 'what is not late')
  }),

  prove(7, 'The cells of a scan hold every text, amount and instant exactly', async (repository) => {
    const amounts = ['amount', 'amountReconciled', 'amountRefundPending', 'amountRefunded'] as const
    const others = ['canceledAt', 'createdAt', 'customerName', 'description', 'expiresAt', 'paidAt'] as const
    const more = ['providerTransactionId', 'reference', 'reversedAt', 'statusReason', 'updatedAt'] as const
    const fields = [...amounts, ...others, ...more]
    const max = Number.MAX_SAFE_INTEGER
    const ms = (i: number) => new Date(Date.parse(nine) + i).toISOString()
    const payments = await seed(
      repository,
      freeTexts.map((text, i) => ({
        amount: max - i,
        amountReconciled: max - 2 * i - 1,
        amountRefundPending: max - 3 * i - 20,
        amountRefunded: 2 * i,
        createdAt: ms(i),
        customer: { name: text.slice(0, 200) },
        description: text,
        expiresAt: ms(7 * i + 1),
        paidAt: ms(3 * i + 1),
        // Unlike all others by its beginning: which transactions are the same is another case.
        providerTransactionId: [...`${i} ${text}`].slice(0, 255).join(''),
        reference: hostileTexts[i % hostileTexts.length]!,
        reversedAt: ms(5 * i + 1),
        canceledAt: ms(13 * i + 1),
        status: 'reversed' as const,
        statusReason: text,
        updatedAt: ms(11 * i + 1),
      })),
    )
    const rows = await rowsOf(repository.scan({ by: 'createdAt', fields }))
    equal(rows.length, payments.length, 'rows')
    for (const [i, payment] of payments.entries()) {
      const cells = { ...payment, customerName: payment.customer?.name }
      for (const [place, field] of fields.entries()) {
        equal(rows[i]?.[place], cells[field] ?? null, `${field} of row ${i + 1}`)
      }
    }
  }),

  prove(6, 'A cell of what a payment does not have is null', async (repository) => {
    await insert(repository, paymentFixture({ customer: { phone: '+251911234567' } }))
    await insert(repository)
    const texts = ['customerName', 'description', 'providerTransactionId', 'statusReason'] as const
    const instants = ['paidAt', 'reversedAt', 'canceledAt', 'expiresAt'] as const
    const nulls = [...texts, ...instants].map(() => null)
    equal(await rowsOf(repository.scan({ by: 'createdAt', fields: [...texts, ...instants] })), [nulls, nulls], 'cells')
  }),

  prove(5, 'A scan goes by the same time, period, filters and order as a page', async (repository) => {
    const paidAfter = [3, 1, 2, 0, 2, 1]
    const payments = await seed(
      repository,
      paidAfter.map((seconds, place) => ({
        reference: `INV-${place % 2}`,
        channel: place < 3 ? 'cash' : 'telebirr',
        status: place === 5 ? ('pending' as const) : ('succeeded' as const),
        createdAt: later(nine, place),
        paidAt: later(nine, seconds),
      })),
    )
    const cases: [Filter, number[]][] = [
      [{ by: 'createdAt' }, [0, 1, 2, 3, 4, 5]],
      [{ by: 'paidAt' }, [3, 1, 2, 4, 0]],
      [{ by: 'reversedAt' }, []],
      [{ by: 'paidAt', from: later(nine, 1), before: later(nine, 3) }, [1, 2, 4]],
      [{ by: 'createdAt', reference: 'INV-1' }, [1, 3, 5]],
      [{ by: 'createdAt', statuses: ['succeeded'], channels: ['telebirr'] }, [3, 4]],
    ]
    for (const [filter, places] of cases) {
      const rows = await rowsOf(repository.scan({ ...filter, fields: ['id'] }))
      equal(
        column(rows),
        places.map((place) => payments[place]!.id),
        JSON.stringify(filter),
      )
    }
    const mixed = [...payments, ...(await seed(repository, mixture))]
    for (const filter of combinations) {
      const expected = matching(mixed, filter).map(({ amount, id }) => [amount, id])
      equal(await rowsOf(repository.scan({ ...filter, fields: ['amount', 'id'] })), expected, JSON.stringify(filter))
    }
  }),
]
