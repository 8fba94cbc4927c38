import { equal } from '../../../../src/testing/assert.js'
import { lineEntryFixture, lineFixture } from '../line-fixtures.js'
import { allLines, changeLine, importLines, inOrder, keysOf, positionOf, write } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { each } from '../../../../src/testing/steps.js'

export const linePageCases = [
  proveFinance(
    20,
    'Pages of lines of any size give each line once, by value date and then by key',
    async (repository) => {
      const lines = each(23, (i) => lineFixture({ valueDate: `2026-11-1${Math.floor(i / 8)}` }))
      // Stored backwards, and the last day first: only value date and key give the order.
      equal(
        await write(
          repository,
          [...lines].reverse().map((line) => lineEntryFixture(line)),
        ),
        'replaced',
        'import',
      )
      for (const limit of [1, 2, 7, 200]) {
        equal(keysOf(await allLines(repository, {}, limit)), keysOf(lines), `pages of ${limit}`)
        const open = await allLines(repository, { statuses: ['open'], account: lines[0]!.account }, limit)
        equal(keysOf(open), keysOf(lines), `pages of ${limit} open lines of an account`)
      }
    },
  ),

  proveFinance(20, 'A page of lines goes on behind a line that no longer matches', async (repository) => {
    const lines = inOrder(
      await importLines(
        repository,
        each(6, () => ({})),
      ),
    )
    const [first, second] = lines
    await changeLine(repository, second!, { held: true })
    const after = positionOf(second!)
    const rest = await repository.pageLines({ held: false, after, limit: 9 })
    equal(keysOf(rest), keysOf(lines.slice(2)), 'lines behind it')
    const behindNone = await repository.pageLines({ after: { valueDate: '2026-11-19', key: first!.key }, limit: 9 })
    equal(keysOf(behindNone), keysOf(lines), 'lines behind a place where none is')
  }),
]
