import { sqlRepository, type SqlDatabase } from 'hospital-payments/sql'
import { beforeAll, expect, it } from 'vitest'
import { libsql, mariadb, nodeSqlite, onEach, postgres, systemPostgres } from '../../support/databases/index.js'
import { migrated, repositoryOn, sqlOn } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { testService } from '../../support/service.js'
import { fill } from './fillers.js'
import { type Exported, notOneInstant } from './instant.js'
import { shownColumns, startWriters, tick, type Writers } from './writers.js'

/** More than the scan asks the database for at a time, twice. */
const fillers = 9000
const writerCount = 3
const tenant = 'exports'

/** Exports while something is written between any two pieces. */
async function exportMeanwhile(database: SqlDatabase, writers: Writers): Promise<Exported> {
  const repository = sqlRepository(database, { tenant })
  const { payments } = testService({ repository })
  const began = tick()
  let opened = 0
  let csv = ''
  for await (const piece of payments.exportCsv({ columns: shownColumns })) {
    opened ||= tick()
    csv += piece
    await writers.progress(2 * writerCount)
  }
  return { began, opened, lines: csv.trimEnd().split('\r\n').slice(1) }
}

onEach([postgres, systemPostgres, mariadb, libsql, nodeSqlite], 'exportCsv: exports during writes (R5)', (entry) => {
  const database = migrated(entry as typeof postgres)
  const many = rounds(4, 50)

  beforeAll(() => fill(database(), tenant, fillers))

  it('each show one instant, whatever is written meanwhile', { timeout: 900_000 }, async () => {
    const writers = await startWriters(repositoryOn(database(), { tenant }), writerCount)
    const exports: Exported[] = []
    while (exports.length < many) {
      const two = [sqlOn(database()), sqlOn(database())].map((sql) => exportMeanwhile(sql, writers))
      exports.push(...(await Promise.all(two)))
    }
    await writers.stop()
    expect(exports.map((exported) => notOneInstant(exported, writers.logs)).filter((why) => why !== null)).toEqual([])
    for (const { lines } of exports) expect(lines.length).toBeGreaterThanOrEqual(fillers)
    const changes = writers.logs.reduce((sum, log) => sum + log.changes.length, 0)
    console.info(`R5 on ${entry.name}: ${exports.length} exports during ${changes} transactions, 0 torn`)
  })
})

/** Makes a database whose exports have no transaction around their pages. */
function withoutSnapshot(sql: SqlDatabase): SqlDatabase {
  const snapshot = { cursor: 0, read: sql.read.bind(sql), close: () => Promise.resolve(), abort: () => undefined }
  return { ...sql, dialect: sql.dialect, snapshot: () => Promise.resolve(snapshot) }
}

onEach([mariadb, libsql], 'exportCsv: an export pieced together from several instants', (entry) => {
  const database = migrated(entry as typeof mariadb)

  it('is found out by these tests', async () => {
    await fill(database(), tenant, fillers)
    const writers = await startWriters(repositoryOn(database(), { tenant }), writerCount)
    const exported = await exportMeanwhile(withoutSnapshot(sqlOn(database())), writers)
    await writers.stop()
    expect(notOneInstant(exported, writers.logs)).toMatch(/^it shows a state of writer \d that never was$/)
  })
})
