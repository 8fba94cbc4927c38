/** P13 and P21: a statement that is applied and a sweep of what is due, against one set-based transaction for the same rows. */
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createHospitalPayments, type PaymentRepository, type StatementLine } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, migrate, type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import { insertFixture, manualClock, paymentFixture } from 'hospital-payments/testing'
import { from as copyFrom } from 'pg-copy-streams'
import { identityOf, lineKey } from '../src/domain/reconciliation/line-key.js'
import { writtenLineColumns, writtenLineEventColumns } from '../src/sql/core/finance/columns.js'
import { deliveryColumns, eventColumns, keyColumns, paymentColumns } from '../src/sql/core/tables.js'
import { interleave, ratios, spread, timeOnTheWall } from './support/measure.js'
import { withMariadb, withPostgres, withSqlite } from './support/own-databases.js'
import { atMost, type Figure, record, times, withoutGoal } from './support/results.js'

const count = Number(process.env['HP_BENCH_ROWS'] ?? 20_000)
const rounds = Number(process.env['HP_BENCH_ROUNDS'] ?? 5)
/** A call of the bare peer takes no part of a time limit, and on a busy machine no call of ours should meet its own. */
const timeoutMs = 60_000
const createdAt = '2026-11-20T09:00:00.000Z'
const now = '2026-11-21T09:00:00.000Z'
const amount = 150_000
const narration = 'Pay Bill from 2547****678'

/** The functions of a database that the peer needs; all of its statements run in one transaction on one connection. */
interface Bare {
  readonly name: string
  /** The longest time of ours, as a multiple of the peer's. */
  readonly goal: { apply: number; expire: number }
  readonly database: SqlDatabase
  concat(...parts: readonly string[]): string
  run(text: string): Promise<unknown>
  /** Fills the temporary table `account_line (line_key, reference)`, as fast as the database can. */
  load(lines: Iterable<readonly [key: string, reference: string]>): Promise<unknown>
  /** Updates from a joined table. */
  updateFromLines(set: string, condition: string): string
}

const referenceOf = (index: number) => `INV-${index}`

function serviceOn(repository: PaymentRepository) {
  return createHospitalPayments({ repository, channels: {}, clock: manualClock(now), timeZone: 'Africa/Addis_Ababa' })
}

/** Stores pending payments that are due, of one tenant, and copies them to each other tenant: each can be changed once. */
async function fill({ database, run }: Bare, tenants: readonly string[]): Promise<void> {
  const repository = sqlRepository(database, { tenant: 'first', timeoutMs })
  for (let start = 0; start < count; start += 1000) {
    const entries = Array.from({ length: Math.min(1000, count - start) }, (_, i) =>
      insertFixture(
        paymentFixture({
          reference: referenceOf(start + i),
          amount,
          createdAt,
          updatedAt: createdAt,
          expiresAt: '2026-11-20T10:00:00.000Z',
          description: 'Consultation',
          customer: { name: 'Abebe', phone: '+251911000000' },
        }),
      ),
    )
    await repository.insert(entries)
  }
  for (const tenant of tenants) {
    for (const [table, columns] of [
      ['hp_payments', [...paymentColumns, ...keyColumns]],
      ['hp_payment_events', eventColumns],
    ] as const) {
      const list = columns.join(', ')
      await run(
        `INSERT INTO ${table} (tenant, ${list}) SELECT '${tenant}', ${list} FROM ${table} WHERE tenant = 'first'`,
      )
    }
  }
}

function* statement(): Generator<StatementLine> {
  for (let index = 0; index < count; index++) {
    yield {
      row: index + 2,
      direction: 'credit',
      amount,
      currency: 'ETB',
      valueDate: '2026-11-21',
      reference: referenceOf(index),
      narration,
    }
  }
}

/** The keys that the library stores: as they come in no order, pages of an index are written all over. */
const bareLines = Array.from(statement(), (line): readonly [key: string, reference: string] => {
  const { kind, digest } = identityOf('bank', line)
  return [lineKey(kind, digest, 1), line.reference!]
})

