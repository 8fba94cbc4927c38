import { equal, holds, rejectionOf } from '../../../../src/testing/assert.js'
import { changeLine, findLine, importLine, importLines, keysOf, scannedLines } from '../line-steps.js'
import { proveFinance } from '../proof.js'
import { each } from '../../../../src/testing/steps.js'

export const lineScanCases = [
  proveFinance(20, 'A scan of lines is of one instant, and lines are written while it is open', async (repository) => {
    const lines = await importLines(
      repository,
      each(1100, () => ({ narration: 'as it was' })),
    )
    const scan = repository.scanLines({ statuses: ['open'] })[Symbol.asyncIterator]()
    const first = await scan.next()
    const linesOfScan = [...(first.done === true ? [] : first.value)]
    const changed = await changeLine(repository, lines[1099]!, { held: true })
    await importLine(repository, { valueDate: '2026-11-01' })
    await importLine(repository, { valueDate: '2026-12-01' })
    await repository.eraseLineTexts({ before: '2026-12-31', limit: 100 })
    for (let next = await scan.next(); next.done !== true; next = await scan.next()) linesOfScan.push(...next.value)
    equal(keysOf(linesOfScan), keysOf(lines), 'lines of the open scan')
    equal(linesOfScan, lines, 'what they were')
    equal(await findLine(repository, changed.key), changed, 'the changed line')
    equal((await scannedLines(repository.scanLines({}))).length, 1102, 'lines of a scan afterwards')
  }),

  proveFinance(
    20,
    'A scan of lines gives each once in batches of at most 1,000, and ends with its reader',
    async (repository) => {
      const lines = await importLines(
        repository,
        each(2001, () => ({})),
      )
      const linesOfScan = []
      for await (const batch of repository.scanLines({})) {
        holds(batch.length <= 1000, `a batch of ${batch.length} lines`)
        linesOfScan.push(...batch)
      }
      equal(keysOf(linesOfScan), keysOf(lines), 'lines')
      // More often than any pool has connections.
      for (let i = 0; i < 24; i++) {
        for await (const batch of repository.scanLines({})) {
          holds(batch.length > 0, 'an empty batch')
          break
        }
      }
      equal((await importLine(repository)).version, 1, 'a line stored afterwards')
    },
  ),

  proveFinance(20, 'An aborted scan of lines ends with the reason of its signal', async (repository) => {
    await importLines(
      repository,
      each(1001, () => ({})),
    )
    const abort = new AbortController()
    const reason = new Error('the reader went away')
    const scan = repository.scanLines({}, abort.signal)[Symbol.asyncIterator]()
    await scan.next()
    abort.abort(reason)
    const errors = await rejectionOf(async () => {
      for (let next = await scan.next(); next.done !== true; next = await scan.next());
    })
    holds(errors.length === 1 && errors[0] === reason, `the scan ended with ${String(errors[0] ?? 'its last line')}`)
    const never = await rejectionOf(() =>
      repository.scanLines({}, AbortSignal.abort(reason))[Symbol.asyncIterator]().next(),
    )
    holds(never.length === 1 && never[0] === reason, `a scan began with ${String(never[0] ?? 'a batch')}`)
  }),
]
