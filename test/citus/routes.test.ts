/** That every statement goes to the one server of its tenant. */
import pg from 'pg'
import { expect, it } from 'vitest'
import { recordedStatements } from '../sql/partitions/recorded.js'
import { citus } from '../support/databases/citus.js'
import { onEach } from '../support/databases/index.js'
import { migrated } from '../support/databases/repository.js'

onEach([citus], 'sqlRepository: a statement', (entry) => {
  const database = migrated(entry)

  it("is one task of one shard, with writes: 'statements'", async () => {
    const statements = await recordedStatements(database(), { writes: 'statements' })
    const wrong: string[] = []
    const client = new pg.Client({ connectionString: database().url })
    await client.connect()
    try {
      let tried = 0
      for (const { text, values } of statements) {
        if (!/^(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text) || text.includes('hp_migrations')) continue
        tried++
        const { rows } = await client.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values: values as unknown[] })
        const tasks = [...JSON.stringify(rows).matchAll(/"Task Count":(\d+)/g)].map(([, count]) => Number(count))
        if (tasks.length !== 1 || tasks[0] !== 1) wrong.push(`${tasks.join('+') || 'no'} tasks: ${text}`)
      }
      console.info(`${tried - wrong.length} of ${tried} texts go to one shard`)
      expect(wrong).toEqual([])
    } finally {
      await client.end()
    }
  })
})
