/** After a person is erased, no table, file, log, event or page of the desk holds a word of them. */
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import type { StoredEvent } from 'hospital-payments'
import { createDesk } from 'hospital-payments/desk'
import { afterAll, expect, it } from 'vitest'
import { base, everyScope, host } from '../desk/support/desk.js'
import { books, call, canariesIn, patient, type Ward, ward } from '../operations/erasure/support/patient.js'
import { kinds, libsql, type mariadb, onEach, type postgres, type TestDatabase } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { recordingLogger } from '../support/recording-logger.js'

const tablesOf = {
  postgres: "SELECT tablename AS name FROM pg_tables WHERE tablename LIKE 'hp\\_%'",
  mysql: 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'hp\\_%' ESCAPE '\\'",
}

/** Returns every row of every table of the library as text. */
async function dumpOf(database: TestDatabase): Promise<string> {
  const tables = await database.rows(tablesOf[database.dialect])
  const names = tables.map(({ name }) => String(name))
  expect(names.length).toBeGreaterThan(10)
  const rows = await Promise.all(names.map((name) => database.rows(`SELECT * FROM ${name}`)))
  return rows.flatMap((all) => all.map((row) => Object.values(row).map(String).join('|'))).join('\n')
}

/** Returns every page of the desk that links of its pages lead to. */
async function pagesOf({ payments, lines }: Ward): Promise<string> {
  const desk = createDesk({
    payments,
    basePath: base,
    authenticate: () => ({ actor: 'almaz', scopes: [...everyScope] }),
  })
  const paths = [base, ...Object.values(lines).map((key) => `${base}/lines/${encodeURIComponent(key)}`)]
  const pages = new Map<string, string>()
  for (const path of paths) {
    if (pages.has(path) || pages.size > 400) continue
    const answer = await desk(new Request(host + path))
    const page = await answer.text()
    pages.set(path, page)
    for (const [, link = ''] of page.matchAll(/href="([^"#]*)/g)) {
      const next = link.replaceAll('&amp;', '&')
      if (next.startsWith(base) && !paths.includes(next)) paths.push(next)
    }
  }
  expect(pages.size).toBeGreaterThan(15)
  return [...pages.values()].join('\n')
}

/** Returns the bytes of a database's files as text, after what its engine offers to overwrite what was deleted. */
async function bytesOf(database: Extract<TestDatabase, { dialect: 'sqlite' }>): Promise<string> {
  await database.rows('VACUUM')
  await database.rows('PRAGMA wal_checkpoint(TRUNCATE)')
  return ['', '-wal'].map((end) => bytesOfFile(database.file + end)).join('')
}

function bytesOfFile(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

const counted: string[] = []

onEach(kinds, 'eraseCustomer: a person (R25)', (entry) => {
  const database = migrated(entry as typeof postgres | typeof mariadb)

  it('is in no table, file, log, event or page, and the books are the same', async () => {
    const { logger, lines: logged } = recordingLogger()
    const scene = await ward({ repository: repositoryOn(database()), logger })
    const { payments } = scene
    const before = await books(scene)
    expect(canariesIn(await dumpOf(database()))).toHaveLength(4)
    // That pages show the person before says nothing of a storage.
    if (entry === libsql) expect(canariesIn(await pagesOf(scene))).not.toEqual([])
    expect(await payments.eraseCustomer({ customerId: patient.id }, call)).toEqual({ erased: 3 })

    const events: StoredEvent[] = []
    let delivered = 1
    while (delivered > 0) ({ delivered } = await payments.deliverEvents(async (event) => void events.push(event)))
    expect(events.filter(({ type }) => type === 'payment.erased')).toHaveLength(3)
    const dump = await dumpOf(database())
    expect(canariesIn(dump)).toEqual([])
    expect(dump).toContain(patient.id)
    expect(canariesIn(inspect([events, logged], { depth: 9 }))).toEqual([])
    expect(canariesIn(await pagesOf(scene))).toEqual([])
    expect(await books(scene)).toEqual(before)
    const stored = await dumpOf(database())
    expect(await payments.eraseCustomer({ customerId: patient.id }, call)).toEqual({ erased: 0 })
    expect(await dumpOf(database())).toBe(stored)
    const opened = database() as TestDatabase
    if (opened.dialect === 'sqlite') expect(canariesIn(await bytesOf(opened))).toEqual([])
    counted.push(`${entry.name}: ${dump.length} characters of tables, ${events.length} events`)
  })

  afterAll(() => console.info(`R25: ${counted.join('; ')}, 0 hits`))
})
