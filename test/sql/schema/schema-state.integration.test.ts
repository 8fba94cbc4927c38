import { fromSqlite, migrate } from 'hospital-payments/sql'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { schemaState } from '../../../src/sql/schema-state.js'
import { guardsAlone, withoutGuards } from '../../support/migration-names.js'

const inOrder = (names: readonly string[]) => [...names].sort()

function opened() {
  const handle = new Database(':memory:')
  return { handle, database: fromSqlite(handle) }
}

describe('schemaState', () => {
  it('names in an empty database all that migrate would apply, and makes nothing', async () => {
    const { handle, database } = opened()
    expect(await schemaState(database)).toEqual({
      missing: inOrder(withoutGuards),
      missingGuards: guardsAlone,
    })
    expect(handle.prepare('SELECT count(*) AS tables FROM sqlite_master').get()).toMatchObject({ tables: 0 })
  })

  it('names nothing once all is applied', async () => {
    const { database } = opened()
    await migrate(database)
    expect(await schemaState(database)).toEqual({ missing: [], missingGuards: [] })
  })

  it('names the guards that were left out apart from what is missing', async () => {
    const { handle, database } = opened()
    await migrate(database, { guards: false })
    expect(await schemaState(database)).toEqual({ missing: [], missingGuards: guardsAlone })
    const last = withoutGuards.at(-1)!
    handle.prepare('DELETE FROM hp_migrations WHERE name = ?').run(last)
    expect(await schemaState(database)).toEqual({ missing: [last], missingGuards: guardsAlone })
  })

  it('is of the tables with the prefix alone', async () => {
    const { database } = opened()
    await migrate(database, { tablePrefix: 'billing_' })
    expect(await schemaState(database, { tablePrefix: 'billing_' })).toEqual({ missing: [], missingGuards: [] })
    expect((await schemaState(database)).missing).toEqual(inOrder(withoutGuards))
  })

  it('is refused of tables that belong to a newer release', async () => {
    const { handle, database } = opened()
    await migrate(database)
    handle.exec("INSERT INTO hp_migrations (name) VALUES ('9999_later')")
    await expect(schemaState(database)).rejects.toMatchObject({
      code: 'storage_unavailable',
      retryable: false,
      message:
        'The tables belong to a newer release of hospital-payments than this one: update the library. Nothing was changed.',
    })
  })

  it('says of a database that is not there that the storage is unavailable', async () => {
    const { handle, database } = opened()
    handle.close()
    await expect(schemaState(database)).rejects.toMatchObject({ code: 'storage_unavailable' })
  })
})
