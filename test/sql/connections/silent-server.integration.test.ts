/** A server that accepts connections and says nothing, until it does. */
import mysql from 'mysql2'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fromMysql2 } from '../../../src/sql/hosts/mysql2.js'
import { fromPg } from '../../../src/sql/hosts/pg.js'
import { mariadb, postgres } from '../../support/databases/index.js'
import { onEach } from '../../support/databases/on-each.js'
import { callOf, faultOf } from './subject.js'

/** A busy machine may connect later than a pool waits. */
const patient = { timeout: 30_000 }
const one = { text: 'SELECT 1', values: [] }

let server: Server
let isSilent: boolean
let target: URL
const sockets = new Set<Socket>()

beforeEach(async () => {
  isSilent = true
  server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    if (isSilent) return
    const real = connect(Number(target.port || (target.protocol === 'mysql:' ? 3306 : 5432)), target.hostname)
    sockets.add(real.on('error', () => undefined))
    socket.pipe(real).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  server.close()
  await once(server, 'close')
})

function throughServer(url: string): string {
  target = new URL(url)
  const changed = new URL(url)
  changed.hostname = '127.0.0.1'
  changed.port = String((server.address() as AddressInfo).port)
  return changed.href
}

onEach([postgres], 'fromPg: a pool of pg', (entry) => {
  it('lets calls fail in time on a silent server, and is left as the host has set it', async () => {
    const database = await entry.open()
    const pool = new pg.Pool({ connectionString: throughServer(database.url), max: 2 })
    const settings = () => Object.entries(pool).filter(([name]) => !name.startsWith('_events'))
    const before = settings()
    const payments = fromPg(pool)
    fromPg(pool)
    // But for the listener of its errors.
    expect(settings()).toEqual(before)
    for (const fault of await Promise.all([1, 2, 3].map(() => faultOf(payments.read(one, callOf(30))))))
      expect(fault).toMatchObject({ kind: 'unreachable', mayBeStored: false })
    expect(pool.totalCount).toBe(2)
    for (const socket of sockets) socket.destroy()
    await pool.end()
    await database.close()
  })

  it('gets its places back from a server that was silent, by connectionTimeoutMillis', async () => {
    const database = await entry.open()
    const pool = new pg.Pool({ connectionString: throughServer(database.url), max: 1, connectionTimeoutMillis: 80 })
    const payments = fromPg(pool)
    expect(await faultOf(payments.read(one, callOf()))).toMatchObject({ kind: 'unreachable', mayBeStored: false })
    expect(await faultOf(payments.write([one, one], callOf()))).toMatchObject({ kind: 'unreachable' })
    isSilent = false
    await vi.waitFor(async () => expect(await payments.read(one, callOf())).toEqual([['1']]), patient)
    await pool.end()
    await database.close()
  })
})

onEach([mariadb], 'fromMysql2: a pool of mysql2', (entry) => {
  it('gets its places back from a server that was silent', async () => {
    const database = await entry.open()
    const pool = mysql.createPool({ uri: throughServer(database.url), connectionLimit: 2, connectTimeout: 200 })
    const payments = fromMysql2(pool)
    const faults = [1, 2, 3].map(() => faultOf(payments.read(one, callOf(50))))
    for (const fault of await Promise.all(faults))
      expect(fault).toMatchObject({ kind: 'unreachable', mayBeStored: false })
    expect((await faultOf(payments.read(one, callOf()))).kind).toBe('unreachable')
    isSilent = false
    await vi.waitFor(async () => expect(await payments.read(one, callOf())).toEqual([[1]]), patient)
    await pool.promise().end()
    await database.close()
  })
})
