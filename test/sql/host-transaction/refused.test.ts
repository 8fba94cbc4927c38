/**
 * Refusals of `within` before anything is sent, and their words: by objects that have what those of the libraries have.
 */
import type { DialectName } from 'hospital-payments/sql'
import { describe, expect, it } from 'vitest'
import { deadlineIn } from '../../../src/sql/core/deadline.js'
import { databaseWithin } from '../../../src/sql/hosts/transactions/database-within.js'

/** Makes an object with these methods, which are not to be called. */
function having(methods: string, properties: object = {}): object {
  const entries = methods.split(' ').map((name) => [
    name,
    () => {
      throw new Error(`${name} was called`)
    },
  ])
  return { ...Object.fromEntries(entries), ...properties }
}

const idle = (what: string) => `within: ${what} has no open transaction: open a transaction first`

const unknown: Readonly<Record<DialectName, string>> = {
  postgres:
    'within: this is no open transaction: open a transaction first, and give a client of pg, or the transaction of PGlite, postgres.js, Knex, Kysely, Drizzle, TypeORM, Sequelize or Prisma, as the repository is on this database',
  mysql:
    'within: this is no open transaction: open a transaction first, and give a connection of mysql2, or the transaction of Knex, Kysely, Drizzle, TypeORM, Sequelize or Prisma, as the repository is on this database',
  sqlite:
    'within: this is no open transaction: open a transaction first, and give a handle of better-sqlite3, libsql or node:sqlite, or the transaction of Kysely, TypeORM, Knex, Drizzle or Prisma over these, as the repository is on this database',
}

const kysely = (properties: object) => having('executeQuery withoutPlugins selectFrom', properties)
const mysql2 = (properties: object = {}) =>
  having('query execute beginTransaction promise destroy on removeListener', properties)
const pg = (properties: object = {}) => having('query escapeIdentifier', properties)
const pglite = (properties: object = {}) => having('query exec rollback', properties)
const runner = (properties: object = {}) =>
  having('connect startTransaction', { isTransactionActive: true, isReleased: false, ...properties })
const manager = (properties: object) => having('save getRepository release', properties)
const sequelize = (properties: object) =>
  having('commit rollback afterCommit prepareEnvironment', { id: 'tx-1', ...properties })
const knex = (isCompleted: boolean, properties: object = { client: having('acquireConnection') }) => ({
  ...having('commit rollback'),
  isCompleted: () => isCompleted,
  ...properties,
})
const ofSequelize = { connection: { uuid: 'tx-1' } }

