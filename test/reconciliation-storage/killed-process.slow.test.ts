import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import {
  freshTenant,
  libsql,
  mariadb,
  onEach,
  postgres,
  type MysqlDatabase,
  type PgDatabase,
  type SqliteDatabase,
  type TestDatabase,
} from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { rounds } from '../support/rounds.js'
import { testService } from '../support/service.js'
import { stateOf, cleanState, expectWhole } from './support/stored-state.js'
import { freshBytes } from './support/clerks.js'
import { apply, issueBills, lineItems, statementOf, writes } from './support/day.js'

const groups = 4
const lines = statementOf(groups)
const written = lines.filter(writes).length
const program = fileURLToPath(new URL('support/applying-process.ts', import.meta.url))

const sessions = {
  postgres: 'SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database()',
  mysql: 'SELECT count(*) AS count FROM information_schema.processlist WHERE db = DATABASE()',
  sqlite: 'SELECT 0 AS count',
}

/** How many connections the database's server knows. */
async function sessionsOf(database: TestDatabase): Promise<number> {
  const [row] = await database.rows(sessions[database.dialect])
  return Number(row!['count'])
}

interface Death {
  /** Lines of which it had said that it wrote them. */
  told: number
  wasKilled: boolean
}

/** Killed a moment after it has told of `last` lines, at whatever it is then doing. */
async function applyAndDie(
  database: PgDatabase | MysqlDatabase | SqliteDatabase,
  tenant: string,
  last: number,
): Promise<Death> {
  const place = 'url' in database ? database.url : database.file
  const args = ['--import', 'tsx', program, database.dialect, place, tenant, String(groups)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const moment = Math.random() * 4
  let [lineCount, told] = [0, 0]
  for await (const line of createInterface(child.stdout)) {
    if (line.endsWith('true')) told++
    if (lineCount++ === last) void sleep(moment).then(() => child.kill('SIGKILL'))
  }
  await ended
  const wasKilled = child.signalCode === 'SIGKILL'
  if (!wasKilled) expect(child.exitCode).toBe(0)
  return { told, wasKilled }
}

onEach([postgres, mariadb, libsql], 'a process that is killed while it applies a statement', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it('leaves whole lines behind, and running again completes it', { timeout: 900_000 }, async () => {
    const expected = await cleanState(groups, lines)
    const kills = rounds(5, 50)
    let inTheMiddle = 0
    let unheard = 0
    for (let kill = 0; kill < kills; kill++) {
      const tenant = freshTenant()
      const repository = repositoryOn(database(), { tenant })
      const service = testService({ repository, random: freshBytes })
      await issueBills(service, groups)
      const last = Math.floor(((kill + Math.random()) / kills) * (lines.length - 10))
      const others = await sessionsOf(database())
      const { told, wasKilled } = await applyAndDie(database(), tenant, last)
      // A server may still be at the last statement that it was sent.
      while ((await sessionsOf(database())) > others) await sleep(5)
      const stored = await expectWhole(repository, lines, { database: database(), tenant })
      expect(stored.size).toBeGreaterThanOrEqual(told)
      if (wasKilled && stored.size > 0 && stored.size < written) inTheMiddle++
      unheard += stored.size - told

      const again = lineItems(await apply(service.payments, lines))
      expect(again.filter(({ applied }) => applied)).toHaveLength(written - stored.size)
      expect(await stateOf(repository)).toEqual(expected)
      await expectWhole(repository, lines, { database: database(), tenant })
    }
    console.info(
      `${entry.name}: ${kills} kills, ${inTheMiddle} in the middle, ${unheard} lines stored and not yet told`,
    )
    expect(inTheMiddle).toBeGreaterThan(0)
  })
})