/** Writes the values of columns, each of which must have one. */
function valuesOf(columns: readonly string[], values: Readonly<Record<string, string>>): string {
  const missing = columns.filter((column) => values[column] === undefined)
  if (missing.length > 0) throw new Error(`The peer writes no ${missing.join(', ')}`)
  return columns.map((column) => values[column]).join(', ')
}

/** Stores the events and deliveries of payments that have just become `status`. */
async function eventsOf({ run, concat }: Bare, tenant: string, status: string, evidence: string): Promise<void> {
  const id = concat("'evt_'", 'SUBSTR(id, 5)')
  const event = {
    payment_id: 'id',
    version: 'version',
    id,
    type: `'payment.${status}'`,
    created_at: 'updated_at',
    reference: 'reference',
    amount: 'amount',
    currency: 'currency',
    status: 'status',
    previous_status: "'pending'",
    amount_reconciled: 'amount_reconciled',
    actor: 'NULL',
    reason: 'NULL',
    evidence,
    details: 'NULL',
  }
  await run(`INSERT INTO hp_payment_events (tenant, ${eventColumns.join(', ')})
    SELECT tenant, ${valuesOf(eventColumns, event)} FROM hp_payments
    WHERE tenant = '${tenant}' AND status = '${status}' AND version = 2`)
  await run(`INSERT INTO hp_deliveries (tenant, ${deliveryColumns.join(', ')})
    SELECT tenant, ${id}, id, version, 0, 0, 0, NULL FROM hp_payments
    WHERE tenant = '${tenant}' AND status = '${status}' AND version = 2`)
}

/** Applies in the order of the file, or of the keys, by which a database writes each page of an index once. */
async function bareApply(bare: Bare, tenant: string, order = ''): Promise<void> {
  const { run, load, concat, updateFromLines } = bare
  const at = Date.parse(now)
  await run('BEGIN')
  await load(bareLines)
  await run(
    updateFromLines(
      `status = 'succeeded', updated_at = ${at}, paid_at = ${at}, amount_reconciled = amount, version = version + 1`,
      `tenant = '${tenant}' AND status = 'pending' AND amount = ${amount} AND currency = 'ETB'`,
    ),
  )
  const evidence = `{"kind":"statement","account":"bank","lineKey":"${bareLines[0]![0]}","row":7,"valueDate":"2026-11-21","amount":150000,"providerTransactionId":null}`
  await eventsOf(bare, tenant, 'succeeded', `'${evidence}'`)
  const paid = `JOIN hp_payments AS payment ON payment.tenant = '${tenant}' AND payment.reference = account_line.reference ${order}`
  await run(`INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
    SELECT '${tenant}', account_line.line_key, ${concat(`'["'`, 'payment.id', `'"]'`)} FROM account_line ${paid}`)
  const allocation = concat(`'{"to":"payment","paymentId":"'`, 'payment.id', `'","amount":${amount}'`)
  const line = {
    line_key: 'account_line.line_key',
    account: "'bank'",
    direction: "'credit'",
    amount: `${amount}`,
    currency: "'ETB'",
    value_date: "'2026-11-21'",
    import_id: 'NULL',
    file_row: '2',
    booked_at: 'NULL',
    reference: 'account_line.reference',
    provider_transaction_id: 'NULL',
    narration: `'${narration}'`,
    outcome: "'confirmed'",
    status: "'settled'",
    held: '0',
    given_back: '0',
    allocated: `${amount}`,
    allocations: concat("'['", allocation, `',"by":"rule"}]'`),
    assignee: 'NULL',
    session_id: 'NULL',
    payer_id: 'NULL',
    payer_by_rule: 'NULL',
    transfer_to: 'NULL',
    version: '1',
    created_at: `${at}`,
    updated_at: `${at}`,
    search_text: 'LOWER(account_line.reference)',
    narration_text: `LOWER('${narration}')`,
    identity_mark: 'NULL',
    receipt_mark: 'NULL',
    entry_mark: 'NULL',
    // As long as a digest of the reference, and as spread.
    reference_mark: 'SUBSTR(account_line.line_key, 9, 22)',
  }
  await run(`INSERT INTO hp_account_lines (tenant, ${writtenLineColumns.join(', ')})
    SELECT '${tenant}', ${valuesOf(writtenLineColumns, line)} FROM account_line ${paid}`)
  const event = {
    line_key: 'account_line.line_key',
    version: '1',
    id: concat("'evl_'", 'SUBSTR(payment.id, 5)'),
    type: "'line.imported'",
    created_at: `${at}`,
    actor: 'NULL',
    reason: 'NULL',
    allocations: concat("'['", allocation, "'}]'"),
    counted: '1',
  }
  await run(`INSERT INTO hp_line_events (tenant, ${writtenLineEventColumns.join(', ')})
    SELECT '${tenant}', ${valuesOf(writtenLineEventColumns, event)} FROM account_line ${paid}`)
  await run('COMMIT')
  await run('DROP TABLE account_line')
}

