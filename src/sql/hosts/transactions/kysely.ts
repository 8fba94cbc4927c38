import type { DialectName, SqlDatabase } from '../../core/database.js'
import { DatabaseFault } from '../../core/fault.js'
import { fromBridgeOf } from './bridges.js'
import { has, refuseIdle } from './shape.js'

interface KyselyTransaction {
  readonly isTransaction: boolean
  readonly isCommitted?: boolean
  readonly isRolledBack?: boolean
  withoutPlugins(): KyselyTransaction
  executeQuery(query: object): Promise<{ readonly rows: readonly unknown[]; readonly numAffectedRows?: bigint }>
}

/** Makes a query as `CompiledQuery.raw` of Kysely does. */
function compiled(sql: string, parameters: readonly unknown[] = []): object {
  return {
    sql,
    parameters,
    query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
    queryId: { queryId: 'hospital-payments' },
  }
}

/** Reads a transaction of Kysely. */
export function kyselyTransaction(handle: unknown, dialect: DialectName): SqlDatabase | null {
  if (!has(handle, 'executeQuery', 'withoutPlugins', 'selectFrom')) return null
  const tx = handle as KyselyTransaction
  if (!tx.isTransaction || tx.isCommitted === true || tx.isRolledBack === true) refuseIdle('this object of Kysely')
  const plain = tx.withoutPlugins()
  return fromBridgeOf[dialect](tx, async ({ text, values }) => {
    try {
      const { rows, numAffectedRows } = await plain.executeQuery(compiled(text, values))
      return { rows, changed: numAffectedRows }
    } catch (error) {
      throw hasEnded(error) ? new DatabaseFault('outside', error) : error
    }
  })
}

/** Returns true for Kysely's error about a transaction that has ended by its record: it has sent nothing. */
function hasEnded(error: unknown): boolean {
  return error instanceof Error && /^Transaction is already (?:committed|rolled back)$/.test(error.message)
}
