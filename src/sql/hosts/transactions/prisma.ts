import type { BridgeResult } from '../../connections/bridge.js'
import { type DriverStatement, seemsToReturnRows } from '../../connections/driver.js'
import { fieldOf } from '../../connections/system-errors.js'
import type { DialectName, SqlDatabase } from '../../core/database.js'
import { DatabaseFault } from '../../core/fault.js'
import { fromBridgeOf } from './bridges.js'
import { has, refuseIdle } from './shape.js'

interface PrismaTransaction {
  $queryRawUnsafe(text: string, ...values: readonly unknown[]): Promise<readonly unknown[]>
  $executeRawUnsafe(text: string, ...values: readonly unknown[]): Promise<number>
}

/** The code of "Transaction API error": the transaction was committed, rolled back, or took longer than Prisma allows. */
const transactionIsClosed = 'P2028'

/** The first number of an error of MariaDB's connector, as after a broken connection; lower ones are the server's. */
const firstOfConnector = 45_000

/** Functions that put an error code under the name that the driver of each database gives it. */
const serverCode: Readonly<Record<DialectName, (code: string) => object>> = {
  postgres: (code) => ({ code }),
  mysql: (code) => (Number(code) < firstOfConnector ? { errno: Number(code) } : {}),
  sqlite: (code) => ({ rawCode: Number(code) }),
}

/** Returns the server's error, which Prisma has in one place with a driver adapter, and in another with its own engine. */
function asServerError(error: unknown, dialect: DialectName): unknown {
  const meta = fieldOf(error, 'meta')
  const cause = fieldOf(fieldOf(meta, 'driverAdapterError'), 'cause')
  const code = fieldOf(cause, 'originalCode') ?? fieldOf(meta, 'code')
  if (typeof code !== 'string') return error
  const message = fieldOf(cause, 'originalMessage') ?? 'Prisma reports an error.'
  return Object.assign(new Error(String(message), { cause: error }), serverCode[dialect](code))
}

/**
 * Sends a statement. On PostgreSQL every statement with values returns the rows that it names; elsewhere a change has a count
 * and no rows.
 */
async function query(
  tx: PrismaTransaction,
  { text, values }: DriverStatement,
  dialect: DialectName,
): Promise<BridgeResult> {
  if (values && (dialect === 'postgres' || seemsToReturnRows(text)))
    return { rows: await tx.$queryRawUnsafe(text, ...values) }
  return { rows: [], changed: await tx.$executeRawUnsafe(text, ...(values ?? [])) }
}

/** Reads the transaction of Prisma's `$transaction`. Only a client of Prisma has `$disconnect`. */
export function prismaTransaction(handle: unknown, dialect: DialectName): SqlDatabase | null {
  if (!has(handle, '$queryRawUnsafe', '$executeRawUnsafe')) return null
  if (has(handle, '$disconnect')) refuseIdle('this client of Prisma')
  const tx = handle as PrismaTransaction
  return fromBridgeOf[dialect](tx, async (statement) => {
    try {
      return await query(tx, statement, dialect)
    } catch (error) {
      throw fieldOf(error, 'code') === transactionIsClosed
        ? new DatabaseFault('outside', error)
        : asServerError(error, dialect)
    }
  })
}