function sortedApply(bare: Bare, tenant: string): Promise<void> {
  return bareApply(bare, tenant, 'ORDER BY account_line.line_key')
}

async function bareExpire(bare: Bare, tenant: string): Promise<void> {
  const at = Date.parse(now)
  await bare.run('BEGIN')
  await bare.run(`UPDATE hp_payments SET status = 'expired', updated_at = ${at}, version = version + 1
    WHERE tenant = '${tenant}' AND status = 'pending' AND expires_at <= ${at}`)
  await eventsOf(bare, tenant, 'expired', 'NULL')
  await bare.run('COMMIT')
}

async function apply({ database }: Bare, tenant: string): Promise<void> {
  const { reconcile } = serviceOn(sqlRepository(database, { tenant, timeoutMs }))
  let confirmed = 0
  for await (const item of reconcile(statement(), { account: 'bank', apply: true }))
    if (item.kind === 'line' && item.outcome === 'confirmed') confirmed++
  if (confirmed !== count) throw new Error(`${confirmed} of ${count} lines were confirmed`)
}

async function expire({ database }: Bare, tenant: string): Promise<void> {
  const { expired } = await serviceOn(sqlRepository(database, { tenant, timeoutMs })).expireDue({ limit: count })
  if (expired !== count) throw new Error(`${expired} of ${count} payments expired`)
}

/** The operations that are measured, with ours and its contenders. */
const measures = {
  apply: { what: 'lines that confirm as many pending payments', ours: apply, bare: bareApply, sorted: sortedApply },
  expire: { what: 'payments that are due', ours: expire, bare: bareExpire },
}

async function figuresOf(bare: Bare): Promise<Figure[]> {
  await migrate(bare.database)
  const turns = Object.entries(measures).map(([kind, { what, ...contenders }]) => ({
    kind: kind as keyof typeof measures,
    what,
    contenders,
  }))
  const tenantsOf = (kind: string, name: string) =>
    Array.from({ length: rounds }, (_, round) => `${kind}-${name}-${round}`)
  await fill(
    bare,
    turns.flatMap(({ kind, contenders }) => Object.keys(contenders).flatMap((name) => tenantsOf(kind, name))),
  )
  const figures: Figure[] = []
  for (const { kind, what, contenders } of turns) {
    const works = Object.entries(contenders).map(([name, work]) => {
      const tenants = tenantsOf(kind, name)
      return [name, () => work(bare, tenants.shift()!)] as const
    })
    const timings = await interleave<string>(rounds, Object.fromEntries(works), timeOnTheWall)
    const rate = (name: string) => `${Math.round((count * 1000) / spread(timings[name]!).median)}/s`
    const named = `${bare.name}, ${count.toLocaleString('en')} ${what}`
    const against = (name: string) => ({
      measured: `${rate('ours')} (${rate(name)})`,
      figure: ratios(timings['ours']!, timings[name]!),
    })
    figures.push(atMost(bare.goal[kind], times, { what: named, ...against('bare') }))
    if ('sorted' in contenders)
      figures.push(withoutGoal(times, { what: `${named}, against rows sorted by their keys`, ...against('sorted') }))
  }
  return figures
}

