import { describe, expect, it } from 'vitest'
import { mysqlKind } from '../../../src/sql/mysql/faults.js'
import { pgKind } from '../../../src/sql/postgres/faults.js'

const coded = (code: string, message = 'it failed') => Object.assign(new Error(message), { code })
const numbered = (errno: number, message = 'it failed') => Object.assign(new Error(message), { errno })

describe('pgKind: an error of PostgreSQL', () => {
  it.each([
    ['duplicate', ['23505']],
    ['contention', ['40001', '40P01', '55P03']],
    ['unready', ['57P03']],
    ['pooler', ['42P05']],
    ['unreachable', ['26000', '53300', '57014', 'ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH']],
    [
      'lost',
      [
        '57P01',
        '57P02',
        '57P04',
        '57P05',
        '25P03',
        '25P04',
        '40003',
        '08006',
        '08003',
        'ECONNRESET',
        'EPIPE',
        'ETIMEDOUT',
      ],
    ],
    ['outside', ['25P01']],
    ['unmigrated', ['42P01', '42703']],
    ['refused', ['53100', '25006', '42501', '23514', '23502', '25P02', '28P01', '3D000', 'P0001', 'XX000']],
    ['refused', ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID']],
    ['refused', ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', '08P01']],
  ])('means %s: %j', (kind, codes) => {
    expect(codes.map((code) => [code, pgKind(coded(code))])).toEqual(codes.map((code) => [code, kind]))
  })

  it.each([
    ['Connection terminated unexpectedly', 'lost'],
    ['Connection terminated', 'lost'],
    ['Query read timeout', 'lost'],
    ['Client has encountered a connection error and is not queryable', 'unreachable'],
    ['Client was closed and is not queryable', 'unreachable'],
    ['Cannot use a pool after calling end on the pool', 'refused'],
    ['The server does not support SSL connections', 'refused'],
    ['Transaction is closed', 'outside'],
    ['Transaction is already rolled back', 'outside'],
    ['PGlite is closed', 'refused'],
    ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'refused'],
    ['something new', 'lost'],
  ])('without a code: "%s" means %s', (message, kind) => {
    expect(pgKind(new Error(message))).toBe(kind)
  })

  it.each([
    ['server closed the connection unexpectedly', 'lost'],
    ['query_wait_timeout', 'unready'],
    ['server login has been failing, cached error: connection refused', 'unready'],
    ['pgbouncer cannot connect to server', 'unready'],
  ])(
    'comes from PgBouncer where it ends the connection with the code of a broken message: "%s" means %s',
    (message, kind) => {
      expect(pgKind(Object.assign(coded('08P01', message), { severity: 'FATAL' }))).toBe(kind)
      expect(pgKind(Object.assign(coded('08P01', message), { severity: 'ERROR' }))).toBe('refused')
    },
  )

  it.each([
    ['could not commit transaction for shard 102008 on any active node', 'lost'],
    ['SSL SYSCALL error: EOF detected', 'lost'],
    ['failure on connection marked as essential: worker-2:5432', 'lost'],
    ['cache lookup failed for relation 16384', 'refused'],
  ])('comes from Citus without a state of its own: "%s" means %s', (message, kind) => {
    expect(pgKind(coded('XX000', message))).toBe(kind)
    expect(pgKind(new Error('Failed query', { cause: coded('XX000', message) }))).toBe(kind)
  })

  it('is found inside the error of an ORM', () => {
    expect(pgKind(new Error('Failed query', { cause: coded('23505') }))).toBe('duplicate')
    expect(pgKind(Object.assign(new Error('sequelize'), { original: coded('40P01') }))).toBe('contention')
    expect(pgKind(Object.assign(new Error('typeorm'), { driverError: coded('55P03') }))).toBe('contention')
  })

  it('is found three errors deep and no deeper, and in an error that is its own cause not at all', () => {
    const within = (depth: number): Error =>
      depth === 0 ? coded('23505') : new Error('Failed query', { cause: within(depth - 1) })
    expect([0, 1, 2, 3, 4].map((depth) => pgKind(within(depth)))).toEqual([...Array(4).fill('duplicate'), 'lost'])
    const circular = new Error('Failed query')
    circular.cause = circular
    expect(pgKind(circular)).toBe('lost')
    expect(pgKind(new Error('Failed query', { cause: null }))).toBe('lost')
  })

  it('is no code of Prisma, which looks like one', () => {
    expect(pgKind(coded('P2010'))).toBe('lost')
    expect(pgKind(Object.assign(coded('P2010'), { cause: coded('40001') }))).toBe('contention')
    expect(pgKind(coded('P0001'))).toBe('refused')
  })

  it('may be no error at all', () => {
    expect([undefined, null, 'text', 7, {}].map(pgKind)).toEqual(['lost', 'lost', 'lost', 'lost', 'lost'])
  })
})

describe('mysqlKind: an error of MySQL and MariaDB', () => {
  it.each([
    ['duplicate', [1062, 1586]],
    ['contention', [1213, 1205, 1020, 1615, 1637, 3101, 3572]],
    ['unreachable', [1040, 1129, 1135, 1203, 1226, 1317, 1461, 1969, 2002, 2003, 2005, 3024, 9001]],
    ['unready', [1047, 1290, 1836]],
    ['lost', [1053, 1152, 1158, 1159, 1160, 1161, 1180, 1184, 1927, 2006, 2013, 2055, 3100, 3169, 4031]],
    ['unmigrated', [1146, 1054]],
    ['refused', [1792, 1114, 1021, 1142, 1406, 1264, 4025, 3819, 1045]],
  ])('means %s: %j', (kind, numbers) => {
    expect(numbers.map((number) => [number, mysqlKind(numbered(number))])).toEqual(
      numbers.map((number) => [number, kind]),
    )
  })

  it.each([
    ['--read-only', 'unready'],
    ['--super-read-only', 'unready'],
    ['--secure-file-priv', 'refused'],
    ['--skip-grant-tables', 'refused'],
  ])('distinguishes a standby from a server that is read-only for good: %s means %s', (option, kind) => {
    const message = `The MySQL server is running with the ${option} option so it cannot execute this statement`
    expect(mysqlKind(numbered(1290, message))).toBe(kind)
  })

  it('distinguishes a savepoint that is gone from a function that does not exist', () => {
    expect(mysqlKind(numbered(1305, 'SAVEPOINT hp_call does not exist'))).toBe('outside')
    expect(mysqlKind(numbered(1305, 'FUNCTION things does not exist'))).toBe('refused')
  })

  it.each([
    [Object.assign(coded('ECONNREFUSED'), { errno: -111 }), 'unreachable'],
    [Object.assign(coded('ECONNRESET'), { errno: -104 }), 'lost'],
    [coded('PROTOCOL_CONNECTION_LOST'), 'lost'],
    [coded('EPIPE'), 'lost'],
    [new Error("Can't add new command when connection is in closed state"), 'unreachable'],
    [new Error('Queue limit reached.'), 'unreachable'],
    [new Error('No connections available.'), 'unreachable'],
    [new Error('Pool is closed.'), 'refused'],
    [undefined, 'lost'],
  ])('without a number: %o means %s', (error, kind) => {
    expect(mysqlKind(error)).toBe(kind)
  })
})
