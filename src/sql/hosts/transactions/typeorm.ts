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

/** The entity manager that TypeORM's `transaction` hands out, or a query runner on which one was started. */
export function typeormTransaction(given: unknown, dialect: DialectName): SqlDatabase | null {
  const isManager = has(given, 'save', 'getRepository', 'release')
  const runner = isManager ? (given as { queryRunner?: unknown }).queryRunner : given
  if (isManager && runner === undefined) refuseIdle('this manager of TypeORM')
  if (!isQueryRunner(runner)) return null
  const isOpen = () => runner.isTransactionActive && !runner.isReleased
  return deferredTransaction('TypeORM', dialect, isOpen, () => runner.connect())
}
