import type { DialectName, SqlDatabase } from '../../core/database.js'
import { deferredTransaction } from './deferred.js'
import { has, refuseIdle } from './shape.js'

interface QueryRunner {
  readonly isTransactionActive: boolean
  readonly isReleased: boolean
  connect(): Promise<unknown>
}

function isQueryRunner(value: unknown): value is QueryRunner {
  return has(value, 'connect', 'startTransaction') && 'isTransactionActive' in value
}

/** Reads the entity manager of TypeORM's `transaction`, or a query runner on which a transaction was started. */
export function typeormTransaction(handle: unknown, dialect: DialectName): SqlDatabase | null {
  const isManager = has(handle, 'save', 'getRepository', 'release')
  const runner = isManager ? (handle as { queryRunner?: unknown }).queryRunner : handle
  if (isManager && runner === undefined) refuseIdle('this manager of TypeORM')
  if (!isQueryRunner(runner)) return null
  const isOpen = () => runner.isTransactionActive && !runner.isReleased
  return deferredTransaction('TypeORM', dialect, isOpen, () => runner.connect())
}
