import { schemaSql } from 'hospital-payments/sql'
import { describe, expect, it } from 'vitest'
import { movedTables, subjects } from '../../src/tenants/archive/moved-tables.js'
import { storedTables, tablesWithoutTenants } from '../../src/tenants/tables/stored-tables.js'
import { statementsOf } from '../support/schema-rows.js'

const dialects = ['postgres', 'mysql', 'sqlite'] as const

/** Returns the columns of the tables that a script makes, by the names of the tables; generated ones are left out. */
function tablesOf(script: string): Map<string, string[]> {
  return new Map(
    statementsOf(script).flatMap((statement): [string, string[]][] => {
      const [, name] = /^(?:--.*\n)*CREATE TABLE (?:IF NOT EXISTS )?hp_(\w+) \(/.exec(statement) ?? []
      if (name === undefined) return []
      const columns = [...statement.matchAll(/^ {2}([a-z_]+) (?!.* GENERATED )/gm)].map(([, column]) => column!)
      return [[name, columns]]
    }),
  )
}

describe('storedTables', () => {
  it.each(dialects)(
    'are all tables with tenants that the schema of %s makes, with their columns in order',
    (dialect) => {
      const tables = tablesOf(schemaSql(dialect))
      for (const name of tablesWithoutTenants) tables.delete(name)
      expect(
        Object.fromEntries(storedTables.map(({ name, columns }) => [name, columns.map((one) => one.name)])),
      ).toEqual(Object.fromEntries(Array.from(tables, ([name, columns]) => [name, columns.slice(1)])))
      expect([...tables.values()].every(([first]) => first === 'tenant')).toBe(true)
    },
  )

  it.each(dialects)('are known by the primary keys that the schema of %s has', (dialect) => {
    const script = schemaSql(dialect)
    for (const { name, key } of storedTables) {
      const statement = statementsOf(script).find(
        (text) => text.includes(`TABLE hp_${name} (`) || text.includes(`EXISTS hp_${name} (`),
      )
      expect([name, /PRIMARY KEY \(tenant, ([^)]+)\)/.exec(statement!)?.[1]]).toEqual([name, key.join(', ')])
    }
  })
})

describe('movedTables', () => {
  it('say of each table with tenants what an archive does with its rows', () => {
    expect(Object.keys(movedTables).sort()).toEqual(storedTables.map(({ name }) => name).sort())
  })

  it('name columns that the tables have, and a version of each subject', () => {
    for (const { name, columns } of storedTables) {
      const moved = movedTables[name]!
      if (typeof moved === 'string') continue
      const names = columns.map((column) => column.name)
      expect(names).toContain(moved.column)
      expect(moved.of.every((subject) => subjects.includes(subject))).toBe(true)
      if (moved.isSubject) expect(names).toContain('version')
    }
  })
})
