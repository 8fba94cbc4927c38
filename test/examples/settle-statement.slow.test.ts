import { readdirSync } from 'node:fs'
import { createHospitalPayments, memoryRepository, type StatementRecord, textChannel } from 'hospital-payments'
import { readCamt, readCsvStatement, readMt940, type StatementReader } from 'hospital-payments/statements'
import { manualClock } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { settleNovember } from '../../examples/settle-statement/november.js'
import { tieOut } from '../../examples/settle-statement/tie-out.js'
import { realCsv } from '../statements/support/real-csv.js'
import { sharedStatement, sharedStatements } from '../statements/support/shared-data.js'
import { mariadb, nodeSqlite, onEach, pglite, postgres, systemPostgres } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { collect } from '../support/service.js'
import { checkNovember, explainedByDay } from './settle-statement.js'

describe('examples/settle-statement: forty difficult lines', () => {
  onEach([postgres, systemPostgres, mariadb, nodeSqlite, pglite], 'in a database', (entry) => {
    const database = migrated(entry)

    it('come to the same as in memory', async () => {
      const stored = await checkNovember(await settleNovember(repositoryOn(database())))
      expect(stored).toBe(await checkNovember(await settleNovember()))
    })
  })
})

const folders = { csv: sharedStatements('bank-csv'), camt: sharedStatements('camt'), mt940: sharedStatements('mt940') }
const isThere = Object.values(folders).every((folder) => folder !== null)
const namesIn = (folder: string | null) =>
  folder === null ? [] : readdirSync(folder).filter((name) => name !== 'LICENSE')

type RealFile = readonly [name: string, open: () => StatementReader]

const files: readonly RealFile[] = [
  ...namesIn(folders.csv).map((name): RealFile => {
    const { mapping } = realCsv.find(({ file }) => file === name)!
    return [name, () => readCsvStatement(sharedStatement(folders.csv, name), mapping)]
  }),
  ...namesIn(folders.camt).map((name): RealFile => [name, () => readCamt(sharedStatement(folders.camt, name))]),
  ...namesIn(folders.mt940).map((name): RealFile => [name, () => readMt940(sharedStatement(folders.mt940, name))]),
]

const isLine = (record: StatementRecord) => !('rejected' in record)

/** The part of a bill that the bank kept. */
const fee = 10

describe.skipIf(!isThere)('examples/settle-statement: a real statement', () => {
  it.each(files)('%s is imported without losing a line, and settled to the last one', async (_, open) => {
    const records = await collect(open())
    const movements = records.flatMap((record) => ('rejected' in record ? [] : [record]))
    const rejected = records.filter((record) => !isLine(record))
    const clock = manualClock('2000-01-01T00:00:00.000Z')
    const lastDay = movements.map(({ valueDate }) => valueDate).sort()
    clock.set(`${lastDay.at(-1) ?? '2026-11-20'}T23:00:00.000Z`)
    const payments = createHospitalPayments({
      repository: memoryRepository(),
      channels: { bank: textChannel('Transfer with reference {reference}.') },
      clock,
    })
    const about = { account: 'bank' }
    const imported = await payments.statements.import(open(), about)
    expect(imported.lines.reduce((sum, { count }) => sum + count, 0)).toBe(records.length)
    expect(imported.rejectedCount).toBe(rejected.length)

    const linesNow = async () => {
      const pages = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await payments.lines.list({ limit: 500, ...(cursor !== undefined && { cursor }) })
        pages.push(...page.items)
        cursor = page.nextCursor
      }
      return pages
    }
    const stored = await linesNow()
    expect(stored.map(({ row }) => row).sort((a, b) => a - b)).toEqual(
      movements.map(({ row }) => row).sort((a, b) => a - b),
    )

    // A bill for each credit, less a fee; a debit that has a credit of its amount cancels out with it; the rest is put aside.
    const usedKeys = new Set<string>()
    for (const { key, direction, amount, currency } of stored) {
      if (usedKeys.has(key)) continue
      const { version } = (await payments.lines.get(key))!
      const counter = stored.find(
        (other) =>
          other.direction !== direction &&
          other.amount === amount &&
          other.currency === currency &&
          !usedKeys.has(other.key),
      )
      if (counter) {
        usedKeys.add(counter.key)
        const allocations = [{ to: 'line', lineKey: counter.key, amount } as const]
        await payments.lines.allocate(key, { expectedVersion: version, allocations })
      } else if (direction === 'credit') {
        const request = { amount: amount + fee, currency, reference: `BILL ${usedKeys.size}`, channel: 'bank' }
        const { id } = await payments.createPayment(request)
        const allocations = [
          { to: 'payment', paymentId: id, amount: amount + fee } as const,
          { to: 'category', category: 'bank_fee', amount: -fee } as const,
        ]
        await payments.lines.allocate(key, { expectedVersion: version, allocations })
      } else {
        const allocations = [{ to: 'category', category: 'expense', amount } as const]
        await payments.lines.allocate(key, { expectedVersion: version, allocations })
      }
      usedKeys.add(key)
    }

    const settled = await linesNow()
    expect(settled.filter(({ status }) => status === 'open')).toEqual([])
    expect(tieOut('bank', movements, settled).filter(({ difference }) => difference !== 0n)).toEqual([])
    const moved = new Map<string, bigint>()
    for (const { currency, valueDate, direction, amount } of movements) {
      const key = `bank ${currency} ${valueDate}`
      moved.set(key, (moved.get(key) ?? 0n) + BigInt(direction === 'credit' ? amount : -amount))
    }
    expect(explainedByDay(settled)).toEqual(moved)

    const again = await payments.statements.import(open(), about)
    const unknown = again.lines.filter(
      ({ outcome }) => !['already_reconciled', 'set_aside', 'rejected_line'].includes(outcome),
    )
    expect(unknown).toEqual([])
    expect(again.lines.reduce((sum, { count }) => sum + count, 0)).toBe(records.length)
  })

  it('is there of each kind', () => {
    for (const folder of Object.values(folders)) expect(namesIn(folder).length).toBeGreaterThan(4)
  })
})
