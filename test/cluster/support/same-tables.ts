/** Comparison of the rows of several servers. */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { tablesOf } from '../../../src/sql/core/tables.js'

export type Rows = (sql: string) => Promise<readonly unknown[]>

const keys = {
  payments: 'tenant, id',
  events: 'tenant, payment_id, version',
  deliveries: 'tenant, event_id',
  lines: 'tenant, line_key',
  migrations: 'name',
} as const

export async function expectSameTables(servers: readonly Rows[]): Promise<void> {
  const tables = tablesOf()
  const all = await Promise.all(
    servers.map(async (rows) => {
      const digests: Record<string, string> = {}
      for (const [table, key] of Object.entries(keys)) {
        const contents = await rows(`SELECT * FROM ${tables[table as keyof typeof keys]} ORDER BY ${key}`)
        const digest = createHash('sha256').update(JSON.stringify(contents)).digest('hex')
        digests[table] = `${contents.length} rows, ${digest}`
      }
      return digests
    }),
  )
  for (const digests of all) expect(digests).toEqual(all[0])
}
