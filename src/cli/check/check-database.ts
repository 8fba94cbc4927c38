import { DatabaseFault, paymentErrorOf } from '../../sql/core/fault.js'
import { deadlineIn } from '../../sql/core/deadline.js'
import { schemaState } from '../../sql/schema-state.js'
import type { SchemaState } from '../../sql/schema-state.js'
import type { Connection } from '../connection.js'
import { checkClock } from './clock.js'
import { type Ask, type Finding, ok } from './finding.js'
import { checkMysql, checkMysqlTriggers, mysqlClock } from './mysql.js'
import { checkPostgres, checkPostgresCreation, postgresClock } from './postgres.js'
import { checkRights } from './rights.js'
import { checkSchema } from './schema.js'
import { checkSqlite } from './sqlite.js'
import { checkZone } from './zone.js'

const timeoutMs = 10_000

interface CheckOptions {
  readonly tablePrefix: string | undefined
  readonly timeZone: string | undefined
  /** Returns epoch milliseconds of this machine. */
  now(): number
}

function asker({ database }: Connection): Ask {
  return async (text) => (await database.read({ text, values: [] }, deadlineIn(timeoutMs)))[0] ?? []
}

async function ofServer({ dialect }: Connection, ask: Ask, now: () => number): Promise<Finding[]> {
  if (dialect === 'postgres') return [...(await checkPostgres(ask)), await checkClock(postgresClock, ask, now)]
  if (dialect === 'mysql') return [...(await checkMysql(ask)), await checkClock(mysqlClock, ask, now)]
  return checkSqlite(ask)
}

/** Checks the rights that `migrate` will need. */
async function ofCreation(
  { dialect }: Connection,
  { missing, missingGuards }: SchemaState,
  ask: Ask,
): Promise<Finding[]> {
  if (dialect === 'postgres' && missing.length > 0) return [await checkPostgresCreation(ask)]
  if (dialect === 'mysql' && missingGuards.length > 0) return [await checkMysqlTriggers(ask)]
  return []
}

/**
 * Checks everything about an open database that payments depend on. Nothing is changed.
 *
 * @throws PaymentError `storage_unavailable` where it does not answer
 */
export async function checkDatabase(
  connection: Connection,
  { tablePrefix, timeZone, now }: CheckOptions,
): Promise<Finding[]> {
  const ask = asker(connection)
  try {
    const server = await ofServer(connection, ask, now)
    const state = await schemaState(connection.database, { tablePrefix })
    const rights = state.missing.length === 0 ? [await checkRights(connection.database, tablePrefix)] : []
    return [
      ok('connection', `${connection.shown} through ${connection.driver}`),
      ...server,
      ...checkSchema(state),
      ...(await ofCreation(connection, state, ask)),
      ...rights,
      checkZone(timeZone),
    ]
  } catch (fault) {
    throw fault instanceof DatabaseFault ? paymentErrorOf(fault, false) : fault
  }
}
