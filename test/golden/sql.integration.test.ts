/**
 * Every statement that the library sends to a database, as SQL in a file of its own to be read and reviewed: recorded
 * from the driver while the library works on a real database.
 *
 *     UPDATE_GOLDEN=1 npx vitest run test/golden
 *
 * writes the files anew.
 */
import { migrate, schemaSql, sqlRepository, type SqlRepositoryOptions } from 'hospital-payments/sql'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { DialectName } from '../../src/sql/core/database.js'
import { archive } from '../../src/tenants/archive/archive.js'
import { play, sequencesOfCalls } from '../sql/model/play.js'
import { playAll } from '../sql/model/runs.js'
import {
  type DatabaseEntry,
  freshTenant,
  libsql,
  mariadb,
  type MysqlDatabase,
  onEach,
  opened,
  type PgDatabase,
  postgres,
  type SqliteDatabase,
  type TestDatabase,
} from '../support/databases/index.js'
import { storeMany } from '../support/databases/many-payments.js'
import { lineEntryFixture, lineFixture } from '../support/finance-contract/index.js'
import { drained, inHostTransaction, inserts, migrations, outbox, reads, type Record, replaces } from './cases.js'
import {
  dayCalls,
  importsAndSearch,
  lineReads,
  linesInHostTransaction,
  lineWrites,
  receiptCalls,
  refundCalls,
} from './finance-cases.js'
import { formatSql, partsOfSql } from './format-sql.js'
import { type Recorded, recordMysql, recordPostgres, recordSqlite } from './recording.js'
import { expectGolden } from '../support/golden.js'
import { examples } from '../support/rounds.js'
import { group, insertOne } from '../support/writes.js'
import { fillNovember, timeZone } from '../tenants/support/november.js'

const fileOf = (name: string) => new URL(`${name}.sql`, import.meta.url)

/** Headings with the statements sent under each; one that was shown before is named by its heading. */
class GoldenFile {
  readonly #sections: string[] = []
  readonly #shownUnder = new Map<string, string>()

  constructor(title: string, schemaFile: string, schema: string) {
    this.#sections.push(`-- ${title}`)
    const statements = schema.replace(/^--.*\n/gm, '').split(/;\n/)
    for (const statement of statements) this.#shownUnder.set(statement.trim(), schemaFile)
  }

  /** Adds those statements that no heading has shown before. */
  addNew(heading: string, sent: readonly string[]): void {
    const isNew = (text: string) => !this.#shownUnder.has(text) && !this.#shownUnder.has(formatSql(text))
    this.add(heading, [...new Map(sent.filter(isNew).map((text) => [formatSql(text), text])).values()])
  }

  add(heading: string, sent: readonly string[]): void {
    const sections = sent.map((text) => {
      const sql = formatSql(text)
      const before = this.#shownUnder.get(text) ?? this.#shownUnder.get(sql)
      if (before === undefined) this.#shownUnder.set(sql, heading)
      else if (sql.length > 80 || sql.includes('\n')) return `-- ${beginningOf(sql)} … (as under "${before}")`
      return `${sql};`
    })
    this.#sections.push([`-- ${heading}`, ...(sections.length > 0 ? sections : ['-- (nothing is sent)'])].join('\n'))
  }

  toString(): string {
    return `${this.#sections.join('\n\n')}\n`
  }
}

const beginningOf = (sql: string) => sql.replace(/\s+/g, ' ').slice(0, 50).trim()

interface Subject {
  readonly entry: DatabaseEntry
  readonly dialect: DialectName
  readonly title: string
  record(database: TestDatabase, settings?: string): Recorded
}

const subjects: readonly Subject[] = [
  {
    entry: postgres,
    dialect: 'postgres',
    title: 'Every statement that is sent to PostgreSQL',
    record: (database, settings) => recordPostgres(database as PgDatabase, settings),
  },
  {
    entry: mariadb,
    dialect: 'mysql',
    title: 'Every statement that is sent to MariaDB and MySQL',
    record: (database) => recordMysql(database as MysqlDatabase),
  },
  {
    entry: libsql,
    dialect: 'sqlite',
    title: 'Every statement that is sent to SQLite',
    record: (database) => recordSqlite(database as SqliteDatabase),
  },
]

