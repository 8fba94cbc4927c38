import { isTimeZone } from '../../domain/calendar.js'
import { DatabaseFault, paymentErrorOf } from '../../sql/core/fault.js'
import { deadlineIn } from '../../sql/core/deadline.js'
import { schemaState } from '../../sql/schema-state.js'
import type { SchemaState } from '../../sql/schema-state.js'
import type { Connection } from '../connection.js'
import { type Ask, expected, type Finding, ok } from './finding.js'
import { checkMysql, checkMysqlTriggers, mysqlClock } from './mysql.js'
import { checkPostgres, checkPostgresCreation, postgresClock } from './postgres.js'
import { checkRights } from './rights.js'
import { checkSqlite } from './sqlite.js'

const timeoutMs = 10_000
/** Times are those of processes: two servers should agree better than people notice. */
const mostSkewMs = 2_000

interface CheckOptions {
  readonly tablePrefix: string | undefined
  readonly timeZone: string | undefined
  /** Epoch milliseconds of this machine. */
  now(): number
}

function asker({ database }: Connection): Ask {
  return async (text) => (await database.read({ text, values: [] }, deadlineIn(timeoutMs)))[0] ?? []
}

async function checkClock(text: string, ask: Ask, now: () => number): Promise<Finding> {
  const before = now()
  const [theirs] = await ask(text)
  const after = now()
  const skew = Math.round(Number(theirs) - (before + after) / 2)
  // What the answer took may be all of the difference.
  const isNear = Math.abs(skew) <= mostSkewMs + (after - before) / 2
  return expected(isNear, {
    name: 'clocks',
    found: isNear
      ? 'this machine and the server agree'
      : `the server is ${Math.abs(skew) / 1000} s ${skew > 0 ? 'ahead' : 'behind'}`,
    status: 'warning',
    todo: 'set both by NTP: payments have the times of the machine that stores them',
  })
}

function checkSchema({ missing, missingGuards }: SchemaState): Finding[] {
  const todo = 'npx hospital-payments migrate'
  const tables = expected(missing.length === 0, {
    name: 'tables',
    found: missing.length === 0 ? 'up to date' : `to be applied: ${missing.join(', ')}`,
    todo,
  })
  if (missing.length > 0) return [tables]
  const guards = expected(missingGuards.length === 0, {
    name: 'guards',
    found:
      missingGuards.length === 0
        ? 'the history refuses changes'
        : 'triggers that keep the history from being changed are missing',
    status: 'warning',
    todo: `${todo}, as a user who may make triggers`,
  })
  return [tables, guards]
}

function checkZone(timeZone: string | undefined): Finding {
  if (timeZone === undefined) {
    return {
      name: 'time zone',
      status: 'warning',
      found: 'UTC, because none was given',
      todo: 'give --time-zone or HP_TIME_ZONE, such as Africa/Nairobi: days of reports begin and end there',
    }
  }
  return expected(isTimeZone(timeZone), {
    name: 'time zone',
    found: isTimeZone(timeZone) ? timeZone : 'unknown here',
    todo: 'give the IANA name of a zone, such as Africa/Nairobi',
  })
}

async function ofServer({ dialect }: Connection, ask: Ask, now: () => number): Promise<Finding[]> {
  if (dialect === 'postgres') return [...(await checkPostgres(ask)), await checkClock(postgresClock, ask, now)]
  if (dialect === 'mysql') return [...(await checkMysql(ask)), await checkClock(mysqlClock, ask, now)]
  return checkSqlite(ask)
}

/** What `migrate` will need. */
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
 * Everything about an open database that payments depend on. Nothing is changed.
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
