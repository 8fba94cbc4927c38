import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { reconciliationCsv } from 'hospital-payments'
import { watched } from '../support/repositories.js'
import { testService } from '../support/service.js'
import { credit, source } from './support/hospital.js'
import { touched } from './support/touched.js'

const mistake = /^reconcile: await .* for await, or use statements\.import$/

it.each([true, false])(
  'await on the items of a reconciliation is refused, and nothing is read (apply: %s)',
  async (apply) => {
    const { lines, log } = touched()
    const { repository, log: calls } = watched(testService().repository)
    const { payments } = testService({ repository })
    const items = payments.reconcile(lines, { source, apply })
    const awaited = async () =>
      // @ts-expect-error The compiler refuses it, too.
      await items // eslint-disable-line @typescript-eslint/await-thenable
    await expect(awaited()).rejects.toThrow(mistake)
    // As where a function returns them with `async` before it.
    await expect(Promise.resolve(items as unknown)).rejects.toThrow(mistake)
    await expect(Promise.resolve(items as unknown)).rejects.toBeInstanceOf(TypeError)
    expect([log, calls]).toEqual([[], []])
  },
)

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
