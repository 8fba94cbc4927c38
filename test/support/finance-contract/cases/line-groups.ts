import type { FinanceRepository } from '../../../../src/repository/finance-port.js'
import { equal } from '../../../../src/testing/assert.js'
import { changeFixture } from '../../../../src/testing/fixtures.js'
import { lineChangeFixture, lineEntryFixture, lineFixture } from '../line-fixtures.js'
import { changeLine, importLines, keysOf, lookUpLines, write } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { each, insertMany, storedBrief } from '../../../../src/testing/steps.js'

const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

/** Stores so many lines, every other one new, with one in the middle that is stale; then the same without it. */
async function storeGroup(repository: FinanceRepository, count: number): Promise<void> {
  const known = await importLines(
    repository,
    each(Math.ceil(count / 2), () => ({})),
  )
  const stale = known[Math.floor(known.length / 2)]!
  const fresh = each(Math.floor(count / 2), () => lineFixture())
  const entries = known.flatMap((line, i) => [
    lineChangeFixture(line, { held: true }),
    ...(fresh[i] ? [lineEntryFixture(fresh[i])] : []),
  ])
  const payments = await insertMany(repository, Math.min(count, 200))
  const changes = payments.map((payment) => changeFixture(payment, paid))
  const now = await changeLine(repository, stale, { assignee: 'sara' })

  equal(
    await write(repository, entries, changes),
    `line_stale ${stale.key}: ${stale.key} v2`,
    'answer to the stale one',
  )
  const untouched = await repository.findLines(keysOf(known))
  equal(
    untouched.filter(({ held }) => held).length + (await repository.findLines(keysOf(fresh))).length,
    0,
    'lines that the refused group changed',
  )
  equal(await storedBrief(repository, payments[0]!), `${payments[0]!.id} v1`, 'the first payment')
  equal(await storedBrief(repository, payments.at(-1)!), `${payments.at(-1)!.id} v1`, 'the last payment')

  const next = entries.map((entry) => (entry.line.key === stale.key ? lineChangeFixture(now, { held: true }) : entry))
  equal(await write(repository, next, changes), 'replaced', 'answer to the group')
  const all = new Map(
    (await repository.findLines(keysOf(next.map(({ line }) => line)))).map((line) => [line.key, line]),
  )
  equal(all.size, count, 'lines found')
  for (const { line } of next) equal(all.get(line.key), line, 'a line of the group')
  equal((await lookUpLines(repository, [...all.keys()])).length, count, 'keys of the group')
  for (const place of [0, count >> 1, count - 1]) {
    const { line, event } = next[place]!
    const history = await repository.lineHistory(line.key)
    equal(history.at(-1), event, `the last event of line ${place + 1}`)
    equal(history.length, line.version, `events of line ${place + 1}`)
  }
  equal(await storedBrief(repository, payments.at(-1)!), `${payments.at(-1)!.id} v2`, 'the last payment, stored')
}

export const lineGroupCases = [
  proveFinance(17, 'A group of 1, 2 or 1,000 lines is stored whole or not at all', async (repository) => {
    for (const count of [1, 2, 1000]) await storeGroup(repository, count)
  }),

  proveFinance(17, 'A group of 5,000 lines is stored whole or not at all', async (repository) => {
    await storeGroup(repository, 5000)
  }),
]
