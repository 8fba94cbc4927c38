import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { reconciliationCsv } from 'hospital-payments'
import { watched } from '../support/repositories.js'
import { collect, testService } from '../support/service.js'
import { credit, account } from './support/hospital.js'
import { touched } from './support/touched.js'

const mistake = new TypeError(
  'reconcile was awaited, which reads and writes nothing: read the items with for await, or use statements.import.',
)

describe('reconcile: await on its items', () => {
  it('is refused by the compiler and with a TypeError, and reads nothing', async () => {
    const { lines, log } = touched()
    const { repository, log: calls } = watched(testService().repository)
    const { payments } = testService({ repository })
    const items = payments.reconcile(lines, { account, apply: true })
    // @ts-expect-error The compiler refuses it.
    const awaiting = async (): Promise<unknown> => await items // eslint-disable-line @typescript-eslint/await-thenable
    await expect(awaiting()).rejects.toThrow(mistake)
    await expect(awaiting()).rejects.toThrow(mistake)
    expect([log, calls]).toEqual([[], []])
    expect(await collect(items)).toMatchObject([{ kind: 'summary' }])
  })

  it('is refused where an async function returns them', async () => {
    const { payments } = testService()
    const run = async () => payments.reconcile([credit({ amount: 1500 })], { account, apply: true }) as unknown
    await expect(run()).rejects.toThrow(mistake)
    expect((await payments.lines.list()).items).toEqual([])
  })
})

it('reconcile: items can be read in a loop, by a stream and as CSV, as every iterable', async () => {
  const { payments } = testService()
  const items = () => payments.reconcile([credit({ amount: 1500 })], { account })
  const kinds = async (read: AsyncIterable<{ kind: string }>) => {
    const order = []
    for await (const { kind } of read) order.push(kind)
    return order
  }
  expect(await kinds(items())).toEqual(['line', 'summary'])
  expect(await kinds(Readable.from(items()))).toEqual(['line', 'summary'])
  let csv = ''
  for await (const text of reconciliationCsv(items())) csv += text
  expect(csv.split('\r\n')).toHaveLength(3)
  expect(Object.keys(items())).toEqual([])
})
