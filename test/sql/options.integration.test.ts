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
])('sqlRepository: refuses %s', (_, options, problem) => {
  expect(() => sqlRepository(database(), options as never)).toThrow(new TypeError(`sqlRepository: ${problem}`))
})

it('sqlRepository: a tenant of 255 bytes is taken, and times from a millisecond to a day', () => {
  for (const options of [{ tenant: 'ü'.repeat(127) + 'a' }, { timeoutMs: 1 }, { timeoutMs: 86_400_000 }])
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
])('migrate: refuses %s', async (_, options, problem) => {
  await expect(migrate(database(), options as never)).rejects.toThrow(new TypeError(problem))
})

it('migrate: times from a millisecond to a day are taken', async () => {
  const sql = database()
  await migrate(sql, { lockTimeoutMs: 86_400_000 })
  expect(await migrate(sql, { lockTimeoutMs: 1 })).toEqual({ applied: [] })
})

it.each([
  ['options that are no object', 'sqlite', null, 'options must be an object'],
  ['an option that there is none', 'sqlite', { lockTimeoutMs: 1 }, 'unknown option lockTimeoutMs'],
  ['a dialect that there is none', 'oracle', {}, 'dialect must be one of postgres, mysql, sqlite'],
  ['guards that are neither true nor false', 'sqlite', { guards: 'no' }, 'guards must be true or false'],
])('schemaSql: refuses %s', (_, dialect, options, problem) => {
  expect(() => schemaSql(dialect as never, options as never)).toThrow(new TypeError(problem))
})
