import { migrate, type MigrateOptions } from 'hospital-payments/sql'
import { beforeEach, describe, expect, it } from 'vitest'
import { databases, onEach, opened } from '../../support/databases/index.js'
import { sqlOn } from '../../support/databases/repository.js'
import { halfway } from '../../support/halfway.js'
import { everyMigration, guardsAlone, withoutGuards } from '../../support/migration-names.js'
import { eventRow, install, paymentRow, run, store } from '../../support/schema-rows.js'

onEach(databases, 'migrate', (entry) => {
  // A prefix a test: opening a database takes longer than any of them.
  const database = opened(entry)
  let count = 0
  let tablePrefix: string
  beforeEach(() => {
    tablePrefix = `t${++count}_`
  })

  const migrated = (options: Partial<MigrateOptions> = {}) => migrate(sqlOn(database()), { tablePrefix, ...options })

  it('makes everything once, and then nothing more', async () => {
    expect(await migrated()).toEqual({ applied: everyMigration })
    expect(await migrated()).toEqual({ applied: [] })
    await store(database(), 'payments', paymentRow, tablePrefix)
  })

  it('uses the prefix hp_ when none is given', async () => {
    expect(await migrate(sqlOn(database()))).toEqual({
      applied: everyMigration,
    })
    await store(database(), 'payments', paymentRow, 'hp_')
  })

  it('finds nothing to do behind the script, and goes on from there', async () => {
    await install(database(), { tablePrefix, guards: false })
    expect(await migrated({ guards: false })).toEqual({ applied: [] })
    expect(await migrated()).toEqual({ applied: guardsAlone })
    await install(database(), { tablePrefix: `${tablePrefix}full_` })
    expect(await migrated({ tablePrefix: `${tablePrefix}full_` })).toEqual({ applied: [] })
  })

  it('makes guards when they are wanted, and leaves those that are there', async () => {
    const change = `UPDATE ${tablePrefix}payment_events SET reason = 'x'`
    expect(await migrated({ guards: false })).toEqual({ applied: withoutGuards })
    await store(database(), 'events', eventRow, tablePrefix)
    await run(database(), change)
    expect(await migrated()).toEqual({ applied: guardsAlone })
    await expect(run(database(), change)).rejects.toThrow('append-only')
    expect(await migrated({ guards: false })).toEqual({ applied: [] })
    await expect(run(database(), change)).rejects.toThrow('append-only')
  })

  it('keeps prefixes apart, the longest in capitals too', async () => {
    const long = `Z${'z'.repeat(31)}`
    expect(await migrated()).toEqual({ applied: everyMigration })
    expect(await migrated({ tablePrefix: long })).toEqual({ applied: everyMigration })
    expect(await migrated({ tablePrefix: long })).toEqual({ applied: [] })
    await store(database(), 'payments', paymentRow, long)
    expect(await database().rows(`SELECT id FROM ${tablePrefix}payments`)).toEqual([])
  })

  it('refuses tables of a newer release', async () => {
    await migrated()
    await run(database(), `INSERT INTO ${tablePrefix}migrations (name) VALUES ('0099_of_tomorrow')`)
    const refusal = { code: 'storage_unavailable', retryable: false, message: expect.stringContaining('newer release') }
    await expect(migrated()).rejects.toMatchObject(refusal)
    await expect(migrated({ guards: false })).rejects.toMatchObject(refusal)
  })

  it('waits for another process no longer than lockTimeoutMs, and goes on from where that one got', async () => {
    const other = await halfway(database(), tablePrefix)
    const impatient = migrated({ lockTimeoutMs: 300 })
    await expect(impatient).rejects.toMatchObject({ code: 'storage_unavailable', retryable: true })
    const patient = migrated()
    expect(await other.finish()).toEqual(everyMigration)
    expect(await patient).toEqual({ applied: [] })
  })
})

describe('migrate', () => {
  const database = { dialect: 'sqlite' } as never

  it.each([
    ['options that are no object', null],
    ['another dialect than the database has', { dialect: 'postgres' }],
    ['a dialect that there is none', { dialect: 'oracle' }],
    ['a prefix that would need quotes', { tablePrefix: 'hp-' }],
    ['guards that are no truth value', { guards: 1 }],
    ['no time', { lockTimeoutMs: 0 }],
    ['half a millisecond', { lockTimeoutMs: 0.5 }],
    ['an option that there is none', { prefix: 'hp_' }],
  ])('refuses %s', async (_, options) => {
    await expect(migrate(database, options as never)).rejects.toThrow(TypeError)
  })

  it('refuses what is no database', async () => {
    for (const wrong of [undefined, null, {}]) {
      await expect(migrate(wrong as never, { dialect: 'sqlite' })).rejects.toThrow(TypeError)
    }
  })
})
