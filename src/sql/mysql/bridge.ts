import { type BridgeQuery, bridgeResult, fromBridge } from '../connections/bridge.js'
import type { DriverStatement } from '../connections/driver.js'
import type { SqlDatabase, SqlValue } from '../core/database.js'
import { mysqlKind } from './faults.js'

/** Makes a database of one transaction of a library that gives no access to its connection of MariaDB or MySQL. */
export function fromMysqlBridge(transaction: object, query: BridgeQuery): SqlDatabase {
  const send = async (statement: DriverStatement) => bridgeResult(await query(withPlainLimits(statement)))
  return fromBridge(transaction, send, {
    dialect: 'mysql',
    kindOf: mysqlKind,
    forgetsSavepoints: true,
    readsInParts: false,
  })
}

/**
 * Writes the limits of a statement into its text. They are values of text, which a server reads as a number only in a prepared
 * statement, and a library may put values into the text.
 */
function withPlainLimits({ text, values }: DriverStatement): DriverStatement {
  if (!values || !/\bLIMIT \?/.test(text)) return { text, ...(values && { values }) }
  const parts = text.split('?')
  const left = values.filter((_, i) => !isLimit(parts[i]!))
  const written = parts.map((part, i) => part + placeholder(part, values, i))
  return { text: written.join(''), values: left }
}

function placeholder(before: string, values: readonly SqlValue[], i: number): string {
  if (i === values.length) return ''
  return isLimit(before) ? String(Number(values[i])) : '?'
}

function isLimit(before: string): boolean {
  return /\bLIMIT $/.test(before)
}
