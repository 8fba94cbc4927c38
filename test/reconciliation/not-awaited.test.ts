import { Readable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { reconciliationCsv } from 'hospital-payments'
import { recordingLogger } from '../support/recording-logger.js'
import { watched } from '../support/repositories.js'
import { collect, testService } from '../support/service.js'
import { credit, source } from './support/hospital.js'
import { touched } from './support/touched.js'

const mistake = /^reconcile was awaited: .* for await, or use statements\.import\.$/

describe('await on the items of a reconciliation', () => {
  it('is refused by the compiler, reads nothing, is a warning, and gives the items', async () => {
    const { lines, log } = touched()
    const { repository, log: calls } = watched(testService().repository)
    const { logger, lines: logged } = recordingLogger()
    const { payments } = testService({ repository, logger })
    const items = payments.reconcile(lines, { source, apply: true })
    // @ts-expect-error The compiler refuses it.
    const awaited: unknown = await items // eslint-disable-line @typescript-eslint/await-thenable
    expect([log, calls]).toEqual([[], []])
    expect(logged).toMatchObject([{ level: 'warn', message: expect.stringMatching(mistake) as string }])
    expect(await collect(awaited as AsyncIterable<unknown>)).toMatchObject([{ kind: 'summary' }])
    expect(logged).toHaveLength(1)
  })

  it('is a warning of the console where the service has no logger, where a function is async too', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { payments } = testService()
    const run = async () => payments.reconcile([credit({ amount: 1500 })], { source, apply: true }) as unknown
    await run()
    expect(warn.mock.calls).toEqual([[expect.stringMatching(mistake)]])
    warn.mockRestore()
  })
})

it('the items can be read in a loop, by a stream and as CSV, as every iterable', async () => {
  const { payments } = testService()
  const items = () => payments.reconcile([credit({ amount: 1500 })], { source })
  const kinds = async (read: AsyncIterable<{ kind: string }>) => {
    const found = []
    for await (const { kind } of read) found.push(kind)
    return found
  }
  expect(await kinds(items())).toEqual(['line', 'summary'])
  expect(await kinds(Readable.from(items()))).toEqual(['line', 'summary'])
  let csv = ''
  for await (const text of reconciliationCsv(items())) csv += text
  expect(csv.split('\r\n')).toHaveLength(3)
  expect(Object.keys(items())).toEqual([])
})
