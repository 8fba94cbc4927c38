import { fromSqlite, migrate, schemaSql, sqlRepository } from 'hospital-payments/sql'
import Database from 'libsql'
import { expect, it } from 'vitest'
import { everyMigration } from '../support/migration-names.js'

const database = () => fromSqlite(new Database(':memory:'))

it("SqlDatabase: the dialect is the database's own, named or not", async () => {
  for (const options of [undefined, {}, { dialect: undefined }, { dialect: 'sqlite' }] as const) {
    const sql = database()
    expect((await migrate(sql, options)).applied).toEqual(everyMigration)
    expect(await sqlRepository(sql, options).get('pay_1')).toBeNull()
  }
})

it('SqlDatabase: a dialect that is not that of the database is refused', async () => {
  for (const dialect of ['postgres', 'mysql', 'oracle', null] as never[]) {
    expect(() => sqlRepository(database(), { dialect })).toThrow(
      new TypeError("dialect must be 'sqlite', as the database is"),
    )
    await expect(migrate(database(), { dialect })).rejects.toThrow(TypeError)
  }
})

it.each([
  ['options that are no object', null, 'options must be an object'],
  ['text for options', 'hp_', 'options must be an object'],
  ['options that there are none', { prefix: 'hp_', lock: 1 }, 'unknown option prefix, lock'],
  ['a tenant that is no text', { tenant: 7 }, 'tenant must be text of 1 to 255 bytes of UTF-8'],
  ['a tenant with a null character', { tenant: 'a\0' }, 'tenant must be text of 1 to 255 bytes of UTF-8'],
  ['a tenant that is no Unicode', { tenant: '\uD800' }, 'tenant must be text of 1 to 255 bytes of UTF-8'],
  ['an empty tenant', { tenant: '' }, 'tenant must be text of 1 to 255 bytes of UTF-8'],
  ['a tenant of too many bytes', { tenant: 'ü'.repeat(128) }, 'tenant must be text of 1 to 255 bytes of UTF-8'],
  ['no time', { timeoutMs: 0 }, 'timeoutMs must be a whole number of milliseconds, at least 1'],
  ['more than a day', { timeoutMs: 86_400_001 }, 'timeoutMs must be a whole number of milliseconds, at least 1'],
  ['writes of another kind', { writes: 'statement' }, "writes must be 'statements', or be left out"],
])('sqlRepository: refuses %s', (_, options, problem) => {
  expect(() => sqlRepository(database(), options as never)).toThrow(new TypeError(`sqlRepository: ${problem}`))
})

it('sqlRepository: a tenant of 255 bytes is taken, times from a millisecond to a day, and writes by statements', () => {
  const valid = [{ tenant: 'ü'.repeat(127) + 'a' }, { timeoutMs: 1 }, { timeoutMs: 86_400_000 }]
  for (const options of [...valid, { writes: 'statements' } as const])
    expect(() => sqlRepository(database(), options)).not.toThrow()
})

it('sqlRepository: a value that is no database is refused', () => {
  for (const wrong of [undefined, null, {}])
    expect(() => sqlRepository(wrong as never)).toThrow(/^a database is required/)
})

const whole = 'lockTimeoutMs must be a whole number of milliseconds, at least 1'
const prefix = 'tablePrefix must be 1 to 32 letters, digits and underscores, and begin with no digit'

it.each([
  ['options that are no object', null, 'options must be an object'],
  ['text for options', 'hp_', 'options must be an object'],
  ['options that there are none', { prefix: 'hp_', lock: 1 }, 'unknown option prefix, lock'],
  ['no time', { lockTimeoutMs: 0 }, whole],
  ['a part of a millisecond', { lockTimeoutMs: 1.5 }, whole],
  ['more than a day', { lockTimeoutMs: 86_400_001 }, whole],
  ['text for a time', { lockTimeoutMs: '1000' }, whole],
  ['guards that are neither true nor false', { guards: 1 }, 'guards must be true or false'],
  ['an empty prefix', { tablePrefix: '' }, prefix],
  ['a prefix of 33 letters', { tablePrefix: 'p'.repeat(33) }, prefix],
  ['a prefix that begins with a digit', { tablePrefix: '1_' }, prefix],
  ['a prefix that needs quotes', { tablePrefix: 'hp-' }, prefix],
  [
    'tables that are spread on SQLite',
    { distribute: 'partitions' },
    'distribute needs PostgreSQL: other databases have one table of each kind',
  ],
  ['a distribution that there is none', { distribute: 'month' }, 'distribute must be one of citus, partitions'],
  [
    'partitions of Citus',
    { distribute: 'citus', partitions: 4 },
    "partitions is an option of distribute: 'partitions' alone",
  ],
  ['partitions alone', { partitions: 4 }, "partitions is an option of distribute: 'partitions' alone"],
])('migrate: refuses %s', async (_, options, problem) => {
  await expect(migrate(database(), options as never)).rejects.toThrow(new TypeError(problem))
})

it('migrate: times from a millisecond to a day are taken', async () => {
  const sql = database()
  await migrate(sql, { lockTimeoutMs: 86_400_000 })
  expect(await migrate(sql, { lockTimeoutMs: 1 })).toEqual({ applied: [] })
})

it.each([0, 1025, 1.5, '4', null])('schemaSql: refuses %s partitions', (partitions) => {
  const options = { distribute: 'partitions', partitions } as never
  expect(() => schemaSql('postgres', options)).toThrow(new TypeError('partitions must be a whole number, 1 to 1024'))
})

it('schemaSql: has 16 partitions of each table, or as many as are wanted', () => {
  const partsOf = (partitions?: number) =>
    schemaSql('postgres', { distribute: 'partitions', partitions }).match(/ PARTITION OF hp_payments /g)
  expect([partsOf(), partsOf(1), partsOf(1024)].map((parts) => parts?.length)).toEqual([16, 1, 1024])
})

it.each(['mysql', 'sqlite'] as const)('schemaSql: refuses to distribute tables on %s', (dialect) => {
  for (const distribute of ['citus', 'partitions'] as const)
    expect(() => schemaSql(dialect, { distribute })).toThrow(/^distribute needs PostgreSQL/)
})

it.each([
  ['options that are no object', 'sqlite', null, 'options must be an object'],
  ['an option that there is none', 'sqlite', { lockTimeoutMs: 1 }, 'unknown option lockTimeoutMs'],
  ['a dialect that there is none', 'oracle', {}, 'dialect must be one of postgres, mysql, sqlite'],
  ['guards that are neither true nor false', 'sqlite', { guards: 'no' }, 'guards must be true or false'],
])('schemaSql: refuses %s', (_, dialect, options, problem) => {
  expect(() => schemaSql(dialect as never, options as never)).toThrow(new TypeError(problem))
})
