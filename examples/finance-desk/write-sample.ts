import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import Database from 'libsql'
import { sampleWithCounter } from './sample.js'

/** Writes the sample hospital into a new file of SQLite, which is whole as soon as it is there. */
export async function writeSample(file: string): Promise<void> {
  // Filled in memory: a file that is filled has another beside it, its log, and cannot be renamed alone.
  const handle = new Database(':memory:')
  try {
    const database = fromSqlite(handle)
    await migrate(database)
    await sampleWithCounter(sqlRepository(database))
    mkdirSync(dirname(file), { recursive: true })
    const beginning = `${file}.${process.pid}`
    rmSync(beginning, { force: true })
    handle.exec(`VACUUM INTO '${beginning.replaceAll("'", "''")}'`)
    renameSync(beginning, file)
  } finally {
    handle.close()
  }
}
