import knex from 'knex'
import mysql from 'mysql2'
import mysqlPromise from 'mysql2/promise'
import pg from 'pg'
import postgres from 'postgres'
import { describe, expect, it, vi } from 'vitest'
import { fromMysql2 } from '../../../src/sql/hosts/mysql2.js'
import { fromPg } from '../../../src/sql/hosts/pg.js'
import { callOf } from './subject.js'

const wrong: unknown[] = [undefined, null, 'postgres://', 1, {}, [], () => undefined, { query: 'text' }]

describe('fromPg', () => {
  it('takes pools, clients and bridges as their own types have them', async () => {
    const pool = new pg.Pool()
    expect(fromPg(pool).isBound()).toBe(false)
    expect(fromPg(new pg.Client()).isBound()).toBe(true)
    expect(fromPg({ query: async ({ text, values = [] }) => ({ rows: [[text, ...values]] }) }).isBound()).toBe(true)
    await pool.end()
  })

  it('says at once what it takes instead of anything else', () => {
    for (const handle of [...wrong, mysqlPromise.createPool({}), mysql.createPool({}), postgres()]) {
      expect(() => fromPg(handle as never)).toThrow(TypeError)
      expect(() => fromPg(handle as never)).toThrow(/^fromPg takes a Pool or client of pg, a PGlite .* query\(/)
    }
  })

  it('takes true or false for prepare, and nothing else', () => {
    const client = new pg.Client()
    expect(() => fromPg(client, { prepare: 'no' as never })).toThrow(/prepare/)
    expect(fromPg(client, { prepare: undefined }).dialect).toBe('postgres')
  })

  it('gives a bridge text and values, a name that the text alone decides, and takes rows of either shape', async () => {
    // A process gives names to so few texts that other tests may have used them up.
    vi.resetModules()
    const { fromPg } = await import('../../../src/sql/hosts/pg.js')
    const queries: { text: string; name?: string | undefined; values?: unknown }[] = []
    const answers: Record<string, unknown[]> = { 'SELECT 1, 2': [{ a: '1', b: null }], 'SELECT 3': [['3']] }
    const bridge = {
      query(query: { text: string; name?: string; values?: unknown[] }) {
        queries.push({ text: query.text, name: query.name, values: query.values })
        return Promise.resolve({ rows: answers[query.text] ?? [] })
      },
    }
    const database = fromPg(bridge)
    expect(await database.read({ text: 'SELECT 1, 2', values: [7] }, callOf())).toEqual([['1', null]])
    expect(await database.read({ text: 'SELECT 3', values: [] }, callOf())).toEqual([['3']])
    await fromPg(bridge).read({ text: 'SELECT 3', values: [] }, callOf())
    await fromPg(bridge, { prepare: false }).read({ text: 'SELECT 3', values: [] }, callOf())
    const ours = queries.filter(({ text }) => text.startsWith('SELECT'))
    expect(ours.map(({ values }) => values)).toEqual([[7], [], [], []])
    const [first, second, third, fourth] = ours.map(({ name }) => name)
    expect(first).toMatch(/^hp_\w{1,60}$/)
    expect(second).not.toBe(first)
    expect(third).toBe(second)
    expect(fourth).toBeUndefined()
    expect(queries.filter(({ text }) => !text.startsWith('SELECT')).every(({ name }) => name === undefined)).toBe(true)
  })

  it('refuses a bridge which returns something else', async () => {
    const bridge = { query: () => Promise.resolve({} as { rows: unknown[] }) }
    await expect(fromPg(bridge).read({ text: 'SELECT 1', values: [] }, callOf())).rejects.toThrow(/\{ rows \}/)
  })

  it('gives up a bridge which does not answer in time', async () => {
    const silent = { query: () => new Promise<{ rows: unknown[] }>(() => undefined) }
    const database = fromPg(silent)
    const read = () => database.read({ text: 'SELECT 1', values: [] }, callOf(20))
    await expect(read()).rejects.toMatchObject({ kind: 'lost' })
    await expect(read()).rejects.toMatchObject({ kind: 'lost' })
  })
})

describe('fromMysql2', () => {
  it('takes pools and connections of both APIs as their own types have them', async () => {
    const pools = [mysql.createPool({}), mysqlPromise.createPool({})] as const
    expect(fromMysql2(pools[0]).isBound()).toBe(false)
    expect(fromMysql2(pools[1]).isBound()).toBe(false)
    expect(fromMysql2(pools[0].promise()).isBound()).toBe(false)
    const connection = mysql.createConnection({ host: '127.0.0.1', port: 1 })
    connection.on('error', () => undefined)
    expect(fromMysql2(connection).isBound()).toBe(true)
    expect(fromMysql2(connection.promise()).isBound()).toBe(true)
    connection.destroy()
    for (const pool of pools) await pool.end()
  })

  it('says at once what it takes instead of anything else', () => {
    for (const handle of [...wrong, new pg.Pool(), new pg.Client(), knex({ client: 'mysql2' })]) {
      expect(() => fromMysql2(handle as never)).toThrow(TypeError)
      expect(() => fromMysql2(handle as never)).toThrow(/^fromMysql2 takes a pool or a connection of mysql2/)
    }
  })
})
