import { fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import Database from 'libsql'
import { expect, it } from 'vitest'
import { everyMigration } from '../support/migration-names.js'

const database = () => fromSqlite(new Database(':memory:'))

it("the dialect is the database's own, named or not", async () => {
  for (const options of [undefined, {}, { dialect: undefined }, { dialect: 'sqlite' }] as const) {
    const sql = database()
    expect((await migrate(sql, options)).applied).toEqual(everyMigration(sql))
    expect(await sqlRepository(sql, options).get('pay_1')).toBeNull()
  }
})

it('a dialect that is not that of the database is refused', async () => {
  for (const dialect of ['postgres', 'mysql', 'oracle', null] as never[]) {
    expect(() => sqlRepository(database(), { dialect })).toThrow(
      new TypeError("dialect must be 'sqlite', as the database is"),
    )
    await expect(migrate(database(), { dialect })).rejects.toThrow(TypeError)
  }
})

it.each([
  ['options that are no object', null, 'options must be an object'],
  ['an option that there is none', { prefix: 'hp_' }, 'unknown option prefix'],
  ['an empty tenant', { tenant: '' }, 'tenant must be text of 1 to 255 bytes of UTF-8'],
  ['a tenant of too many bytes', { tenant: 'ü'.repeat(128) }, 'tenant must be text of 1 to 255 bytes of UTF-8'],
  ['no time', { timeoutMs: 0 }, 'timeoutMs must be a whole number of milliseconds, at least 1'],
])('sqlRepository refuses %s', (_, options, problem) => {
  expect(() => sqlRepository(database(), options as never)).toThrow(new TypeError(`sqlRepository: ${problem}`))
})

it('sqlRepository refuses what is no database', () => {
  for (const wrong of [undefined, null, {}])
    expect(() => sqlRepository(wrong as never)).toThrow(/^a database is required/)
})
