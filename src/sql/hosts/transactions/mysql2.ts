import type { SqlDatabase } from '../../core/database.js'
import { fromMysqlConnection } from '../../mysql/driver.js'
import { type MysqlHandle, readMysqlHandle } from '../../mysql/handles.js'
import { has, type IsOpen, refuseIdle } from './shape.js'

/** Private fields of a connection of mysql2, which are only read: no public field shows that the connection has ended. */
interface Ends {
  readonly _closing?: boolean
  readonly _fatalError?: unknown
  readonly stream?: { readonly destroyed?: boolean }
}

function hasEnded(connection: object): boolean {
  const { _closing, _fatalError, stream } = connection as Ends
  return _closing === true || Boolean(_fatalError) || stream?.destroyed === true
}

/** Reads a connection of mysql2. Only the server knows if a transaction is open there: the first call asks it. */
export function mysql2Transaction(handle: unknown, isOpen?: IsOpen): SqlDatabase | null {
  if (!has(handle, 'query', 'execute', 'beginTransaction')) return null
  const core = readMysqlHandle(handle as MysqlHandle)
  if ('pool' in core) return null
  if (hasEnded(core.connection)) refuseIdle('this connection of mysql2, which was closed,')
  return fromMysqlConnection(core.connection, isOpen)
}