const textOf = (lines: Iterable<readonly [string, string]>) =>
  Readable.from(
    (function* () {
      let text = ''
      for (const [key, reference] of lines) {
        text += `${key}\t${reference}\n`
        if (text.length < 65_536) continue
        yield text
        text = ''
      }
      yield text
    })(),
  )

const standardConcat = (...parts: readonly string[]) => parts.join(' || ')

const onPostgres = () =>
  withPostgres(2, async (pool) => {
    const client = await pool.connect()
    try {
      return await figuresOf({
        name: 'PostgreSQL',
        goal: { apply: 5, expire: 4 },
        database: fromPg(pool),
        concat: standardConcat,
        run: (text) => client.query(text),
        async load(lines) {
          await client.query('CREATE TEMP TABLE account_line (line_key text COLLATE "C", reference text COLLATE "C")')
          await pipeline(textOf(lines), client.query(copyFrom('COPY account_line FROM STDIN')))
        },
        updateFromLines: (set, condition) => `UPDATE hp_payments AS payment SET ${set} FROM account_line
        WHERE payment.reference = account_line.reference AND ${condition}`,
      })
    } finally {
      client.release()
    }
  })

const onMariadb = () =>
  withMariadb(
    2,
    async (pool) => {
      const connection = await pool.getConnection()
      try {
        return await figuresOf({
          name: 'MariaDB',
          goal: { apply: 6, expire: 4 },
          database: fromMysql2(pool),
          concat: (...parts) => `CONCAT(${parts.join(', ')})`,
          run: (text) => connection.query(text.replace('DROP TABLE', 'DROP TEMPORARY TABLE')),
          async load(lines) {
            await connection.query(
              'CREATE TEMPORARY TABLE account_line (line_key VARBINARY(255), reference VARBINARY(1020), KEY (reference(64)))',
            )
            await connection.query({
              sql: "LOAD DATA LOCAL INFILE 'lines' INTO TABLE account_line CHARACTER SET utf8mb4",
              infileStreamFactory: () => textOf(lines).pipe(new PassThrough()),
            })
          },
          updateFromLines: (set, condition) =>
            `UPDATE hp_payments AS payment JOIN account_line ON payment.reference = account_line.reference SET ${set} WHERE ${condition}`,
        })
      } finally {
        connection.release()
      }
    },
    ['--local-infile=1'],
  )

const onSqlite = () =>
  withSqlite(async (db) =>
    figuresOf({
      name: 'SQLite (libsql)',
      goal: { apply: 6, expire: 4 },
      database: fromSqlite(db),
      concat: standardConcat,
      run: async (text) => void db.exec(text),
      async load(lines) {
        db.exec('CREATE TEMP TABLE account_line (line_key TEXT, reference TEXT PRIMARY KEY)')
        const insert = db.prepare('INSERT INTO account_line VALUES (?, ?)')
        for (const line of lines) insert.run([...line])
      },
      updateFromLines: (set, condition) => `UPDATE hp_payments SET ${set} FROM account_line
        WHERE hp_payments.reference = account_line.reference AND ${condition}`,
    }),
  )

const only = process.env['HP_BENCH_DATABASE']
const on = { postgres: onPostgres, mariadb: onMariadb, sqlite: onSqlite }
const figures: Figure[] = []
for (const [name, measure] of Object.entries(on)) if (!only || only === name) figures.push(...(await measure()))

await record({
  name: 'bulk-changes',
  about: `\`reconcile\` with \`apply\` over a statement that confirms ${count.toLocaleString('en')} pending payments, and \`expireDue\` of as many,
against one set-based transaction that writes the same rows (payments, events, deliveries, statement lines whole with their keys and events) into the same tables
from a table that COPY, LOAD DATA or inserts have filled. Each turn has a tenant of its own; ${rounds} rounds, time on the wall.`,
  figures,
  notes: [
    'Keys of lines are digests, in no order: a transaction that first sorts all its rows by them writes each page of an index once, where ' +
      'ours, a thousand lines at a time in the order of the file, writes nearly all pages with each group.',
    'The set-based transaction decides nothing: it knows no receipts, no open amounts and no conflicts, and makes no keys of lines.',
  ],
})
