import type { BridgeQuery } from '../../connections/bridge.js'
import type { DialectName, SqlDatabase } from '../../core/database.js'
import { fromMysqlBridge } from '../../mysql/bridge.js'
import { fromPgBridge } from '../../postgres/host-connection.js'
import { fromSqliteBridge } from '../../sqlite/bridge.js'

/** The functions that make a database of a library which only sends statements. */
export const fromBridgeOf: Readonly<Record<DialectName, (transaction: object, query: BridgeQuery) => SqlDatabase>> = {
  postgres: fromPgBridge,
  mysql: fromMysqlBridge,
  sqlite: fromSqliteBridge,
}
