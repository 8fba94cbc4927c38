import { equal } from '../../../../src/testing/assert.js'
import { changeFixture } from '../../../../src/testing/fixtures.js'
import { lineChangeFixture, lineEntryFixture, lineFixture } from '../line-fixtures.js'
import { categoryAllocation, changeLine, importLine, importLines, write } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { each, group, insert, outcomeOf } from '../../../../src/testing/steps.js'

export const lineHistoryCases = [
  proveFinance(18, "A line's history holds one event a version, oldest first, without gaps", async (repository) => {
    let line = lineFixture({ amount: 1000 })
    // Ids that fall, and one time for all: only the version gives the order.
    const eventId = (version: number) => `evt_${String(99 - version).padStart(26, '0')}`
    const first = lineEntryFixture(line)
    const events = [{ ...first.event!, id: eventId(1) }]
    equal(await write(repository, [{ ...first, event: events[0]! }]), 'replaced', 'import')
    for (let version = 2; version <= 40; version++) {
      const held = lineChangeFixture(line, { held: version % 2 === 0, updatedAt: line.updatedAt })
      const event = { ...held.event!, id: eventId(version) }
      equal(await write(repository, [{ ...held, event }]), 'replaced', `version ${version}`)
      line = held.line
      events.push(event)
    }
    equal(await repository.lineHistory(line.key), events, 'history')
  }),

  proveFinance(18, 'A stored line event never changes, and shows the allocations as they were', async (repository) => {
    const line = lineFixture({
      amount: 1000,
      allocations: [categoryAllocation('fee', -10), categoryAllocation('rest', 30)],
    })
    const first = lineEntryFixture(line)
    await write(repository, [first])
    const more = lineChangeFixture(line, { allocations: [...line.allocations, categoryAllocation('tax', 980)] })
    const added = {
      ...more,
      event: { ...more.event!, allocations: [{ to: 'category', category: 'tax', amount: 980 } as const] },
    }
    equal(await write(repository, [added]), 'replaced', 'the second version')
    await changeLine(repository, added.line, { allocations: [] })
    const history = await repository.lineHistory(line.key)
    equal(history.slice(0, 2), [first.event, added.event], 'the first two events')
  }),

  proveFinance(
    18,
    "A line's history holds its own events only, and is empty where no whole line is stored",
    async (repository) => {
      const lines = await Promise.all(each(3, () => importLine(repository, { row: 7 })))
      await changeLine(repository, lines[1]!, { held: true })
      for (const [i, { key }] of lines.entries()) {
        const history = await repository.lineHistory(key)
        equal(
          history.map(({ lineKey }) => lineKey),
          each(i === 1 ? 2 : 1, () => key),
          'lines of the events',
        )
      }
      const paid = changeFixture(await insert(repository), { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' })
      equal(outcomeOf(await repository.replace(group([paid], 'id:by-key'))), 'replaced', 'a replace with a key')
      equal(await repository.lineHistory('id:by-key'), [], 'history of a key')
      equal(await repository.lineHistory('id:unknown'), [], 'history of an unknown line')
    },
  ),

  proveFinance(18, 'The histories of many lines are those of each, oldest first', async (repository) => {
    const lines = await importLines(
      repository,
      each(1000, () => ({})),
    )
    const changed = await changeLine(repository, lines[999]!, { held: true })
    await changeLine(repository, changed, { held: false })
    const keys = lines.map(({ key }) => key)
    const events = await repository.lineHistories(keys)
    equal(events.length, 1002, 'events')
    for (const place of [0, 1, 998, 999]) {
      const lineEvents = events.filter(({ lineKey }) => lineKey === keys[place])
      equal(lineEvents, await repository.lineHistory(keys[place]!), `events of line ${place + 1}`)
    }
    equal(
      (await repository.lineHistories([keys[999]!, 'id:unknown'])).length,
      3,
      'events of one, and of an unknown one',
    )
    equal(await repository.lineHistories([]), [], 'events of none')
  }),
]
