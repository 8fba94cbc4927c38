/** A process that is killed in the middle of a group leaves all of it or nothing. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { freshTenant, libsql, mariadb, onEach, type TestDatabase } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { contents } from '../../support/service.js'

const program = fileURLToPath(new URL('writing-groups.ts', import.meta.url))
const size = 300

/** What the last group that was begun had come to before the kill. */
type Progress = 'begin' | 'inserted' | 'replaced'

async function writeAndDie(place: string, tenant: string): Promise<Map<string, Progress>> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, place, tenant, String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const groups = new Map<string, Progress>()
  let doom: NodeJS.Timeout | undefined
  for await (const line of createInterface(child.stdout)) {
    doom ??= setTimeout(() => child.kill('SIGKILL'), 100 + Math.random() * 600)
    const [word = '', number = ''] = line.split(' ')
    groups.set(`group ${number}`, word as Progress)
  }
  if (child.signalCode === null && child.exitCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  return groups
}

async function sessionsOf(database: TestDatabase): Promise<number> {
  if (database.dialect !== 'mysql') return 0
  return (await database.rows('SELECT id FROM information_schema.processlist WHERE db = DATABASE()')).length
}

onEach([libsql, mariadb], 'a process that is killed while it writes groups', (entry) => {
  const database = migrated(entry as typeof libsql | typeof mariadb)

  it('leaves all of each group, or nothing of it', { timeout: 900_000 }, async () => {
    let unanswered = 0
    for (let kill = 0; kill < rounds(4, 100); kill++) {
      const tenant = freshTenant()
      const own = database()
      const sessions = await sessionsOf(own)
      const groups = await writeAndDie('file' in own ? own.file : own.url, tenant)
      // Until the server has met the end of the connection, it may still commit what had been sent.
      while ((await sessionsOf(own)) > sessions) await new Promise((resolve) => setTimeout(resolve, 20))
      const repository = repositoryOn(own, { tenant, timeoutMs: 60_000 })
      const stored = await contents(repository)
      for (const [reference, progress] of groups) {
        const found = stored.filter(({ payment }) => payment.reference === reference)
        const versions = new Set(found.map(({ payment }) => payment.version))
        expect(progress === 'begin' ? [0, size] : [size]).toContain(found.length)
        expect(versions.size, `versions in ${reference}`).toBeLessThanOrEqual(1)
        if (progress === 'replaced') expect([...versions]).toEqual([2])
        for (const { payment, events } of found) expect(events).toHaveLength(payment.version)
        const lineKeys = found.map(({ payment }) => `line ${payment.id}`)
        const { lines } = await repository.lookup({ references: [], providerTransactionIds: [], lineKeys })
        expect(lines).toHaveLength(versions.has(2) ? size : 0)
        if (progress !== 'replaced') unanswered++
      }
      const now = '2030-01-01T00:00:00.000Z'
      const claim = {
        from: 'due',
        owner: 'relay',
        now,
        leaseUntil: '2030-01-02T00:00:00.000Z',
        limit: 100_000,
      } as const
      const due = await repository.claimEvents(claim)
      expect(due).toHaveLength(stored.length)
      const waiting = (await database().rows(`SELECT COUNT(*) AS n FROM hp_deliveries WHERE tenant = '${tenant}'`))[0]!
      expect(Number(waiting['n'])).toBe(stored.reduce((sum, { payment }) => sum + payment.version, 0))
    }
    console.log(`${entry.name}: ${rounds(4, 100)} kills, ${unanswered} of them in the middle of a group`)
    expect(unanswered).toBeGreaterThan(0)
  })
})