const byStatements: SqlRepositoryOptions = { writes: 'statements' }

onEach([postgres], "sqlRepository: the statements of writes: 'statements'", (entry) => {
  const database = opened(entry)

  it('are those of postgres-statements.sql', async () => {
    const { recorder, database: sql, close } = recordPostgres(database())
    const golden = new GoldenFile("Every statement that writes to PostgreSQL with writes: 'statements'", '', '')
    const record: Record = async (heading, call) => {
      recorder.sent.length = 0
      await call()
      golden.add(heading, recorder.sent)
    }
    try {
      await migrate(sql)
      const calls = () => {
        const repository = sqlRepository(sql, { tenant: freshTenant(), ...byStatements })
        return { dialect: entry.name as DialectName, repository, record }
      }
      for (const group of [inserts, replaces, outbox]) await group(calls())
      const finance = calls()
      for (const group of [lineWrites, refundCalls, dayCalls, receiptCalls]) await group(finance)
    } finally {
      await close()
    }
    expectGolden(fileOf('postgres-statements'), golden.toString())
  })
})

for (const subject of subjects) {
  onEach([subject.entry], 'sqlRepository: the statements', () => declareTests(subject))
}

function declareTests({ entry, dialect, title, record: recordOn }: Subject): void {
  const database = opened(entry)
  const elsewhere = opened(entry)
  const schema = schemaSql(dialect)
  const golden = new GoldenFile(title, `${dialect}-schema.sql`, schema)

  /** Records over one database until `work` is done. */
  async function recording(
    { recorder, close }: Recorded,
    work: (record: Record) => Promise<void>,
    note = '',
  ): Promise<void> {
    try {
      await work(async (heading, call) => {
        recorder.sent.length = 0
        await call()
        golden.add(`${note}${heading}`, recorder.sent)
      })
    } finally {
      await close()
    }
  }

  /** The cases of a server that is set up otherwise, or fails. */
  const special: Readonly<globalThis.Record<DialectName, () => Promise<void>>> = {
    async postgres() {
      const refused = recordOn(elsewhere())
      await recording(refused, (record) =>
        record('migrate: the database user may not create the guards', async () => {
          refused.recorder.failOnce(/CREATE OR REPLACE FUNCTION/, { code: '42501' })
          await expect(migrate(refused.database, { dialect })).rejects.toMatchObject({ code: 'storage_unavailable' })
        }),
      )
      const serializable = recordOn(database(), '-c default_transaction_isolation=serializable')
      await recording(serializable, (record) => readAndWrite(serializable, record, 'where SERIALIZABLE is the default'))
      const standby = recordOn(database(), '-c default_transaction_read_only=on')
      await recording(standby, async (record) => {
        const repository = sqlRepository(standby.database, { dialect })
        await record('insert: the server may be a standby', async () => {
          const call = insertOne(repository, insertFixture(paymentFixture()))
          await expect(call).rejects.toMatchObject({ code: 'storage_unavailable' })
        })
      })
    },
    async mysql() {
      const galera = recordOn(elsewhere())
      galera.recorder.replyWith(/wsrep_on/, [['wsrep_on', 'ON']])
      await recording(galera, (record) => migrations(galera.database, { ...calls(galera), record }), 'on Galera: ')
    },
    async sqlite() {
      const failing = recordOn(elsewhere())
      await recording(failing, (record) =>
        record('migrate: another process has the lock for writing', async () => {
          failing.recorder.failOnce(/CREATE TABLE hp_payments/, { code: 'SQLITE_BUSY' })
          expect((await migrate(failing.database, { dialect })).applied).not.toEqual([])
        }),
      )
    },
  }

  const calls = (recorded: Recorded) => ({
    dialect,
    repository: sqlRepository(recorded.database, { dialect, tenant: freshTenant() }),
  })

  async function readAndWrite(recorded: Recorded, record: Record, where: string): Promise<void> {
    const { repository } = calls(recorded)
    await record(`get: ${where}`, () => repository.get('pay_1'))
    await record(`insert: ${where}`, () => insertOne(repository, insertFixture(paymentFixture())))
  }

  /** Repeats a write that was stored and not answered, which is recognised by its event. */
  async function repeated(recorded: Recorded, record: Record): Promise<void> {
    const { repository } = calls(recorded)
    const payment = paymentFixture()
    const commits = dialect === 'postgres' ? /^\s*WITH/ : /^COMMIT/
    const lost = { code: 'ECONNRESET' }
    await record('insert: repeated, because the connection broke before the answer to the first one', async () => {
      recorded.recorder.failOnce(commits, lost)
      expect(await insertOne(repository, insertFixture(payment))).toEqual({ outcome: 'inserted' })
    })
    await record('replace: repeated, because the connection broke before the answer to the first one', async () => {
      recorded.recorder.failOnce(commits, lost)
      const changes = [changeFixture(payment, { amountReconciled: 1 })]
      expect(await repository.replace(group(changes))).toEqual({ outcome: 'replaced' })
    })
    await record('replace: repeated, because the connection broke before the answer to the first one', async () => {
      recorded.recorder.failOnce(/^COMMIT/, lost)
      const lines = [lineEntryFixture(lineFixture())]
      expect(await repository.replace({ changes: [], lines })).toEqual({ outcome: 'replaced' })
    })
  }

  /** Moves a month to other tables; a batch sends again, of other rows, what the one before it sent. */
  async function archives({ database: sql, recorder }: Recorded): Promise<void> {
    const tenant = freshTenant()
    await fillNovember(sqlRepository(sql, { dialect, tenant }))
    const to = 'hp_2023_'
    await migrate(sql, { dialect, tablePrefix: to })
    recorder.sent.length = 0
    await archive(sql, { tenant, before: '2023-12-01', to, timeZone })
    golden.addNew('archive: what no call before has sent', recorder.sent)
  }

  it(`are those of ${dialect}.sql`, async () => {
    const recorded = recordOn(database())
    await recording(recorded, async (record) => {
      await migrations(recorded.database, { ...calls(recorded), record })
      for (const group of [inserts, replaces, reads, outbox]) await group({ ...calls(recorded), record })
      const finance = { ...calls(recorded), record }
      const groups = [lineWrites, lineReads, importsAndSearch, refundCalls, dayCalls, receiptCalls]
      for (const group of groups) await group(finance)
      const tenant = freshTenant()
      const many = sqlRepository(recorded.database, { dialect, tenant })
      await storeMany(database(), { repository: many, tenant, count: 2001, reference: 'INV-' })
      await record('scan: of more rows than one statement reads', () => drained(many, { by: 'createdAt' }))
      if (dialect !== 'sqlite') await repeated(recorded, record)
      await archives(recorded)
      await recorded.inHostTransaction((host) => inHostTransaction(host, { ...calls(recorded), record }))
      await recorded.inHostTransaction((host) => linesInHostTransaction(host, { dialect, record }))
    })
    await special[dialect]()
    expectGolden(fileOf(dialect), golden.toString())
  })

  it(`make the schema of ${dialect}-schema.sql`, () => expectGolden(fileOf(`${dialect}-schema`), schema))

  it('have no clause in random calls which the file does not show', async () => {
    const known = new Set(partsOfSql(readFileSync(fileOf(dialect), 'utf8')))
    const recorded = recordOn(database())
    try {
      await migrate(recorded.database, { dialect })
      recorded.recorder.sent.length = 0
      await playAll(
        sequencesOfCalls,
        (sequence) => play(sequence, sqlRepository(recorded.database, { dialect, tenant: freshTenant() })),
        { count: examples(10) },
      )
      const unknown = new Set(recorded.recorder.sent.flatMap(partsOfSql).filter((part) => !known.has(part)))
      expect([...unknown]).toEqual([])
      expect(recorded.recorder.sent.length).toBeGreaterThan(100)
    } finally {
      await recorded.close()
    }
  })
}
