import { fieldOf } from '../../connections/system-errors.js'
import type { DialectName, SqlDatabase } from '../../core/database.js'
import { DatabaseFault } from '../../core/fault.js'
import { fromPgBridge } from '../../postgres/host-connection.js'
import { has, refuseIdle } from './shape.js'

interface PrismaTransaction {
  $queryRawUnsafe(text: string, ...values: readonly unknown[]): Promise<readonly unknown[]>
  $executeRawUnsafe(text: string): Promise<unknown>
}

/** "Transaction API error": it was committed, rolled back, or took longer than Prisma allows. */
const transactionIsClosed = 'P2028'

/** The SQLSTATE, of which Prisma keeps record in one place with a driver adapter, and in another with its own engine. */
function sqlStateOf(error: unknown): unknown {
  const meta = fieldOf(error, 'meta')
  return fieldOf(fieldOf(fieldOf(meta, 'driverAdapterError'), 'cause'), 'originalCode') ?? fieldOf(meta, 'code')
}

function asServerError(error: unknown): unknown {
  const code = sqlStateOf(error)
  return typeof code === 'string'
    ? Object.assign(new Error('Prisma reports an error.', { cause: error }), { code })
    : error
}

/** What Prisma's `$transaction` hands to its callback; only the client itself connects and disconnects. */
export function prismaTransaction(given: object, dialect: DialectName): SqlDatabase | null {
  if (!has(given, '$queryRawUnsafe', '$executeRawUnsafe')) return null
  if (has(given, '$disconnect')) refuseIdle('this client of Prisma')
  if (dialect !== 'postgres') throw new TypeError('within: transactions of Prisma are taken on PostgreSQL only')
  const tx = given as PrismaTransaction
  return fromPgBridge(tx, async ({ text, values }) => {
    try {
      if (values) return { rows: await tx.$queryRawUnsafe(text, ...values) }
      await tx.$executeRawUnsafe(text)
      return { rows: [] }
    } catch (error) {
      throw fieldOf(error, 'code') === transactionIsClosed ? new DatabaseFault('outside', error) : asServerError(error)
    }
  })
}
