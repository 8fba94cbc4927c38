/** P11 and P13: a statement that is applied and a sweep of what is due, against one set-based transaction for the same rows. */
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createHospitalPayments, type PaymentRepository, type StatementLine } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, migrate, type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import { insertFixture, manualClock, paymentFixture } from 'hospital-payments/testing'
import { from as copyFrom } from 'pg-copy-streams'
import { lineEventColumns, writtenLineColumns } from '../src/sql/core/finance/columns.js'
import { deliveryColumns, eventColumns, keyColumns, paymentColumns } from '../src/sql/core/tables.js'
import { interleave, ratios, spread, timeOnTheWall } from './support/measure.js'
import { withMariadb, withPostgres, withSqlite } from './support/own-databases.js'
import { atMost, type Figure, record, times } from './support/results.js'

const count = Number(process.env['HP_BENCH_ROWS'] ?? 100_000)
const rounds = Number(process.env['HP_BENCH_ROUNDS'] ?? 5)
/** A call of the bare peer takes no part of a time limit, and on a busy machine no call of ours should meet its own. */
const timeoutMs = 60_000
const createdAt = '2026-11-20T09:00:00.000Z'
const now = '2026-11-21T09:00:00.000Z'
const amount = 150_000
const narration = 'Pay Bill from 2547****678'

/** What the peer needs of a database; all of its statements run in one transaction on one connection. */
interface Bare {
  readonly name: string
  /** How many times as long ours may take at most. */
  readonly goal: { apply: number; expire: number }
  readonly database: SqlDatabase
  concat(...parts: readonly string[]): string
  run(text: string): Promise<unknown>
  /** Fills the temporary table `bank_line (line_key, reference)`, as fast as the database can. */
  load(lines: Iterable<readonly [key: string, reference: string]>): Promise<unknown>
  /** Updates from a joined table. */
  updateFromLines(set: string, condition: string): string
}

const referenceOf = (index: number) => `INV-${index}`

function serviceOn(repository: PaymentRepository) {
  return createHospitalPayments({ repository, channels: {}, clock: manualClock(now), timeZone: 'Africa/Addis_Ababa' })
}

/** Pending payments that are due, of one tenant, copied to as many tenants as are needed: each can be changed once. */
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

function* bareLines(): Generator<readonly [string, string]> {
  // As long as the keys that the library stores.
  for (let index = 0; index < count; index++) yield [String(index).padStart(64, '0'), referenceOf(index)]
}

/** The events and deliveries of payments that have just become `status`. */
async function eventsOf({ run, concat }: Bare, tenant: string, status: string, evidence: string): Promise<void> {
  const id = concat("'evt_'", 'SUBSTR(id, 5)')
  const event: Record<(typeof eventColumns)[number], string> = {
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
    refund: 'NULL',
  }
  await run(`INSERT INTO hp_payment_events (tenant, ${eventColumns.join(', ')})
    SELECT tenant, ${eventColumns.map((column) => event[column]).join(', ')} FROM hp_payments
    WHERE tenant = '${tenant}' AND status = '${status}' AND version = 2`)
  await run(`INSERT INTO hp_deliveries (tenant, ${deliveryColumns.join(', ')})
    SELECT tenant, ${id}, id, version, 0, 0, 0, NULL FROM hp_payments
    WHERE tenant = '${tenant}' AND status = '${status}' AND version = 2`)
}

async function bareApply(bare: Bare, tenant: string): Promise<void> {
  const { run, load, concat, updateFromLines } = bare
  const at = Date.parse(now)
  await run('BEGIN')
  await load(bareLines())
  await run(
    updateFromLines(
      `status = 'succeeded', updated_at = ${at}, paid_at = ${at}, amount_reconciled = amount, version = version + 1`,
      `tenant = '${tenant}' AND status = 'pending' AND amount = ${amount} AND currency = 'ETB'`,
    ),
  )
  const evidence = `{"kind":"statement","source":"bank","lineKey":"${'0'.repeat(64)}","row":7,"valueDate":"2026-11-21","amount":150000,"providerTransactionId":null}`
  await eventsOf(bare, tenant, 'succeeded', `'${evidence}'`)
  const paid = `JOIN hp_payments AS payment ON payment.tenant = '${tenant}' AND payment.reference = bank_line.reference`
  await run(`INSERT INTO hp_statement_lines (tenant, line_key, payment_ids)
    SELECT '${tenant}', bank_line.line_key, ${concat(`'["'`, 'payment.id', `'"]'`)} FROM bank_line ${paid}`)
  const share = concat(`'{"to":"payment","paymentId":"'`, 'payment.id', `'","amount":${amount}'`)
  const line: Record<(typeof writtenLineColumns)[number], string> = {
    line_key: 'bank_line.line_key',
    source: "'bank'",
    direction: "'credit'",
    amount: `${amount}`,
    currency: "'ETB'",
    value_date: "'2026-11-21'",
    import_id: 'NULL',
    file_row: '2',
    booked_at: 'NULL',
    reference: 'bank_line.reference',
    provider_transaction_id: 'NULL',
    narration: `'${narration}'`,
    outcome: "'confirmed'",
    status: "'settled'",
    held: '0',
    allocated: `${amount}`,
    shares: concat("'['", share, `',"by":"rule"}]'`),
    assignee: 'NULL',
    version: '1',
    created_at: `${at}`,
    updated_at: `${at}`,
    search_text: 'LOWER(bank_line.reference)',
    narration_text: `LOWER('${narration}')`,
  }
  await run(`INSERT INTO hp_bank_lines (tenant, ${writtenLineColumns.join(', ')})
    SELECT '${tenant}', ${writtenLineColumns.map((column) => line[column]).join(', ')} FROM bank_line ${paid}`)
  await run(`INSERT INTO hp_line_events (tenant, ${lineEventColumns.join(', ')})
    SELECT '${tenant}', bank_line.line_key, 1, ${concat("'evl_'", 'SUBSTR(payment.id, 5)')}, 'line.imported', ${at}, NULL, NULL,
      ${concat("'['", share, "'}]'")} FROM bank_line ${paid}`)
  await run('COMMIT')
  await run('DROP TABLE bank_line')
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
  for await (const item of reconcile(statement(), { source: 'bank', apply: true }))
    if (item.kind === 'line' && item.outcome === 'confirmed') confirmed++
  if (confirmed !== count) throw new Error(`${confirmed} of ${count} lines were confirmed`)
}