describe('databaseWithin: refuses, with the library and what to do,', () => {
  it.each([
    ['the database of Kysely', kysely({ isTransaction: false }), 'this object of Kysely'],
    ['a committed transaction of Kysely', kysely({ isTransaction: true, isCommitted: true }), 'this object of Kysely'],
    ['one of Kysely rolled back', kysely({ isTransaction: true, isRolledBack: true }), 'this object of Kysely'],
    ['an idle client of pg', pg({ getTransactionStatus: () => 'I' }), 'this client of pg'],
    ['a client of pg that was never used', pg({ getTransactionStatus: () => null }), 'this client of pg'],
    ['a closed transaction of PGlite', pglite({ closed: true }), 'this transaction of PGlite'],
    ['the client of Prisma', having('$queryRawUnsafe $executeRawUnsafe $disconnect'), 'this client of Prisma'],
    ['the manager of TypeORM', manager({}), 'this manager of TypeORM'],
    ['an idle runner of TypeORM', runner({ isTransactionActive: false }), 'this transaction of TypeORM'],
    ['a released runner of TypeORM', runner({ isReleased: true }), 'this transaction of TypeORM'],
    [
      'a manager whose runner is idle',
      manager({ queryRunner: runner({ isTransactionActive: false }) }),
      'this transaction of TypeORM',
    ],
    ['a completed transaction of Knex', knex(true), 'this transaction of Knex'],
    [
      'a finished transaction of Sequelize',
      sequelize({ ...ofSequelize, finished: 'commit' }),
      'this transaction of Sequelize',
    ],
    [
      'one of Sequelize whose connection another has',
      sequelize({ connection: { uuid: 'tx-2' } }),
      'this transaction of Sequelize',
    ],
    ['one of Sequelize without a connection', sequelize({}), 'this transaction of Sequelize'],
    [
      'one of Sequelize whose parent has finished',
      sequelize({ ...ofSequelize, parent: sequelize({ ...ofSequelize, finished: 'rollback' }) }),
      'this transaction of Sequelize',
    ],
  ])('%s', (_, transaction, what) => {
    expect(() => databaseWithin(transaction, 'postgres')).toThrow(new TypeError(idle(what)))
  })

  it.each([
    ['is closing', { _closing: true }],
    ['met a fatal error', { _fatalError: new Error('gone') }],
    ['has lost its socket', { stream: { destroyed: true } }],
  ])('a connection of mysql2 that %s', (_, properties) => {
    const what = 'this connection of mysql2, which was closed,'
    expect(() => databaseWithin(mysql2(properties), 'mysql')).toThrow(new TypeError(idle(what)))
  })

  it('pg-native, which has no way to give values as text', () => {
    const native = pg({ native: {}, namedQueries: {} })
    expect(() => databaseWithin(native, 'postgres')).toThrow(/^fromPg takes no pg-native/)
  })

  const dialects: readonly DialectName[] = ['postgres', 'mysql', 'sqlite']
  const strange = [undefined, null, 0, 'BEGIN', true, {}, [], () => undefined, Promise.resolve()]

  it.each(dialects)('a value that it does not know, on %s', (dialect) => {
    for (const value of strange) expect(() => databaseWithin(value, dialect)).toThrow(new TypeError(unknown[dialect]))
  })

  it.each([
    ['a pool of pg', 'postgres', pg({ connect: () => undefined, totalCount: 0 })],
    ['a connection of mysql2', 'postgres', { ...mysql2(), ...pg() }],
    ['a pool of mysql2', 'mysql', mysql2({ getConnection: () => undefined })],
    ['a client of pg', 'mysql', pg()],
    ['a transaction of Knex whose client has no connection', 'postgres', knex(false, { client: {} })],
    ['a transaction of Knex without a client', 'postgres', knex(false, { client: null })],
    ['a transaction of Drizzle without a session', 'postgres', having('rollback transaction select')],
    [
      'one of Drizzle without a client',
      'postgres',
      having('rollback transaction select', { session: { client: null } }),
    ],
    [
      'one of Drizzle with text for a client',
      'postgres',
      having('rollback transaction select', { session: { client: 'pg' } }),
    ],
    [
      'a manager of TypeORM with a strange runner',
      'postgres',
      manager({ queryRunner: having('connect startTransaction') }),
    ],
    ['an object with a client and no methods of Drizzle', 'postgres', { session: { client: pg() } }],
  ] as const)('%s on %s', (_, dialect, transaction) => {
    expect(() => databaseWithin(transaction, dialect)).toThrow(new TypeError(unknown[dialect]))
  })
})

describe('databaseWithin: takes', () => {
  it.each([
    ['a client of pg in a transaction', 'postgres', pg({ getTransactionStatus: () => 'T' })],
    ['one in a transaction that a statement has aborted', 'postgres', pg({ getTransactionStatus: () => 'E' })],
    ['one that keeps no record', 'postgres', pg()],
    ['a transaction of PGlite', 'postgres', pglite({ closed: false })],
    ['a connection of mysql2', 'mysql', mysql2({ stream: { destroyed: false } })],
    ['one of mysql2 that has no socket', 'mysql', mysql2()],
    ['a transaction of Kysely', 'sqlite', { ...kysely({ isTransaction: true }), withoutPlugins: () => ({}) }],
    ['a transaction of Knex', 'postgres', knex(false)],
    ['a runner of TypeORM', 'mysql', runner()],
    ['a manager of TypeORM', 'mysql', manager({ queryRunner: runner() })],
    ['a transaction of Sequelize', 'postgres', sequelize({ connection: pg({ uuid: 'tx-1' }) })],
    [
      'a savepoint of Sequelize',
      'postgres',
      sequelize({ connection: pg({ uuid: 'tx-1' }), parent: sequelize(ofSequelize) }),
    ],
    ['a transaction of Drizzle', 'postgres', having('rollback transaction select', { session: { client: pg() } })],
    ['one of Prisma', 'mysql', having('$queryRawUnsafe $executeRawUnsafe')],
  ] as const)('%s', (_, dialect, transaction) => {
    const database = databaseWithin(transaction, dialect)
    expect([database.dialect, database.isBound()]).toEqual([dialect, true])
  })

  it('asks a client of pg for its record as a method of it', () => {
    const client = pg({
      status: 'T',
      getTransactionStatus(this: { status: string }) {
        return this.status
      },
    })
    expect(databaseWithin(client, 'postgres').isBound()).toBe(true)
  })
})

