/** An outbox with events that wait for delivery, as the library reaches it and as its driver alone does. */
import type { PaymentRepository } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, sqlRepository } from 'hospital-payments/sql'
import type Database from 'libsql'
import type mysql from 'mysql2/promise'
import type pg from 'pg'
import { eventColumns, tenant } from './stored/rows.js'

export interface Outbox {
  readonly name: string
  readonly repository: PaymentRepository
  /** Makes every stored event due, as if none was delivered. */
  refill(): Promise<void>
  /** Makes the library's claim and nothing around it, and returns the ids of the events. */
  claim(limit: number): Promise<string[]>
  /** Removes a delivered event from the outbox, as the library does. */
  remove(eventId: string): Promise<unknown>
}

const owner = 'bare'
const leaseMs = 60_000
const idAt = eventColumns.indexOf('id') - 1
const columns = eventColumns
  .slice(1)
  .map((column) => `event.${column}`)
  .join(', ')

const isFirst = `NOT EXISTS (
  SELECT 1 FROM hp_deliveries AS earlier WHERE earlier.tenant = delivery.tenant
  AND earlier.payment_id = delivery.payment_id AND earlier.version < delivery.version AND earlier.dead <> 1
)`
const free = `FROM hp_deliveries AS delivery WHERE tenant = ? AND dead = 0 AND free_at <= ? AND ${isFirst}
  ORDER BY free_at, event_id LIMIT`
const lease = 'UPDATE hp_deliveries SET owner = ?, free_at = ? WHERE tenant = ? AND dead = 0 AND free_at <= ?'
const leased = `SELECT ${columns}, delivery.attempts FROM hp_deliveries AS delivery JOIN hp_payment_events AS event
ON event.tenant = delivery.tenant AND event.payment_id = delivery.payment_id AND event.version = delivery.version
WHERE delivery.tenant = ? AND delivery.owner = ? AND delivery.free_at = ?`
const deleted = 'DELETE FROM hp_deliveries WHERE tenant = ? AND event_id = ? AND owner = ?'
const refilled = `INSERT INTO hp_deliveries (tenant, event_id, payment_id, version, dead, free_at, attempts, owner)
SELECT tenant, id, payment_id, version, 0, 0, 0, NULL FROM hp_payment_events`

const numbered = (text: string) => [...text].map(((n) => (c: string) => (c === '?' ? `$${++n}` : c))(0)).join('')

const claimedAtOnce = `WITH free AS (
  SELECT tenant, event_id, free_at ${free} ?
  FOR UPDATE SKIP LOCKED
), leased AS (
  UPDATE hp_deliveries AS delivery SET owner = ?, free_at = ? FROM free
  WHERE delivery.tenant = free.tenant AND delivery.event_id = free.event_id
  RETURNING delivery.tenant, delivery.payment_id, delivery.version, delivery.attempts, free.free_at AS free_since
)
SELECT ${columns}, leased.attempts FROM leased JOIN hp_payment_events AS event ON event.tenant = leased.tenant
AND event.payment_id = leased.payment_id AND event.version = leased.version
ORDER BY leased.free_since, event.id`

export function inPostgres(pool: pg.Pool): Outbox {
  const [claimText, deleteText] = [numbered(claimedAtOnce), numbered(deleted)]
  return {
    name: 'PostgreSQL',
    repository: sqlRepository(fromPg(pool), { dialect: 'postgres' }),
    async refill() {
      await pool.query('TRUNCATE hp_deliveries')
      await pool.query(refilled)
      await pool.query('VACUUM ANALYZE hp_deliveries')
    },
    async claim(limit) {
      const values = [tenant, Date.now(), limit, owner, Date.now() + leaseMs]
      const query = { name: 'bare claim', text: claimText, values, rowMode: 'array' as const }
      return (await pool.query<string[]>(query)).rows.map((row) => row[idAt]!)
    },
    remove: (eventId) => pool.query({ name: 'bare delete', text: deleteText, values: [tenant, eventId, owner] }),
  }
}

export function inMariadb(pool: mysql.Pool): Outbox {
  async function rows(sql: string, values: readonly (string | number)[]): Promise<string[][]> {
    const [result] = await pool.execute<mysql.RowDataPacket[][]>({ sql, values: [...values], rowsAsArray: true })
    return result as unknown as string[][]
  }
  return {
    name: 'MariaDB',
    repository: sqlRepository(fromMysql2(pool), { dialect: 'mysql' }),
    async refill() {
      await pool.query('TRUNCATE hp_deliveries')
      await pool.query(refilled)
      await pool.query('ANALYZE TABLE hp_deliveries')
    },
    async claim(limit) {
      const [now, until] = [Date.now(), Date.now() + leaseMs]
      const ids = (await rows(`SELECT event_id ${free} ${limit}`, [tenant, now])).map(([id]) => String(id))
      const list = `(?${', ?'.repeat(ids.length - 1)})`
      await pool.execute(`${lease} AND event_id IN ${list}`, [owner, until, tenant, now, ...ids])
      const claimed = await rows(`${leased} AND delivery.event_id IN ${list}`, [tenant, owner, until, ...ids])
      return claimed.map((row) => String(row[idAt]))
    },
    remove: (eventId) => pool.execute(deleted, [tenant, eventId, owner]),
  }
}

export function inSqlite(db: Database.Database): Outbox {
  const listed = 'IN (SELECT value FROM json_each(?))'
  const [look, take, read, drop] = [
    db.prepare(`SELECT event_id ${free} ?`).raw(true),
    db.prepare(`${lease} AND event_id ${listed}`),
    db.prepare(`${leased} AND delivery.event_id ${listed}`).raw(true),
    db.prepare(deleted),
  ] as const
  return {
    name: 'SQLite (libsql)',
    repository: sqlRepository(fromSqlite(db), { dialect: 'sqlite' }),
    async refill() {
      db.exec('DELETE FROM hp_deliveries')
      db.exec(refilled)
      db.exec('ANALYZE hp_deliveries')
    },
    async claim(limit) {
      const [now, until] = [Date.now(), Date.now() + leaseMs]
      const ids = JSON.stringify((look.all(tenant, now, limit) as string[][]).map(([id]) => id))
      take.run(owner, until, tenant, now, ids)
      return (read.all(tenant, owner, until, ids) as string[][]).map((row) => row[idAt]!)
    },
    remove: async (eventId) => drop.run(tenant, eventId, owner),
  }
}

/** Makes an outbox without a driver: the functions of the repository alone. */
export function inMemory(make: () => Promise<PaymentRepository>): Outbox {
  let repository: PaymentRepository
  const at = (ms: number) => new Date(ms).toISOString()
  return {
    name: 'memory',
    get repository() {
      return repository
    },
    async refill() {
      repository = await make()
    },
    async claim(limit) {
      const now = Date.now()
      const claim = { from: 'due', owner, now: at(now), leaseUntil: at(now + leaseMs), limit } as const
      return (await repository.claimEvents(claim)).map(({ event }) => event.id)
    },
    remove(eventId) {
      const results = [{ eventId, next: 'delivered' as const }]
      return repository.completeEvents({ owner, now: at(Date.now()), results })
    },
  }
}
