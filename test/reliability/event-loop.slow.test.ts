/**
 * No call keeps the host's event loop from other work for long: of every public function, the rows that the storage reads and
 * writes between two turns of the loop are counted. How many milliseconds that is, is measured in `bench/event-loop.ts`.
 */
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { fakeProvider } from 'hospital-payments/testing'
import { fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import { describe, expect, it } from 'vitest'
import { libsql } from '../support/databases/index.js'
import { begin, type Call, everyCall } from '../support/every-function.js'
import { testService } from '../support/service.js'

const rows = 20_000
/**
 * The largest question that the port knows with its answer, and little else: a call that looked at all rows at once, or that read
 * as many bills as a line may pay and wrote them in one turn, would have more.
 */
const maxRowsOfTurn = 11_000

/** Counts the rows of a list, or of the lists in an object. */
function rowsIn(value: unknown): number {
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part) => sum + (Array.isArray(part) ? part.length : 0), 0)
}

/** Counts the most rows that a storage received or returned between two turns of the event loop. */
function counted(storage: FinanceRepository) {
  let [ofTurn, max] = [0, 0]
  const count = (...values: unknown[]) => {
    ofTurn = values.reduce((sum: number, value) => sum + rowsIn(value), ofTurn + 1)
    max = Math.max(max, ofTurn)
  }
  async function* batches(scan: AsyncIterable<unknown>) {
    for await (const batch of scan) {
      count(batch)
      yield batch
    }
  }
  const entries = Object.entries(storage as unknown as Record<string, unknown>).map(([name, call]) => {
    if (typeof call !== 'function') return [name, call]
    if (name.startsWith('scan')) return [name, (...values: unknown[]) => batches(call(...values))]
    return [
      name,
      async (...values: unknown[]) => {
        const answer: unknown = await call(...values)
        count(...values, answer)
        return answer
      },
    ]
  })
  return {
    repository: Object.fromEntries(entries) as FinanceRepository,
    /** Returns the most rows of one turn while a call is under way. */
    async during(call: Call): Promise<number> {
      ;[ofTurn, max] = [0, 0]
      let isOver = false
      const turn = () => {
        ofTurn = 0
        if (!isOver) setImmediate(turn)
      }
      setImmediate(turn)
      await call.run()
      isOver = true
      return max
    },
  }
}

async function maxOfEachLength(storage: FinanceRepository): Promise<Map<string, number>> {
  const { repository, during } = counted(storage)
  let now = begin
  const clock = () => now
  const fake = fakeProvider({ clock })
  const { payments } = testService({ repository, clock, defaultTtlMs: 86_400_000, providers: { fake } })
  const maxRows = new Map<string, number>()
  for (const call of everyCall({ payments, fake, rows, advance: (ms) => (now += ms) })) {
    maxRows.set([call.name, call.what].join(' '), await during(call))
  }
  return maxRows
}

describe('HospitalPayments: every public function, with 20,000 rows', { timeout: 300_000 }, () => {
  const tooMany = (rowsByTurn: Map<string, number>) => [...rowsByTurn].filter(([, max]) => max > maxRowsOfTurn)

  it('lets the event loop have a turn after a bounded number of rows over memory', async () => {
    expect(tooMany(await maxOfEachLength(memoryRepository()))).toEqual([])
  })

  it('lets the event loop have a turn after a bounded number of rows over SQLite', async () => {
    const { handle, open, close } = await libsql.open()
    const database = fromSqlite(handle, { open })
    await migrate(database)
    expect(tooMany(await maxOfEachLength(sqlRepository(database)))).toEqual([])
    await close()
  })

  it('is among those that are counted', () => {
    const { payments } = testService()
    const names = new Set(
      everyCall({ payments, fake: fakeProvider(), rows, advance: () => undefined }).map(({ name }) => name),
    )
    const groups = Object.entries(payments).flatMap(([name, value]) =>
      typeof value === 'function' ? [name] : Object.keys(value as object).map((method) => `${name}.${method}`),
    )
    // These two give a service, at once.
    expect(groups.filter((name) => !names.has(name)).sort()).toEqual(['using', 'within'])
  })
})
