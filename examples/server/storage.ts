import { fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import Database from 'libsql'

/** Payments in a file of SQLite, which is made where there is none. */
export async function openStorage(file: string) {
  const open = () => new Database(file)
  const handle = open()
  const database = fromSqlite(handle, { open })
  await migrate(database, { dialect: 'sqlite' })
  return { repository: sqlRepository(database, { dialect: 'sqlite' }), close: () => void handle.close() }
}
