import type { AccountLine } from '../../../../src/domain/reconciliation/account-line.js'
import type { ChainEnd } from '../../../../src/repository/day-port.js'
import type { FinanceRepository } from '../../../../src/repository/finance-port.js'
import type { Change, LineEntry } from '../../../../src/repository/port.js'
import { equal } from '../../../../src/testing/assert.js'
import { closingFixture } from '../day-fixtures.js'
import { changeFixture } from '../../../../src/testing/fixtures.js'
import { lineChangeFixture, lineEntryFixture, lineFixture } from '../line-fixtures.js'
import { answerOf, importLine, importLines, storedLine } from '../line-steps.js'
import { type FinanceProof, proveFinance } from '../proof.js'
import { each, insert, storedBrief } from '../../../../src/testing/steps.js'
import { addClosings, chainFixture } from './closings.js'

const account = 'cbe-1000123'
const paid = { status: 'succeeded', paidAt: '2026-11-20T10:00:00.000Z' } as const

/** Stores lines as decided on the ends of these chains. */
async function writeOn(
  repository: FinanceRepository,
  chains: readonly ChainEnd[],
  lines: readonly LineEntry[],
  changes: readonly Change[] = [],
): Promise<string> {
  const answer = await repository.replace({ changes, lines, chains })
  return answer.outcome === 'chain_moved' ? `chain_moved ${answer.account}` : answerOf(answer)
}

const held = (line: AccountLine) => lineChangeFixture(line, { held: true })

export const chainCases: readonly FinanceProof[] = [
  proveFinance(24, 'A group is stored while the chains that it names end where it says', async (repository) => {
    const line = await importLine(repository)
    const ends = [
      { account: 'till', sequence: 0 },
      { account, sequence: 2 },
    ]
    await addClosings(repository, chainFixture(2))
    equal(await writeOn(repository, ends, [held(line)]), 'replaced', 'a group on both ends')
    equal(await storedLine(repository, line), `${line.key} v2`, 'the line')
    const states = await repository.chainStates([account])
    equal(
      states.map(({ sequence, takenBack }) => [sequence, takenBack]),
      [[2, 1]],
      'the chain, whose money was taken back once',
    )
  }),

  proveFinance(24, 'A group that names another end is refused and leaves nothing', async (repository) => {
    const payment = await insert(repository)
    const line = await importLine(repository)
    await addClosings(repository, chainFixture(2))
    for (const sequence of [0, 1, 3]) {
      const chains = [
        { account: 'till', sequence: 0 },
        { account, sequence },
      ]
      const answer = await writeOn(repository, chains, [held(line)], [changeFixture(payment, paid)])
      equal(answer, `chain_moved ${account}`, `a group on link ${sequence} of 2`)
    }
    equal(await writeOn(repository, [{ account: 'till', sequence: 1 }], [held(line)]), 'chain_moved till', 'no chain')
    equal(await storedLine(repository, line), `${line.key} v1`, 'the line')
    equal(await storedBrief(repository, payment), `${payment.id} v1`, 'the payment')
    equal((await repository.lineHistory(line.key)).length, 1, 'events of the line')
    const takenBack = (await repository.chainStates([account, 'till'])).map((state) => state.takenBack)
    equal(
      takenBack.filter((count) => count > 0),
      [],
      'what was taken back',
    )
  }),

  proveFinance(
    24,
    'A stale line comes before a chain that moved, and a stale payment behind it',
    async (repository) => {
      const payment = await insert(repository)
      const line = await importLine(repository)
      await addClosings(repository, chainFixture(1))
      const chains = [{ account, sequence: 0 }]
      const stale = lineChangeFixture({ ...line, version: 7 }, { held: true })
      equal(await writeOn(repository, chains, [stale]), `line_stale ${line.key}: ${line.key} v1`, 'a stale line')
      const newAgain = lineEntryFixture(lineFixture({ key: line.key }))
      equal(await writeOn(repository, chains, [newAgain]), 'line_taken', 'a line that is stored')
      const late = changeFixture({ ...payment, version: 7 }, paid)
      equal(await writeOn(repository, chains, [held(line)], [late]), `chain_moved ${account}`, 'a stale payment')
    },
  ),

  proveFinance(
    24,
    'Of a closing and a group at once on one end, the one that comes second is refused',
    async (repository) => {
      for (let round = 0; round < 10; round++) {
        const [line] = await importLines(repository, [{ account: `till ${round}` }])
        const end = { account: line!.account, sequence: 0 }
        const close = async () => (await repository.addClosing(closingFixture({ account: line!.account }), 0)).outcome
        const write = () => writeOn(repository, [end], [held(line!)])
        const calls = round % 2 === 0 ? [close(), write()] : [write(), close()]
        const answers = await Promise.all(calls)
        const won = answers.filter((answer) => answer === 'added' || answer === 'replaced')
        equal(won.length, 1, 'calls that were stored')
        const closings = await repository.pageClosings({ account: line!.account, limit: 9 })
        const isClosed = won[0] === 'added'
        equal(
          [closings.length, await storedLine(repository, line!)],
          isClosed ? [1, `${line!.key} v1`] : [0, `${line!.key} v2`],
          'what is stored',
        )
      }
    },
  ),

  proveFinance(24, 'Many groups at once on one end of a chain are all stored', async (repository) => {
    const lines = await importLines(
      repository,
      each(20, () => ({})),
    )
    await addClosings(repository, chainFixture(1))
    const answers = await Promise.all(
      lines.map((line) => writeOn(repository, [{ account, sequence: 1 }], [held(line)])),
    )
    equal([...new Set(answers)], ['replaced'], 'answers')
    equal((await repository.chainStates([account]))[0]?.takenBack, 20, 'how often money was taken back')
  }),
]
