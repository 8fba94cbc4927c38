import { fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import Database from 'libsql'

/** Opens payments in a file of SQLite, which is made where there is none. */
export async function openStorage(file: string) {
  const open = () => new Database(file)
  const handle = open()
  const database = fromSqlite(handle, { open })
  await migrate(database)
  return { repository: sqlRepository(database), close: () => void handle.close() }
}
