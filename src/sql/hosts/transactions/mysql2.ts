import type { SqlDatabase } from '../../core/database.js'
import { fromMysqlConnection } from '../../mysql/driver.js'
import { type MysqlHandle, readMysqlHandle } from '../../mysql/handles.js'
import { has, type IsOpen, refuseIdle } from './shape.js'

/** What is private in a connection of mysql2, and only looked at: it keeps no public record of its end. */
interface Ends {
  readonly _closing?: boolean
  readonly _fatalError?: unknown
  readonly stream?: { readonly destroyed?: boolean }
}

function hasEnded(connection: object): boolean {
  const { _closing, _fatalError, stream } = connection as Ends
  return _closing === true || Boolean(_fatalError) || stream?.destroyed === true
}

/** A connection of mysql2. Whether a transaction is open there, only the server knows: the first call finds out. */
export function mysql2Transaction(given: unknown, isOpen?: IsOpen): SqlDatabase | null {
  if (!has(given, 'query', 'execute', 'beginTransaction')) return null
  const known = readMysqlHandle(given as MysqlHandle)
  if ('pool' in known) return null
  if (hasEnded(known.connection)) refuseIdle('this connection of mysql2, which was closed,')
  return fromMysqlConnection(known.connection, isOpen)
}
