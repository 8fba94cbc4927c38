import type { FinanceRepository } from '../../../../src/repository/finance-port.js'
import type { LineEntry } from '../../../../src/repository/port.js'
import { equal, rejectionOf } from '../../../../src/testing/assert.js'
import { changeFixture } from '../../../../src/testing/fixtures.js'
import { lineChangeFixture, lineEntryFixture, lineFixture } from '../line-fixtures.js'
import { categoryAllocation, changeLine, importLine, storedLine } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { insert, leftNoEvents, storedBrief } from '../../../../src/testing/steps.js'

/** Demands that a group is refused together with the change of a payment before it. */
async function refuses(repository: FinanceRepository, lines: readonly LineEntry[], what: string): Promise<void> {
  const payment = await insert(repository)
  const before = await storedLine(repository, lines[0]!.line)
  const change = changeFixture(payment, { status: 'expired' })
  const errors = await rejectionOf(() => repository.replace({ changes: [change], lines }))
  equal(errors.length, 1, `rejections of ${what}`)
  equal(await storedBrief(repository, payment), `${payment.id} v1`, `the payment beside ${what}`)
  equal(await storedLine(repository, lines[0]!.line), before, `the line with ${what}`)
  await leftNoEvents(repository, [change.event])
}

export const lineRefusalCases = [
  proveFinance(
    12,
    'A line whose version does not follow, or whose event is of another change, is refused',
    async (repository) => {
      const fresh = lineEntryFixture(lineFixture())
      const event = fresh.event!
      await refuses(repository, [{ ...fresh, line: { ...fresh.line, version: 2 } }], 'a second version as the first')
      await refuses(repository, [{ ...fresh, event: { ...event, version: 2 } }], 'the event of a second version')
      await refuses(repository, [{ ...fresh, event: { ...event, lineKey: 'id:other' } }], 'the event of another line')
      await refuses(repository, [{ ...fresh, event: null }], 'a new line without an event')
      const line = await importLine(repository)
      const next = lineChangeFixture(line, { held: true })
      const skipping = { ...next, line: { ...next.line, version: 3 }, event: { ...next.event!, version: 3 } }
      await refuses(repository, [skipping], 'a version that is left out')
      await refuses(repository, [{ ...next, event: null }], 'a next version without an event')
    },
  ),

  proveFinance(
    12,
    'A line that is allocated for less than nothing or more than its amount is refused',
    async (repository) => {
      const line = lineFixture({ amount: 1000 })
      const shared = (amount: number) => {
        const more = { allocations: [categoryAllocation('fee', amount)], allocated: amount, status: 'open' } as const
        return [lineEntryFixture({ ...line, ...more })]
      }
      await refuses(repository, shared(1001), 'more than the amount')
      await refuses(repository, shared(-1), 'less than nothing')
      await refuses(repository, shared(0.5), 'half a unit')
    },
  ),

  proveFinance(12, 'A line whose status or sum does not follow from its allocations is refused', async (repository) => {
    const part = lineFixture({ amount: 1000, allocations: [categoryAllocation('fee', 400)] })
    await refuses(repository, [lineEntryFixture({ ...part, status: 'settled' })], 'a part as the whole')
    await refuses(repository, [lineEntryFixture({ ...part, allocated: 300 })], 'another sum')
    const whole = lineFixture({ amount: 1000, allocations: [categoryAllocation('fee', 1000)] })
    await refuses(repository, [lineEntryFixture({ ...whole, status: 'open' })], 'the whole as a part')
  }),

  proveFinance(12, 'Marks of a line that is not new are refused', async (repository) => {
    const line = await importLine(repository)
    await refuses(repository, [lineChangeFixture(line, { held: true }, { marks: { receipt: 'M1' } })], 'other marks')
    equal(await repository.markedLines('receipt', ['M1']), [], 'lines of these marks')
  }),

  proveFinance(12, 'A change of what a line is known by is refused', async (repository) => {
    const bare = await importLine(repository)
    const ours = await importLine(repository, { sessionId: 'csh_1', transferTo: 'cash.safe', payerId: 'pyr_1' })
    for (const other of ['csh_2', null]) {
      await refuses(repository, [lineChangeFixture(ours, { sessionId: other })], `the session ${other}`)
      await refuses(repository, [lineChangeFixture(ours, { transferTo: other })], `the transfer to ${other}`)
    }
    await refuses(repository, [lineChangeFixture(bare, { sessionId: 'csh_1' })], 'a session later on')
    await refuses(repository, [lineChangeFixture(bare, { transferTo: 'cash.safe' })], 'a transfer later on')
    const moved = await changeLine(repository, ours, { payerId: 'pyr_2' })
    equal(await storedLine(repository, moved), `${ours.key} v2`, 'a line of another payer')
  }),

  proveFinance(12, 'Two entries of one line in one group are refused', async (repository) => {
    const line = await importLine(repository)
    const first = lineChangeFixture(line, { held: true })
    await refuses(repository, [first, lineChangeFixture(line, { assignee: 'sara' })], 'two rivals')
    await refuses(repository, [first, lineChangeFixture(first.line, { assignee: 'sara' })], 'two versions')
    const fresh = lineEntryFixture(lineFixture())
    await refuses(repository, [fresh, fresh], 'a new line twice')
  }),
]
