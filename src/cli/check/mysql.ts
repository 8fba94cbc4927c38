import { type Ask, expected, type Finding, isAtLeast } from './finding.js'

/** The level of isolation: MariaDB has one name for it and MySQL another; each reads its own comment. */
const isolationName = '/*M!100000 @@tx_isolation */ /*!80000 @@transaction_isolation */'
const minPacket = 2 ** 20

export async function checkMysql(ask: Ask): Promise<Finding[]> {
  const row = await ask(
    'SELECT VERSION(), @@read_only, @@autocommit, @@character_set_client, @@max_allowed_packet, ' +
      `@@innodb_flush_log_at_trx_commit, @@log_bin, @@sync_binlog, ${isolationName}`,
  )
  const [version = '', readOnly, autocommit, charset, packet, flush, binlog, sync, isolation] = row.map(String)
  const isMariadb = /mariadb/i.test(version)
  const keeps = flush === '1' && (binlog === '0' || sync === '1')
  return [
    expected(isAtLeast(version, isMariadb ? [10, 6] : [8, 0, 16]), {
      name: 'server',
      found: `${isMariadb ? 'MariaDB' : 'MySQL'} ${version}`,
      todo: 'use MariaDB 10.6 or later, or MySQL 8.0.16 or later',
    }),
    expected(readOnly === '0' || readOnly === 'OFF', {
      name: 'writes',
      found: readOnly === '0' || readOnly === 'OFF' ? 'allowed' : 'this server is read-only',
      todo: 'use the address of the primary server',
    }),
    expected(charset === 'utf8mb4', {
      name: 'encoding',
      found: charset!,
      todo: 'leave the charset of mysql2 at utf8mb4: no charset in the URL',
    }),
    expected(autocommit === '1' && isolation !== 'READ-UNCOMMITTED', {
      name: 'isolation',
      found: `autocommit ${autocommit}, ${isolation}`,
      status: 'warning',
      todo: 'leave autocommit on, and do not read uncommitted rows: otherwise each read takes three round trips',
    }),
    expected(Number(packet) >= minPacket, {
      name: 'packets',
      found: `max_allowed_packet ${packet}`,
      todo: 'set max_allowed_packet to at least 1 MiB',
    }),
    expected(keeps, {
      name: 'durability',
      found: keeps ? 'a power cut loses nothing' : `innodb_flush_log_at_trx_commit ${flush}, sync_binlog ${sync}`,
      status: 'warning',
      todo: 'set innodb_flush_log_at_trx_commit and sync_binlog to 1: otherwise a power cut may lose payments',
    }),
  ]
}

/** Checks the right to make triggers, before `migrate` makes them. */
export async function checkMysqlTriggers(ask: Ask): Promise<Finding> {
  const [log, trust] = (await ask('SELECT @@log_bin, @@log_bin_trust_function_creators')).map(String)
  return expected(log === '0' || trust === '1', {
    name: 'right to create',
    found:
      log === '0' || trust === '1'
        ? 'not restricted by the binary log'
        : 'triggers may take SUPER, because of the binary log',
    status: 'warning',
    todo: 'where migrate refuses: set log_bin_trust_function_creators to 1, or migrate --no-guards',
  })
}

/** The statement that reads the epoch milliseconds of the server. */
export const mysqlClock = "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6)) DIV 1000"
