import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { libsql, mariadb, onEach, postgres, type TestDatabase } from '../../support/databases/index.js'
import { freshTenant } from '../../support/databases/database.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { testService } from '../../support/service.js'
import { apply, booksOf, issueBills, statementOf } from './day.js'

const bills = 200
const lines = statementOf(bills)
const program = fileURLToPath(new URL('applying-process.ts', import.meta.url))
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

/** How many lines it had told of when it was killed, at whatever it was then doing. */
async function applyAndDie(database: TestDatabase, tenant: string): Promise<number> {
  const at = 'url' in database ? database.url : 'file' in database ? database.file : ''
  const args = ['--import', 'tsx', program, database.dialect, at, tenant, String(bills)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = 0
  const last = Math.floor(Math.random() * lines.length)
  for await (const line of createInterface(child.stdout)) if (line !== '' && ++told > last) child.kill('SIGKILL')
  if (child.signalCode === null && child.exitCode === null) await once(child, 'exit')
  return told
}

onEach([postgres, mariadb, libsql], 'a process that is killed while it applies a statement', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it('leaves whole lines behind, and who runs it again completes it', { timeout: 900_000 }, async () => {
    const inMemory = testService()
    await issueBills(inMemory.payments, bills)
    await apply(inMemory.payments, lines)
    const expected = await booksOf(inMemory.repository)
    const kills = rounds(2, 50)
    let unfinished = 0
    for (let kill = 0; kill < kills; kill++) {
      const tenant = freshTenant()
      const repository = repositoryOn(database(), { tenant })
      const { payments } = testService({ repository, random })
      await issueBills(payments, bills)
      const told = await applyAndDie(database(), tenant)
      // Whatever was told is stored, and no payment has a part of a line.
      const half = await booksOf(repository)
      const written = half.flatMap(({ told: events }) => events).filter((event) => event.includes(' row '))
      if (
        written.length <
        expected.flatMap(({ told: events }) => events).filter((event) => event.includes(' row ')).length
      )
        unfinished++
      const again = await apply(payments, lines)
      const already = again.filter((item) => item.kind === 'line' && item.outcome === 'already_reconciled').length
      const rows = new Set(written.map((event) => /row (\d+)/.exec(event)![1]))
      expect(already).toBe(rows.size)
      expect(told).toBeGreaterThan(0)
      expect(await booksOf(repository)).toEqual(expected)
    }
    console.info(`${entry.name}: ${kills} kills, ${unfinished} of them before the last line`)
    expect(unfinished).toBeGreaterThan(0)
  })
})
