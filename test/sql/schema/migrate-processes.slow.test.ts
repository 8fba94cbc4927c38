import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { libsql, onEach, opened, servers, type TestDatabase } from '../../support/databases/index.js'
import { everyMigration } from '../../support/migration-names.js'
import type { Place } from '../../support/migrating-process.js'
import { programFile } from '../../support/program-file.js'

interface Process {
  readonly child: ChildProcess
  readonly lines: AsyncIterator<string>
}

let processes: Process[]

beforeAll(async () => {
  const program = await programFile(new URL('../../support/migrating-process.ts', import.meta.url))
  processes = Array.from({ length: 20 }, () => {
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
    return { child, lines: createInterface(child.stdout!)[Symbol.asyncIterator]() }
  })
  for (const { lines } of processes) expect((await lines.next()).value).toBe('ready')
})

afterAll(async () => {
  for (const { child } of processes) {
    child.stdin!.end()
    if (child.exitCode === null) await once(child, 'exit')
  }
})

function placeOf(database: TestDatabase): Place {
  if (database.driver === 'pglite') throw new Error('PGlite lives in one process')
  return { dialect: database.dialect, at: 'file' in database ? database.file : database.url }
}

onEach([...servers, libsql], 'migrate: 20 processes that start at once', (entry) => {
  const database = opened(entry)

  it('apply each migration once, and all of them find it there', async () => {
    const place = JSON.stringify(placeOf(database()))
    for (const { child } of processes) child.stdin!.write(`${place}\n`)
    const applied = await Promise.all(
      processes.map(async ({ lines }) => JSON.parse((await lines.next()).value) as string[]),
    )
    const names = everyMigration.toSorted()
    // The tables come in one transaction, the terms of stored payments in one of their own: two processes may share the work.
    expect(applied.flat().toSorted()).toEqual(names)
    expect(applied).toHaveLength(20)
    const recorded = await database().rows('SELECT name FROM hp_migrations ORDER BY name')
    expect(recorded.map(({ name }) => name)).toEqual(names)
  })
})
