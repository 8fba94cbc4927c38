import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { libsql, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { testService } from '../../support/service.js'
import { type Entry, expectAllOnce, expectEventsWait, expectNothingLost } from './ledger.js'

const program = fileURLToPath(new URL('writing-process.ts', import.meta.url))

/** Writes into the file until it is killed, at whatever it is then doing; returns what it had printed by then. */
async function writeAndDie(file: string, name: string): Promise<Entry[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, file, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const entries = new Map<string, Entry>()
  let doom: NodeJS.Timeout | undefined
  for await (const line of createInterface(child.stdout)) {
    doom ??= setTimeout(() => child.kill('SIGKILL'), 20 + Math.random() * 200)
    const [word, key = '', id = ''] = line.split(' ')
    if (word === 'begin') entries.set(key, { key, created: null, confirmed: false })
    if (word === 'created') entries.get(key)!.created = id
    if (word === 'confirmed') entries.get(key)!.confirmed = true
  }
  if (child.signalCode === null && child.exitCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  return [...entries.values()]
}

onEach([libsql], 'a process that is killed while it writes', (entry) => {
  const database = migrated(entry)

  it('loses nothing that was acknowledged and leaves nothing half-written', { timeout: 900_000 }, async () => {
    const repository = repositoryOn(database(), { tenant: 'default' })
    const { payments } = testService({
      repository,
      clock: () => Date.now(),
      random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    })
    const entries: Entry[] = []
    for (let kill = 0; kill < rounds(3, 200); kill++) {
      entries.push(...(await writeAndDie(database().file, `kill${kill}`)))
      await expectNothingLost(repository, entries.slice(-200))
    }
    const acknowledged = entries.filter(({ created }) => created !== null).length
    console.log(`libsql: ${rounds(3, 200)} kills, ${acknowledged} payments acknowledged before them`)
    expect(acknowledged).toBeGreaterThan(0)
    await expectNothingLost(repository, entries)
    await expectAllOnce(payments, repository, entries)
    await expectEventsWait(repository)
  })
})
