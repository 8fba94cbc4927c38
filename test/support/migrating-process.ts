/** A process of a host's that migrates when it starts: one database for each line of its input, and a line of output for each. */
import Libsql from 'libsql'
import { createPool } from 'mysql2/promise'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { fromMysql2, fromPg, fromSqlite, migrate } from 'hospital-payments/sql'
import type { TestDatabase } from './databases/index.js'

/** The place of a database, for another process. */
export interface Place {
  readonly dialect: TestDatabase['dialect']
  readonly at: string
}

async function migrateAt({ dialect, at }: Place): Promise<string[]> {
  if (dialect === 'postgres') {
    const pool = new pg.Pool({ connectionString: at })
    return migrate(fromPg(pool), { dialect }).then(({ applied }) => pool.end().then(() => applied))
  }
  if (dialect === 'mysql') {
    const pool = createPool({ uri: at })
    return migrate(fromMysql2(pool), { dialect }).then(({ applied }) => pool.end().then(() => applied))
  }
  const file = new Libsql(at)
  return migrate(fromSqlite(file), { dialect }).then(({ applied }) => (file.close(), applied))
}

console.log('ready')
for await (const line of createInterface(process.stdin)) {
  console.log(JSON.stringify(await migrateAt(JSON.parse(line) as Place)))
}