async function expire({ database }: Bare, tenant: string): Promise<void> {
  const { expired } = await serviceOn(sqlRepository(database, { tenant, timeoutMs })).expireDue({ limit: count })
  if (expired !== count) throw new Error(`${expired} of ${count} payments expired`)
}

async function figuresOf(bare: Bare): Promise<Figure[]> {
  await migrate(bare.database)
  const works = { apply: [apply, bareApply], expire: [expire, bareExpire] } as const
  const kinds = Object.keys(works) as (keyof typeof works)[]
  const tenants = kinds.flatMap((kind) =>
    Array.from({ length: rounds }, (_, round) => [`${kind}-ours-${round}`, `${kind}-bare-${round}`]).flat(),
  )
  await fill(bare, tenants)
  const figures: Figure[] = []
  for (const kind of kinds) {
    const [ours, theirs] = works[kind]
    const turn = { ours: 0, bare: 0 }
    const taken = await interleave(
      rounds,
      {
        ours: () => ours(bare, `${kind}-ours-${turn.ours++}`),
        bare: () => theirs(bare, `${kind}-bare-${turn.bare++}`),
      },
      timeOnTheWall,
    )
    const rate = (milliseconds: readonly number[]) => `${Math.round((count * 1000) / spread(milliseconds).median)}/s`
    const what = { apply: 'lines that confirm as many pending payments', expire: 'payments that are due' }[kind]
    figures.push(
      atMost(bare.goal[kind], times, {
        what: `${bare.name}, ${count.toLocaleString('en')} ${what}`,
        measured: `${rate(taken.ours)} (${rate(taken.bare)})`,
        figure: ratios(taken.ours, taken.bare),
      }),
    )
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
        goal: { apply: 4, expire: 4 },
        database: fromPg(pool),
        concat: standardConcat,
        run: (text) => client.query(text),
        async load(lines) {
          await client.query('CREATE TEMP TABLE bank_line (line_key text COLLATE "C", reference text COLLATE "C")')
          await pipeline(textOf(lines), client.query(copyFrom('COPY bank_line FROM STDIN')))
        },
        updateFromLines: (set, condition) => `UPDATE hp_payments AS payment SET ${set} FROM bank_line
        WHERE payment.reference = bank_line.reference AND ${condition}`,
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
              'CREATE TEMPORARY TABLE bank_line (line_key VARBINARY(255), reference VARBINARY(1020), KEY (reference(64)))',
            )
            await connection.query({
              sql: "LOAD DATA LOCAL INFILE 'lines' INTO TABLE bank_line CHARACTER SET utf8mb4",
              infileStreamFactory: () => textOf(lines).pipe(new PassThrough()),
            })
          },
          updateFromLines: (set, condition) =>
            `UPDATE hp_payments AS payment JOIN bank_line ON payment.reference = bank_line.reference SET ${set} WHERE ${condition}`,
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
        db.exec('CREATE TEMP TABLE bank_line (line_key TEXT, reference TEXT PRIMARY KEY)')
        const insert = db.prepare('INSERT INTO bank_line VALUES (?, ?)')
        for (const line of lines) insert.run([...line])
      },
      updateFromLines: (set, condition) => `UPDATE hp_payments SET ${set} FROM bank_line
        WHERE hp_payments.reference = bank_line.reference AND ${condition}`,
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
    'The set-based transaction decides nothing: it knows no receipts, no open amounts and no conflicts, and makes no keys of lines.',
  ],
})
