import { wholeLine } from '../../../../src/repository/rows.js'
import { equal } from '../../../../src/testing/assert.js'
import { changeFixture, paymentFixture } from '../../../../src/testing/fixtures.js'
import { lineChangeFixture, lineEntryFixture, lineFixture } from '../line-fixtures.js'
import { changeLine, findLine, importLine, lookUpLines, paymentAllocation, storedLine, write } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import {
  change,
  deliverAll,
  group,
  insert,
  leftNoEvents,
  outcomeOf,
  storedBrief,
} from '../../../../src/testing/steps.js'

const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const
const received = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z', providerTransactionId: 'TX-1' } as const

export const replaceLineCases = [
  proveFinance(17, 'Payments, lines and the events of both are stored together', async (repository) => {
    const payment = await insert(repository)
    const changed = changeFixture(payment, paid)
    const before = await importLine(repository, { direction: 'debit' })
    const fresh = lineEntryFixture(lineFixture({ allocations: [paymentAllocation(payment.id, 150_000)] }))
    const counter = lineChangeFixture(before, { held: true })
    equal(await write(repository, [fresh, counter], [changed]), 'replaced', 'answer')
    equal(await repository.get(payment.id), changed.payment, 'the payment')
    equal((await repository.history(payment.id)).length, 2, 'events of the payment')
    equal((await deliverAll(repository)).includes(changed.event.id), true, 'the event is to be delivered')
    equal(await findLine(repository, fresh.line.key), fresh.line, 'the new line')
    equal(await repository.lineHistory(fresh.line.key), [fresh.event], 'events of the new line')
    equal(await findLine(repository, before.key), counter.line, 'the line that was there')
    equal((await repository.lineHistory(before.key))[1], counter.event, 'the event of the line that was there')
  }),

  proveFinance(
    17,
    'A group whose line is stale leaves nothing, be it before that line or behind it',
    async (repository) => {
      const payment = await insert(repository)
      const changed = changeFixture(payment, paid)
      const line = await importLine(repository)
      const now = await changeLine(repository, line, { held: true })
      const [first, last] = [lineEntryFixture(lineFixture()), lineEntryFixture(lineFixture())]
      const stale = lineChangeFixture(line, { assignee: 'sara' })
      equal(
        await write(repository, [first, stale, last], [changed]),
        `line_stale ${line.key}: ${line.key} v2`,
        'answer',
      )
      equal(await storedBrief(repository, payment), `${payment.id} v1`, 'the payment')
      await leftNoEvents(repository, [changed.event])
      equal(await findLine(repository, line.key), now, 'the line')
      equal((await repository.lineHistory(line.key)).length, 2, 'events of the line')
      for (const { line: refused } of [first, last]) {
        equal(await storedLine(repository, refused), 'nothing', 'a line of the refused group')
        equal((await repository.lineHistory(refused.key)).length, 0, 'events of a line of the refused group')
      }
      equal((await lookUpLines(repository, [first.line.key, last.line.key])).length, 0, 'keys of the refused group')
      equal(await write(repository, [first, last], [changed]), 'replaced', 'the same without the stale line')
    },
  ),

  proveFinance(17, 'A group whose payment conflicts leaves nothing of its lines', async (repository) => {
    const [payment, other] = [await insert(repository), await insert(repository)]
    await change(repository, other, received)
    const line = await importLine(repository)
    const live = { liveReference: 'INV-live' }
    const holder = await insert(repository, paymentFixture({ reference: 'INV-live' }), live)
    const rival = await insert(repository, paymentFixture({ reference: 'INV-live' }))
    const expired = await change(repository, rival, { status: 'expired' })
    const conflicts = [
      [changeFixture({ ...payment, version: 4 }, paid), `stale ${payment.id} v1`],
      [changeFixture(expired, paid, live), `reference_taken ${holder.id} v1`],
      [changeFixture(paymentFixture(), paid), 'stale nothing'],
      [changeFixture(payment, received), `transaction_taken ${other.id} v2`],
    ] as const
    for (const [conflicting, expected] of conflicts) {
      const fresh = lineEntryFixture(lineFixture())
      const next = lineChangeFixture(line, { held: true })
      equal(await write(repository, [fresh, next], [conflicting]), expected, 'answer')
      equal(await storedLine(repository, fresh.line), 'nothing', 'the new line')
      equal((await lookUpLines(repository, [fresh.line.key])).length, 0, 'its key')
      equal((await repository.lineHistory(fresh.line.key)).length, 0, 'its events')
      equal(await findLine(repository, line.key), line, 'the line that was there')
      equal((await repository.lineHistory(line.key)).length, 1, 'events of the line that was there')
    }
  }),

  proveFinance(
    17,
    'A taken line is answered before a stale one, and both before what payments conflict with',
    async (repository) => {
      const payment = await insert(repository)
      const stalePayment = changeFixture({ ...payment, version: 4 }, paid)
      const line = await importLine(repository)
      const now = await changeLine(repository, line, { held: true })
      const stale = lineChangeFixture(line, { assignee: 'sara' })
      const newAgain = lineEntryFixture(now, { event: lineEntryFixture(line).event })
      const other = await importLine(repository)
      const takenOther = lineEntryFixture(other)
      equal(newAgain.line.key, line.key, 'the same line')
      equal(await write(repository, [stale, takenOther], [stalePayment]), 'line_taken', 'all three')
      equal(
        await write(repository, [stale], [stalePayment]),
        `line_stale ${line.key}: ${line.key} v2`,
        'without the first',
      )
      equal(await write(repository, [], [stalePayment]), `stale ${payment.id} v1`, 'the payment alone')
    },
  ),

  proveFinance(17, 'Of several stale lines the first in the order of the group is answered', async (repository) => {
    const lines = [await importLine(repository), await importLine(repository), await importLine(repository)]
    for (const line of lines) await changeLine(repository, line, { held: true })
    const [a, b, c] = lines.map((line) => lineChangeFixture(line, { assignee: 'sara' }))
    for (const order of [
      [b!, a!, c!],
      [c!, b!, a!],
      [a!, c!, b!],
    ]) {
      const { key } = order[0]!.line
      equal(await write(repository, order), `line_stale ${key}: ${key} v2`, 'answer')
    }
  }),

  proveFinance(17, 'A line that is stored already cannot be stored as new', async (repository) => {
    const line = await importLine(repository)
    equal(await write(repository, [lineEntryFixture(lineFixture({ key: line.key }))]), 'line_taken', 'answer')
    equal(await findLine(repository, line.key), line, 'the line that was there')
  }),

  proveFinance(17, 'An entry that expects another version is shown the line as it is now', async (repository) => {
    const line = await importLine(repository, { narration: 'TRF INV-1' })
    const now = await changeLine(repository, line, { assignee: 'sara' })
    for (const version of [1, 3, 7]) {
      const entry = lineChangeFixture({ ...now, version }, { held: true })
      const answer = await repository.replace({ changes: [], lines: [entry] })
      equal(answer, { outcome: 'line_stale', key: line.key, line: now }, `answer to version ${version}`)
    }
    const key = 'id:unknown'
    const entry = lineChangeFixture(lineFixture({ key }), { held: true })
    const answer = await repository.replace({ changes: [], lines: [entry] })
    equal(answer, { outcome: 'line_stale', key, line: null }, `answer to ${key}`)
  }),

  proveFinance(
    17,
    'A line counts as its key does, with the payments that its allocations are for now',
    async (repository) => {
      const [a, b] = [await insert(repository), await insert(repository)]
      const allocations = [
        paymentAllocation(a.id, 100),
        paymentAllocation(b.id, 50_000),
        paymentAllocation(a.id, 99_900),
      ]
      const line = await importLine(repository, { allocations })
      const open = await importLine(repository)
      const expected = [
        { key: line.key, paymentIds: [a.id, b.id].sort() },
        { key: open.key, paymentIds: [] },
      ]
      equal(await lookUpLines(repository, [line.key, open.key, 'id:unknown']), expected, 'look-up of both lines')
      const refused = await repository.replace(group([changeFixture(a, paid)], open.key))
      equal(outcomeOf(refused), 'line_taken', 'a replace with the key of the line')
      await changeLine(repository, line, { allocations: [] })
      equal(await lookUpLines(repository, [line.key]), [{ key: line.key, paymentIds: [] }], 'after its undo')
    },
  ),

  proveFinance(17, 'A change without an event keeps the version and its history', async (repository) => {
    const line = await importLine(repository, { narration: 'as first read', row: 4 })
    const reworded = { ...line, outcome: 'ambiguous', row: 9, reference: 'INV-9', narration: 'as read again' } as const
    equal(await write(repository, [wholeLine(reworded, 1, null)]), 'replaced', 'answer')
    equal(await findLine(repository, line.key), reworded, 'the line')
    equal((await repository.lineHistory(line.key)).length, 1, 'events')
    const next = await changeLine(repository, reworded, { held: true })
    equal(await findLine(repository, line.key), next, 'its next version')
    const late = wholeLine(reworded, 1, null)
    equal(await write(repository, [late]), `line_stale ${line.key}: ${line.key} v2`, 'the same of an older version')
  }),

  proveFinance(
    17,
    'What was given back of a line changes without an event, and an entry that expects another amount is stale',
    async (repository) => {
      const payment = await insert(repository)
      const line = await importLine(repository, { givenBack: 70 })
      const back = { ...wholeLine({ ...line, givenBack: 100 }, 1, null), expectedGivenBack: 70 }
      equal(await write(repository, [back], [changeFixture(payment, paid)]), 'replaced', 'answer')
      equal(await findLine(repository, line.key), back.line, 'the line')
      equal((await repository.lineHistory(line.key)).length, 1, 'events')
      const meanwhile = lineChangeFixture(line, { held: true })
      const stale = `line_stale ${line.key}: ${line.key} v1`
      equal(await write(repository, [meanwhile]), stale, 'a change of the line as it was')
      equal(await write(repository, [back]), stale, 'the same change again')
      equal(await findLine(repository, line.key), back.line, 'the line behind both')
      const next = { ...lineChangeFixture(back.line, { held: true, givenBack: 30 }), expectedGivenBack: 100 }
      equal(await write(repository, [next]), 'replaced', 'a change that expects what is stored')
      equal(await findLine(repository, line.key), next.line, 'its next version')
    },
  ),

  proveFinance(
    17,
    'Changes beside lines apply in their order: a receipt that the first lets go of is free',
    async (repository) => {
      const [wrong, right] = [await insert(repository), await insert(repository)]
      const settled = await change(repository, wrong, received)
      const line = await importLine(repository, { allocations: [paymentAllocation(wrong.id, 150_000)] })
      const { providerTransactionId: _, ...without } = settled
      const release = changeFixture(without, { status: 'reversed', reversedAt: '2026-11-20T11:00:00.000Z' })
      const take = changeFixture(right, received)
      const moved = lineChangeFixture(line, { allocations: [paymentAllocation(right.id, 150_000)] })
      equal(await write(repository, [moved], [take, release]), `transaction_taken ${wrong.id} v2`, 'in the other order')
      equal(await findLine(repository, line.key), line, 'the line')
      equal(await write(repository, [moved], [release, take]), 'replaced', 'answer')
      equal((await repository.get(right.id))?.providerTransactionId, 'TX-1', 'the receipt')
      equal(await findLine(repository, line.key), moved.line, 'the line, changed')
      equal(await lookUpLines(repository, [line.key]), [{ key: line.key, paymentIds: [right.id] }], 'its payments')
    },
  ),

  proveFinance(8, 'Every read shows a change of a line as soon as it was acknowledged', async (repository) => {
    const line = await importLine(repository, { amount: 500 })
    const read = async () => ({
      found: await storedLine(repository, line),
      page: (await repository.pageLines({ limit: 9 })).map(({ version }) => version),
      open: (await repository.pageLines({ limit: 9, statuses: ['open'] })).length,
      history: (await repository.lineHistory(line.key)).length,
      sums: (await repository.sumOpenLines()).map(({ count, amount }) => [count, amount]),
      days: (await repository.countLines({ account: line.account, from: line.valueDate, to: line.valueDate })).length,
    })
    const first = { found: `${line.key} v1`, page: [1], open: 1, history: 1, sums: [[1, '500']], days: 1 }
    equal(await read(), first, 'a new line')
    const part = await changeLine(repository, line, { allocations: [{ ...categoryFee, amount: 200 }] })
    equal(
      await read(),
      { ...first, found: `${line.key} v2`, page: [2], history: 2, sums: [[1, '300']] },
      'a part of it',
    )
    await changeLine(repository, part, { allocations: [{ ...categoryFee, amount: 500 }] })
    const settled = { ...first, found: `${line.key} v3`, page: [3], open: 0, history: 3, sums: [] }
    equal(await read(), settled, 'the settled line')
  }),
]

const categoryFee = { to: 'category', category: 'fee', by: 'hand' } as const
