import { migrate, schemaSql } from 'hospital-payments/sql'
import { describe, expect, it } from 'vitest'
import { deliveryColumns, eventColumns, keyColumns, paymentColumns, tablesOf } from '../../../src/sql/core/tables.js'
import { refunds } from '../../../src/repository/aggregates/refunds.js'
import { namesOf } from '../../../src/sql/core/columns.js'
import {
  type DatabaseEntry,
  libsql,
  mariadb,
  onEach,
  opened,
  postgres,
  type TestDatabase,
} from '../../support/databases/index.js'
import { sqlOn } from '../../support/databases/repository.js'
import { deliveryRow, eventRow, paymentRow, refundRow, run, statementsOf, store } from '../../support/schema-rows.js'
import { guardsAlone } from '../../support/migration-names.js'
import { isInstalled, outputOf } from '../../support/tools.js'

const dialects = ['postgres', 'mysql', 'sqlite'] as const

describe('test/support/schema-rows.ts: the rows of these tests', () => {
  it('have every column that the library writes, in its order', () => {
    expect(Object.keys(paymentRow)).toEqual(['tenant', ...paymentColumns, ...keyColumns])
    expect(Object.keys(eventRow)).toEqual(['tenant', ...eventColumns])
    expect(Object.keys(deliveryRow)).toEqual(['tenant', ...deliveryColumns])
    expect(Object.keys(refundRow)).toEqual(['tenant', ...namesOf(refunds.columns)])
  })
})

describe.each(dialects)('schemaSql: the script for %s', (dialect) => {
  const columnsOf = (script: string, table: string) => {
    const statement = statementsOf(script).find((text) => text.includes(` ${table} (`)) ?? ''
    return [...statement.matchAll(/^ {2}([a-z_]+) (?!.* GENERATED )/gm)].map(([, name]) => name)
  }

  it('has the columns in the order in which the library writes them', () => {
    const script = schemaSql(dialect)
    const { payments, events, deliveries } = tablesOf()
    expect(columnsOf(script, payments)).toEqual(Object.keys(paymentRow))
    expect(columnsOf(script, events)).toEqual(Object.keys(eventRow))
    expect(columnsOf(script, deliveries)).toEqual(Object.keys(deliveryRow))
    expect(columnsOf(script, 'hp_refunds')).toEqual(Object.keys(refundRow))
  })

  it('has the tenant first in every key but those by which work of all tenants is found', () => {
    const script = schemaSql(dialect)
    const keys = [...script.matchAll(/(?:PRIMARY KEY|INDEX (?!(?:hp_\w+_)?due\b)[a-z_]+(?: ON [a-z_]+)?) \((\w+)/g)]
    expect(keys.length).toBeGreaterThanOrEqual(15)
    const generated = [
      ...script.matchAll(/(\w+) VARBINARY\(\d+\) GENERATED ALWAYS AS \((?:CASE WHEN .+ THEN )?CONCAT\(tenant, 0x00, /g),
    ]
    const led = ['tenant', ...generated.map(([, column]) => column)]
    expect(keys.map(([, first]) => first).filter((first) => !led.includes(first))).toEqual([])
  })

  it('has names that begin with the prefix and that no database cuts off', () => {
    const tablePrefix = 'p'.repeat(31) + '_'
    const named = [
      ...schemaSql(dialect, { tablePrefix }).matchAll(
        /(?:TABLE|INDEX|TRIGGER|FUNCTION)(?: IF(?: NOT)? EXISTS)? (\w+)/g,
      ),
    ]
    const names = named.map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter((name) => !name.startsWith(tablePrefix) || name.length > 63)).toEqual([])
  })

  it('leaves the guards out when they are not wanted', () => {
    const whole = statementsOf(schemaSql(dialect))
    const bare = statementsOf(schemaSql(dialect, { guards: false }))
    const guards = whole.filter((statement) => !bare.includes(statement))
    const names = guards.flatMap((statement) => /VALUES \('(\w+)'\)/.exec(statement)?.[1] ?? [])
    expect(names).toEqual(guardsAlone)
    const others = guards.filter((statement) => !/TRIGGER|INSERT INTO hp_migrations/.test(statement))
    const expected = { postgres: 'refuse_change()', mysql: 'CREATE TABLE IF NOT EXISTS hp_refusals', sqlite: null }[
      dialect
    ]
    expect(others).toEqual(expected === null ? [] : [expect.stringContaining(expected)])
    expect(bare.join('\n')).not.toMatch(/TRIGGER|_guards/)
  })

  it('deletes nothing by a foreign key', () => {
    expect(schemaSql(dialect)).not.toMatch(/REFERENCES|CASCADE/)
  })
})

describe('schemaSql', () => {
  it.each([
    ['oracle', {}],
    ['sqlite', { tablePrefix: 'hp-' }],
    ['sqlite', { tablePrefix: 'p'.repeat(33) }],
    ['sqlite', { guards: 'no' }],
    ['sqlite', { prefix: 'hp_' }],
    ['sqlite', null],
  ])('refuses wrong options: %s %j', (dialect, options) => {
    expect(() => schemaSql(dialect as never, options as never)).toThrow(TypeError)
  })
})

/** Commands by which a DBA would run a file, by database. */
const clients: readonly [DatabaseEntry, string, (database: TestDatabase) => string[]][] = [
  [postgres, 'psql', (database) => ['-qX', '-v', 'ON_ERROR_STOP=1', placeOf(database)]],
  [mariadb, 'mariadb', (database) => mariadbArguments(new URL(placeOf(database)))],
  [libsql, 'sqlite3', (database) => ['-bail', placeOf(database)]],
]

function placeOf(database: TestDatabase): string {
  if (database.driver === 'pglite') throw new Error('PGlite has no client')
  return 'file' in database ? database.file : database.url
}

function mariadbArguments({ hostname, port, username, password, pathname }: URL): string[] {
  const secret = password === '' ? [] : [`--password=${decodeURIComponent(password)}`]
  return ['-h', hostname, '-P', port || '3306', '-u', username, ...secret, pathname.slice(1)]
}

for (const [entry, client, argumentsFor] of clients) {
  onEach([entry], `schemaSql: the script, run by ${client},`, () => {
    const database = opened(entry)

    it.runIf(isInstalled(client))('makes everything that migrate makes', async () => {
      expect(outputOf(client, argumentsFor(database()), schemaSql(database().dialect))).toBe('')
      await store(database(), 'events', eventRow)
      await expect(run(database(), 'DELETE FROM hp_payment_events')).rejects.toThrow('append-only')
      expect(await migrate(sqlOn(database()))).toEqual({ applied: [] })
    })
  })
}
