import type { SqlDatabase } from '../core/database.js'
import { fromMysqlConnection, fromMysqlPool } from '../mysql/driver.js'
import { type MysqlHandle, readMysqlHandle } from '../mysql/handles.js'

/**
 * Makes a database of a pool or a connection of mysql2, with callbacks or with promises. Over a pool, calls have transactions of
 * their own; over a connection, they are part of the transaction that the host has opened on it.
 *
 * @throws TypeError for anything else, before a statement is sent
 * @example
 * import { createPool } from 'mysql2/promise'
 *
 * const pool = createPool(process.env['MYSQL_URL']!)
 * const database = fromMysql2(pool)
 * const { applied } = await migrate(database)
 * applied[0] // => '0001_tables'
 * const repository = sqlRepository(database)
 * await repository.get('pay_01JD0000000000000000000000') // => null
 * await pool.end()
 */
export function fromMysql2(handle: MysqlHandle): SqlDatabase {
  const core = readMysqlHandle(handle)
  return 'pool' in core ? fromMysqlPool(core.pool) : fromMysqlConnection(core.connection)
}
