import type { AccountLine } from '../../../../src/domain/reconciliation/account-line.js'
import { wholeLine } from '../../../../src/repository/rows.js'
import { equal } from '../../../../src/testing/assert.js'
import { changeFixture } from '../../../../src/testing/fixtures.js'
import { lineChangeFixture, lineEntryFixture, lineFixture } from '../line-fixtures.js'
import { findLine, importLine, lookUpLines, paymentAllocation, storedLine, write } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { each, insert } from '../../../../src/testing/steps.js'

const callers = 50
const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

/** Returns the place of the one caller who wrote; demands that all others were answered `lost`. */
export function onlyWinner(answers: readonly string[], lost: string): number {
  equal(answers.filter((answer) => answer === 'replaced').length, 1, 'callers who won')
  equal(answers.filter((answer) => answer === lost).length, answers.length - 1, `callers who were answered ${lost}`)
  return answers.indexOf('replaced')
}

export const lineRaceCases = [
  proveFinance(17, 'Of 50 changes at once of one version of a line exactly one wins', async (repository) => {
    const line = await importLine(repository)
    const entries = each(callers, (i) => lineChangeFixture(line, { assignee: `clerk-${i}` }))
    const answers = await Promise.all(entries.map((entry) => write(repository, [entry])))
    const winner = entries[onlyWinner(answers, `line_stale ${line.key}: ${line.key} v2`)]!
    equal(await findLine(repository, line.key), winner.line, 'the line')
    equal((await repository.lineHistory(line.key)).slice(1), [winner.event], 'events behind the first')
  }),

  proveFinance(17, 'Of 50 changes at once of what was given back of a line exactly one wins', async (repository) => {
    const line = await importLine(repository)
    const entries = each(callers, (i) => {
      const next = { ...line, givenBack: i + 1 }
      return i % 2 === 0
        ? { ...wholeLine(next, 1, null), expectedGivenBack: 0 }
        : { ...lineChangeFixture(line, { givenBack: i + 1 }), expectedGivenBack: 0 }
    })
    const answers = await Promise.all(entries.map((entry) => write(repository, [entry])))
    const winner = entries[answers.indexOf('replaced')]!
    onlyWinner(answers, `line_stale ${line.key}: ${line.key} v${winner.line.version}`)
    equal(await findLine(repository, line.key), winner.line, 'the line')
  }),

  proveFinance(17, 'Of 50 imports at once of one line exactly one is stored', async (repository) => {
    const { key } = lineFixture()
    const entries = each(callers, (i) => lineEntryFixture(lineFixture({ key, row: i + 1 })))
    const answers = await Promise.all(entries.map((entry) => write(repository, [entry])))
    const winner = entries[onlyWinner(answers, 'line_taken')]!
    equal(await findLine(repository, key), winner.line, 'the line')
    equal(await repository.lineHistory(key), [winner.event], 'events')
  }),

  proveFinance(17, 'Of many groups at once over one payment exactly one stores its line', async (repository) => {
    const payment = await insert(repository)
    const lines = each(20, () => lineFixture({ allocations: [paymentAllocation(payment.id, 150_000)] }))
    const answers = await Promise.all(
      lines.map((line) => write(repository, [lineEntryFixture(line)], [changeFixture(payment, paid)])),
    )
    const winner = lines[onlyWinner(answers, `stale ${payment.id} v2`)]!
    const keys = lines.map(({ key }) => key)
    equal(await lookUpLines(repository, keys), [{ key: winner.key, paymentIds: [payment.id] }], 'lines that count')
    equal((await repository.findLines(keys)).length, 1, 'lines that are stored')
  }),

  proveFinance(
    17,
    'Of two groups at once over the same lines in opposite order exactly one wins whole',
    async (repository) => {
      for (let round = 0; round < 5; round++) {
        const [a, b] = [await importLine(repository), await importLine(repository)]
        const group = (lines: readonly AccountLine[], assignee: string) =>
          write(
            repository,
            lines.map((line) => lineChangeFixture(line, { assignee })),
          )
        const answers = await Promise.all([group([a, b], 'forth'), group([b, a], 'back')])
        const won = answers.indexOf('replaced') === 0 ? 'forth' : 'back'
        equal(answers.filter((answer) => answer === 'replaced').length, 1, 'groups that won')
        const now = [await findLine(repository, a.key), await findLine(repository, b.key)]
        equal(
          now.map((line) => line?.assignee),
          [won, won],
          'whose changes are stored',
        )
        equal(await storedLine(repository, a), `${a.key} v2`, 'the version')
      }
    },
  ),
]
