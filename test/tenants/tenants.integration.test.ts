/** The list of tenants on every database, and how much of it a statement reads. */
import { tenants, type SqlDatabase } from 'hospital-payments/sql'
import { insertFixture, paymentFixture } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { libsql, mariadb, onEach, partitions, postgres } from '../support/databases/index.js'
import { migrated, repositoryOn, sqlOn } from '../support/databases/repository.js'
import { insertOne } from '../support/writes.js'
import { counting } from './support/counting.js'
import { storeLines, storeTenants } from './support/many-tenants.js'

async function listed(database: SqlDatabase): Promise<string[]> {
  const names: string[] = []
  for await (const name of tenants(database)) names.push(name)
  return names
}

onEach([postgres, mariadb, libsql, partitions], 'tenants', (entry) => {
  const database = migrated(entry)

  it('lists no tenant of empty tables', async () => {
    expect(await listed(sqlOn(database()))).toEqual([])
  })

  it('lists each tenant of payments or lines once, in the order of bytes', async () => {
    const names = ['Zewditu', 'black lion', 'ብርሃን', 'a', 'a b']
    for (const tenant of names)
      for (let i = 0; i < 3; i++) await insertOne(repositoryOn(database(), { tenant }), insertFixture(paymentFixture()))
    await storeLines(database(), ['a', 'only lines'])
    expect(await listed(sqlOn(database()))).toEqual(['Zewditu', 'a', 'a b', 'black lion', 'only lines', 'ብርሃን'])
  })

  it('lists 1,201 tenants in three statements, and does not read their payments', async () => {
    await storeTenants(database(), { count: 1_201, paymentsOfEach: 3 })
    const { database: counted, texts } = counting(sqlOn(database()))
    const names = (await listed(counted)).filter((name) => name.startsWith('many '))
    expect(names).toHaveLength(1_201)
    expect(new Set(names).size).toBe(1_201)
    expect(texts.filter((text) => !/pg_extension/.test(text))).toHaveLength(3)
  })
})

describe('tenants', () => {
  it('asks Citus for one tenant by each statement: it knows no recursion over its servers', async () => {
    const stored = ['a', 'b', 'c']
    const texts: string[] = []
    const read: SqlDatabase['read'] = async ({ text, values }) => {
      texts.push(text)
      if (/pg_extension|pg_dist_partition/.test(text)) return [['1']]
      const next = stored.find((tenant) => tenant > String(values[0]))
      return next === undefined ? [] : [[next]]
    }
    const citus = { dialect: 'postgres', isBound: () => false, read } as unknown as SqlDatabase
    expect(await listed(citus)).toEqual(stored)
    expect(texts.slice(2)).toHaveLength(4)
    expect(texts[2]).not.toContain('RECURSIVE')
  })

  it.each([
    [{ tablePrefix: '1' }, 'tablePrefix must be'],
    [{ prefix: 'hp_' }, 'tenants: unknown option prefix'],
    [null, 'tenants: options must be an object'],
  ])('refuses the options %j at once', (options, problem) => {
    expect(() => tenants({ dialect: 'sqlite' } as SqlDatabase, options as object)).toThrow(problem)
  })

  it('refuses a value that is no database', () => {
    expect(() => tenants({} as SqlDatabase)).toThrow(TypeError)
  })
})