describe('databaseWithin: a transaction whose connection the library hands out later', () => {
  const call = () => deadlineIn(1000)
  const read = (database: ReturnType<typeof databaseWithin>) => database.read({ text: 'SELECT 1', values: [] }, call())

  it('is refused by the first call where it is over a driver that is not known', async () => {
    const database = databaseWithin(knex(false, { client: { acquireConnection: async () => ({}) } }), 'postgres')
    await expect(read(database)).rejects.toMatchObject({
      kind: 'refused',
      cause: new TypeError('within: this transaction of Knex is over a driver that is not known here'),
    })
  })

  it('is asked for once, and at once', async () => {
    let acquired = 0
    const client = { acquireConnection: async () => ({ asked: ++acquired }) }
    const database = databaseWithin(knex(false, { client }), 'postgres')
    expect(acquired).toBe(1)
    await read(database).catch(() => undefined)
    await database.write([], call()).catch(() => undefined)
    expect(acquired).toBe(1)
  })

  it('is outside a transaction once that has ended', async () => {
    let isCompleted = false
    const trx = { ...knex(false), isCompleted: () => isCompleted }
    const database = databaseWithin(trx, 'postgres')
    isCompleted = true
    const ended = { kind: 'outside', cause: new Error('The transaction of Knex has ended.') }
    await expect(read(database)).rejects.toMatchObject(ended)
    await expect(database.snapshot(call())).rejects.toMatchObject(ended)
  })

  it('has a snapshot of its own on PostgreSQL alone', () => {
    for (const dialect of ['mysql', 'sqlite'] as const) {
      expect(databaseWithin(knex(false), dialect).snapshot(call())).toBeNull()
    }
  })
})

describe('databaseWithin: a report of a library', () => {
  const call = () => deadlineIn(1000)

  /** Returns the fault of a read whose query fails so. */
  async function faultOf(transaction: object, dialect: DialectName) {
    return databaseWithin(transaction, dialect)
      .read({ text: 'SELECT 1', values: [] }, call())
      .then(
        () => null,
        (fault: unknown) => fault,
      )
  }

  const failingKysely = (failure: unknown) => {
    const plain = { executeQuery: () => Promise.reject(failure) }
    return { ...kysely({ isTransaction: true }), withoutPlugins: () => plain }
  }
  const failingPrisma = (failure: unknown) => ({
    $queryRawUnsafe: () => Promise.reject(failure),
    $executeRawUnsafe: () => Promise.reject(failure),
  })
  const error = (fields: object, message = 'x') => Object.assign(new Error(message), fields)

  it.each(['committed', 'rolled back'])(
    '(Kysely) that the transaction is already %s is outside of one',
    async (end) => {
      const failure = error({}, `Transaction is already ${end}`)
      expect(await faultOf(failingKysely(failure), 'postgres')).toMatchObject({ kind: 'outside', cause: failure })
      for (const message of [`A Transaction is already ${end}`, `Transaction is already ${end} by others`]) {
        expect(await faultOf(failingKysely(error({ code: '40001' }, message)), 'postgres')).toMatchObject({
          kind: 'contention',
        })
      }
    },
  )

  it('(Prisma) that the transaction is closed is outside of one', async () => {
    const failure = error({ code: 'P2028' })
    expect(await faultOf(failingPrisma(failure), 'postgres')).toMatchObject({ kind: 'outside', cause: failure })
  })

  it.each([
    ['a deadlock of PostgreSQL', 'postgres', '40P01', 'contention'],
    ['a deadlock of MariaDB', 'mysql', '1213', 'contention'],
    ['an error of the connector of MariaDB', 'mysql', '45009', 'lost'],
    ['the first error of the connector of MariaDB', 'mysql', '45000', 'lost'],
    ['a busy file of SQLite', 'sqlite', '5', 'contention'],
  ] as const)('(Prisma) by an adapter or its engine: %s', async (_, dialect, code, kind) => {
    const byAdapter = error({
      meta: { driverAdapterError: { cause: { originalCode: code, originalMessage: 'in the way' } } },
    })
    expect(await faultOf(failingPrisma(byAdapter), dialect)).toMatchObject({
      kind,
      cause: { message: 'in the way', cause: byAdapter },
    })
    const byEngine = error({ meta: { code } })
    expect(await faultOf(failingPrisma(byEngine), dialect)).toMatchObject({
      kind,
      cause: { message: 'Prisma reports an error.', cause: byEngine },
    })
  })

  it('(Prisma) without a code of the server is its own error', async () => {
    const failure = error({ meta: { code: 7 } })
    expect(await faultOf(failingPrisma(failure), 'postgres')).toMatchObject({ cause: failure })
  })
})
