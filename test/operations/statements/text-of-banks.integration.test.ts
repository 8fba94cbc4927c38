/** Text of banks that no database keeps: a line that cannot be stored would stop every run of its statement. */
import { memoryRepository, type StatementLine } from 'hospital-payments'
import { expect, it } from 'vitest'
import { credit, file, hospital, account } from '../../reconciliation/support/hospital.js'
import { libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { csvOf } from '../../support/service.js'

const unstorable = ['\0', 'ABC\x00123456', '\ud83d', 'ABC\udc00123456', '\ud83d\ud83d\udc00']

const lines = file(
  credit({ reference: 'INV-0001', narration: 'paid\0at the desk' }),
  ...unstorable.flatMap((text, i) => [
    credit({ lineId: `a${i}`, reference: text }),
    credit({ lineId: `b${i}`, narration: text }),
    credit({ lineId: `c${i}`, providerTransactionId: text }),
    credit({ lineId: text }),
  ]),
)

/** Imports the same lines twice; ids are drawn alike. */
async function twoRuns(repository = memoryRepository()) {
  const { payments, bill } = hospital({ repository, random: (bytes) => new Uint8Array(bytes).fill(7) })
  const { id } = await bill({ reference: 'INV-0001' })
  const first = await payments.statements.import(lines, { account })
  const stored = (await payments.lines.list({ limit: 500 })).items
  const again = await payments.statements.import(lines, { account })
  const csv = await csvOf(payments.lines.exportCsv({ mode: 'exact' }))
  return { payment: await payments.getPayment(id), first, stored, again, csv, payments }
}

it('statements.import: text that no database keeps is stored with U+FFFD in its place, and its line is known again', async () => {
  const { payment, first, stored, again, payments } = await twoRuns()
  expect(payment).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
  expect(first.rejectedCount).toBe(0)
  expect(stored).toHaveLength(lines.length)
  expect(stored.find(({ reference }) => reference === 'INV-0001')?.narration).toBe('paid\ufffdat the desk')
  expect(new Set(stored.flatMap(({ providerTransactionId }) => providerTransactionId ?? []))).toEqual(
    new Set(['\ufffd', 'ABC\ufffd123456', '\ufffd\ud83d\udc00']),
  )
  expect(again.lines.map(({ outcome, count }) => [outcome, count])).toEqual([
    ['already_reconciled', 1],
    ['unmatched_line', lines.length - 1],
  ])
  expect((await payments.lines.list({ limit: 500 })).items).toStrictEqual(stored)
})

it('referencesOf and categoryOf: a line has the text with which it is stored', async () => {
  const { payments } = hospital()
  const seen: (string | undefined)[] = []
  const look = ({ narration }: StatementLine) => void seen.push(narration)
  await payments.statements.import([credit({ narration: 'a\0b' })], {
    account,
    referencesOf: (line) => (look(line), []),
    categoryOf: (line) => (look(line), undefined),
  })
  expect(new Set(seen)).toEqual(new Set(['a\ufffdb']))
})

const readerOf = (format: string) => ({ format, [Symbol.iterator]: () => [credit({})][Symbol.iterator]() })

onEach([postgres, mariadb, libsql], 'statements.import: text that no database keeps', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it('is stored as in memory', async () => {
    const { payments: _, ...expected } = await twoRuns()
    const { payments: __, ...stored } = await twoRuns(repositoryOn(database()))
    expect(stored).toStrictEqual(expected)
  })

  it.each(['a\0b', 'x'.repeat(2000)])('is ignored as the format of a reader: %j', async (format) => {
    const { payments } = hospital({ repository: repositoryOn(database()) })
    expect((await payments.statements.import(readerOf(format), { account })).completedAt).not.toBeNull()
  })
})
