import type { DialectName, SqlDatabase } from '../../core/database.js'
import { fromPgBridge } from '../../postgres/host-connection.js'
import { has, refuseIdle } from './shape.js'

interface KyselyTransaction {
  readonly isTransaction: boolean
  readonly isCommitted?: boolean
  readonly isRolledBack?: boolean
  withoutPlugins(): KyselyTransaction
  executeQuery(query: object): Promise<{ readonly rows: readonly unknown[] }>
}

/** A query as `CompiledQuery.raw` of Kysely makes it. */
function compiled(sql: string, parameters: readonly unknown[] = []): object {
  return {
    sql,
    parameters,
    query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
    queryId: { queryId: 'hospital-payments' },
  }
}

/** What Kysely hands out; it refuses by itself what comes after the end. */
export function kyselyTransaction(given: object, dialect: DialectName): SqlDatabase | null {
  if (!has(given, 'executeQuery', 'withoutPlugins', 'selectFrom')) return null
  const tx = given as KyselyTransaction
  if (!tx.isTransaction || tx.isCommitted === true || tx.isRolledBack === true) refuseIdle('this object of Kysely')
  if (dialect !== 'postgres')
    throw new TypeError(
      'within: transactions of Kysely are taken on PostgreSQL; elsewhere, give it the connection itself',
    )
  const plain = tx.withoutPlugins()
  return fromPgBridge(tx, ({ text, values }) => plain.executeQuery(compiled(text, values)))
}
