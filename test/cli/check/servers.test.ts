import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/cli/check/finding.js'
import { checkMysql, checkMysqlTriggers } from '../../../src/cli/check/mysql.js'
import { checkPostgres, checkPostgresCreation } from '../../../src/cli/check/postgres.js'
import { checkSqlite } from '../../../src/cli/check/sqlite.js'

/** Returns a server that has these settings: each statement is answered with the next row. */
function server(...rows: unknown[][]) {
  return async () => rows.shift() ?? []
}

const ok = (name: string, text: string): Finding => ({ name, status: 'ok', found: text })

/** Returns the findings of `well`, with one of them replaced by a finding of the same name. */
function differing(well: readonly Finding[], wrong: Finding): Finding[] {
  return well.map((finding) => (finding.name === wrong.name ? wrong : finding))
}

describe('checkMysql and checkMysqlTriggers', () => {
  const settings = {
    version: '10.11.6-MariaDB',
    readOnly: 0,
    autocommit: 1,
    charset: 'utf8mb4',
    packet: 2 ** 20,
    flush: 1,
    binlog: 0,
    sync: 0,
    isolation: 'READ-COMMITTED',
  }
  const well = [
    ok('server', 'MariaDB 10.11.6-MariaDB'),
    ok('writes', 'allowed'),
    ok('encoding', 'utf8mb4'),
    ok('isolation', 'autocommit 1, READ-COMMITTED'),
    ok('packets', 'max_allowed_packet 1048576'),
    ok('durability', 'a power cut loses nothing'),
  ]
  const findings = (changed: Partial<Record<keyof typeof settings, unknown>> = {}) =>
    checkMysql(server(Object.values({ ...settings, ...changed })))

  it('every finding is ok where the settings are right', async () => {
    expect(await findings()).toEqual(well)
    expect(await findings({ readOnly: 'OFF', packet: 2 ** 24, binlog: 1, sync: 1 })).toEqual(
      differing(well, ok('packets', 'max_allowed_packet 16777216')),
    )
    const mysql = { version: '8.0.16', isolation: 'REPEATABLE-READ' }
    expect(await findings(mysql)).toEqual(
      differing(differing(well, ok('server', 'MySQL 8.0.16')), ok('isolation', 'autocommit 1, REPEATABLE-READ')),
    )
  })

  it.each([
    ['10.5.23-MariaDB', 'MariaDB 10.5.23-MariaDB'],
    ['8.0.15', 'MySQL 8.0.15'],
    ['5.7.44', 'MySQL 5.7.44'],
  ])('name a problem of %s', async (version, text) => {
    const todo = 'use MariaDB 10.6 or later, or MySQL 8.0.16 or later'
    expect(await findings({ version })).toEqual(
      differing(well, { name: 'server', status: 'problem', found: text, todo }),
    )
  })

  it.each(['10.6.0-MariaDB', '11.4.2-MariaDB-log', '8.1.0', '9.0.1'])('name no problem of %s', async (version) => {
    expect((await findings({ version })).map(({ status }) => status)).toEqual(Array(6).fill('ok'))
  })

  it.each([1, 'ON', 'NO_LOCK'])('name a problem where read_only is %s', async (readOnly) => {
    expect(await findings({ readOnly })).toEqual(
      differing(well, {
        name: 'writes',
        status: 'problem',
        found: 'this server is read-only',
        todo: 'use the address of the primary server',
      }),
    )
  })

  it.each([
    [
      { charset: 'latin1' },
      'encoding',
      'problem',
      'latin1',
      'leave the charset of mysql2 at utf8mb4: no charset in the URL',
    ],
    [
      { packet: 2 ** 20 - 1 },
      'packets',
      'problem',
      'max_allowed_packet 1048575',
      'set max_allowed_packet to at least 1 MiB',
    ],
  ] as const)('name a problem: %o', async (changed, name, status, text, todo) => {
    expect(await findings(changed)).toEqual(differing(well, { name, status, found: text, todo }))
  })

  it.each([
    [{ autocommit: 0 }, 'autocommit 0, READ-COMMITTED'],
    [{ isolation: 'READ-UNCOMMITTED' }, 'autocommit 1, READ-UNCOMMITTED'],
  ])('warn of %o', async (changed, text) => {
    const todo = 'leave autocommit on, and do not read uncommitted rows: otherwise each read takes three round trips'
    expect(await findings(changed)).toEqual(
      differing(well, { name: 'isolation', status: 'warning', found: text, todo }),
    )
  })

  it.each([
    [{ flush: 2 }, 'innodb_flush_log_at_trx_commit 2, sync_binlog 0'],
    [{ flush: 0, sync: 1 }, 'innodb_flush_log_at_trx_commit 0, sync_binlog 1'],
    [{ binlog: 1, sync: 0 }, 'innodb_flush_log_at_trx_commit 1, sync_binlog 0'],
    [{ binlog: 1, sync: 100 }, 'innodb_flush_log_at_trx_commit 1, sync_binlog 100'],
  ])('warn where a power cut may lose payments: %o', async (changed, text) => {
    const todo = 'set innodb_flush_log_at_trx_commit and sync_binlog to 1: otherwise a power cut may lose payments'
    expect(await findings(changed)).toEqual(
      differing(well, { name: 'durability', status: 'warning', found: text, todo }),
    )
  })

  it.each([
    [0, 0],
    [0, 1],
    [1, 1],
  ])('triggers can be made: log_bin %i, log_bin_trust_function_creators %i', async (log, trust) => {
    expect(await checkMysqlTriggers(server([log, trust]))).toEqual(
      ok('right to create', 'not restricted by the binary log'),
    )
  })

  it('warn that triggers may need a right that few users have', async () => {
    expect(await checkMysqlTriggers(server([1, 0]))).toEqual({
      name: 'right to create',
      status: 'warning',
      found: 'triggers may take SUPER, because of the binary log',
      todo: 'where migrate refuses: set log_bin_trust_function_creators to 1, or migrate --no-guards',
    })
  })
})

describe('checkPostgres and checkPostgresCreation', () => {
  const settings = {
    version: '14.0',
    encoding: 'UTF8',
    readOnly: 'off',
    isolation: 'read committed',
    fsync: 'on',
    pages: 'on',
    commit: 'on',
    recovering: 'false',
  }
  const well = [
    ok('server', 'PostgreSQL 14.0'),
    ok('writes', 'allowed'),
    ok('encoding', 'UTF8'),
    ok('isolation', 'read committed'),
    ok('durability', 'a power cut loses nothing'),
  ]
  const findings = (changed: Partial<typeof settings> = {}) =>
    checkPostgres(server(Object.values({ ...settings, ...changed })))

  it('every finding is ok where the settings are right', async () => {
    expect(await findings()).toEqual(well)
    expect(await findings({ version: '18.1 (Debian 18.1-1)', commit: 'remote_apply' })).toEqual(
      differing(well, ok('server', 'PostgreSQL 18.1 (Debian 18.1-1)')),
    )
  })

  const writes = 'use the address of the primary server, and a user whose default_transaction_read_only is off'
  it.each([
    [{ version: '13.22' }, 'server', 'PostgreSQL 13.22', 'use PostgreSQL 14 or later'],
    [{ recovering: 'true' }, 'writes', 'this server is a standby', writes],
    [{ recovering: 'true', readOnly: 'on' }, 'writes', 'this server is a standby', writes],
    [{ readOnly: 'on' }, 'writes', 'read-only', writes],
    [{ encoding: 'SQL_ASCII' }, 'encoding', 'SQL_ASCII', 'create the database WITH ENCODING UTF8'],
  ])('name a problem: %o', async (changed, name, text, todo) => {
    expect(await findings(changed)).toEqual(differing(well, { name, status: 'problem', found: text, todo }))
  })

  const ofCitus = (...workers: unknown[]) => checkPostgres(server([...Object.values(settings), '13.2-1'], workers))

  it('the workers of Citus are well where each of them limits the wait for a lock', async () => {
    expect(await ofCitus('8s')).toEqual([...well, ok('workers', 'Citus 13.2-1, lock_timeout 8s')])
  })

  it.each([
    ['0, 8s', 'Citus 13.2-1, lock_timeout 0, 8s'],
    ['0', 'Citus 13.2-1, lock_timeout 0'],
    [null, 'Citus 13.2-1, lock_timeout of no worker'],
  ])('warn of a worker of Citus that lets a write wait for ever: %s', async (limits, text) => {
    expect((await ofCitus(limits)).at(-1)).toEqual({
      name: 'workers',
      status: 'warning',
      found: text,
      todo: 'set lock_timeout on every worker to less than timeoutMs, such as 8s: otherwise a write that waits for a lock there ends as outcome_unknown',
    })
  })

  it('warn of another level of isolation', async () => {
    expect(await findings({ isolation: 'serializable' })).toEqual(
      differing(well, {
        name: 'isolation',
        status: 'warning',
        found: 'serializable',
        todo: 'leave default_transaction_isolation at read committed: otherwise each call takes three round trips in place of one',
      }),
    )
  })

  it.each([
    [{ fsync: 'off' }, 'fsync off, full_page_writes on, synchronous_commit on'],
    [{ pages: 'off' }, 'fsync on, full_page_writes off, synchronous_commit on'],
    [{ commit: 'off' }, 'fsync on, full_page_writes on, synchronous_commit off'],
  ])('warn where a power cut may lose payments: %o', async (changed, text) => {
    const todo = 'set fsync, full_page_writes and synchronous_commit to on: otherwise a power cut may lose payments'
    expect(await findings(changed)).toEqual(
      differing(well, { name: 'durability', status: 'warning', found: text, todo }),
    )
  })

  it('say where tables would be made, and who may not make them', async () => {
    expect(await checkPostgresCreation(server(['public', 'true']))).toEqual(ok('right to create', 'in schema public'))
    const todo = 'GRANT CREATE ON SCHEMA to this user, or migrate as its owner'
    const refused = { name: 'right to create', status: 'problem', todo }
    expect(await checkPostgresCreation(server(['public', 'false']))).toEqual({
      ...refused,
      found: 'none in schema public',
    })
    expect(await checkPostgresCreation(server([null, 'false']))).toEqual({
      ...refused,
      found: 'no schema of the search_path is there',
    })
  })
})

describe('checkSqlite', () => {
  const findings = (version = '3.45.1', encoding = 'UTF-8', journal = 'wal') =>
    checkSqlite(server([version], [encoding], [journal]))
  const well = [ok('server', 'SQLite 3.45.1, within this process'), ok('encoding', 'UTF-8'), ok('journal', 'wal')]

  it('every finding is ok where the settings are right', async () => {
    expect(await findings()).toEqual(well)
    expect((await findings('3.38.0')).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok'])
  })

  it('names a problem of an old library, another encoding and another journal', async () => {
    expect(await findings('3.37.2', 'UTF-16le', 'delete')).toEqual([
      {
        name: 'server',
        status: 'problem',
        found: 'SQLite 3.37.2, within this process',
        todo: 'use a driver with SQLite 3.38 or later',
      },
      {
        name: 'encoding',
        status: 'problem',
        found: 'UTF-16le',
        todo: 'make the file anew, with PRAGMA encoding UTF-8',
      },
      {
        name: 'journal',
        status: 'warning',
        found: 'delete',
        todo: 'npx hospital-payments migrate sets WAL: without it, readers and writers wait for each other',
      },
    ])
  })
})
