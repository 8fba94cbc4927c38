import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHospitalPayments, textChannel } from 'hospital-payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../src/cli/run.js'
import {
  libsql,
  mariadb,
  onEach,
  opened,
  postgres,
  systemPostgres,
  type TestDatabase,
} from '../support/databases/index.js'
import { repositoryOn } from '../support/databases/repository.js'
import { freePort } from '../support/databases/free-port.js'
import { collect, request } from '../support/service.js'
import { jsonLines, testIo } from './support/io.js'

const urlOf = (database: TestDatabase) => ('url' in database ? database.url : 'file' in database ? database.file : '')

/** Runs the program within this process. */
async function hp(args: readonly string[], env: Record<string, string> = {}, folder = process.cwd()) {
  const io = testIo({ env, folder })
  const code = await run(args, io)
  return { code, stdout: io.stdout.text, stderr: io.stderr.text }
}

const sample = 'test/statements/samples/mpesa-organisation.csv'

onEach([postgres, systemPostgres, mariadb, libsql], 'hospital-payments', (entry) => {
  const database = opened(entry)
  const on = (...args: string[]) => hp(args, { HP_DATABASE_URL: urlOf(database()), HP_TIME_ZONE: 'Africa/Nairobi' })

  it('names migrate while there are no tables, makes them, and checks that all is well', async () => {
    for (const args of [['totals'], ['lines'], ['export'], ['import', sample, '--account', 'a']]) {
      const { code, stdout, stderr } = await on(...args)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain('To do: npx hospital-payments migrate')
    }
    const before = await on('check')
    expect(before.code).toBe(1)
    expect(before.stdout).toMatch(/problem +tables +to be applied: 0001_tables/)
    expect(before.stderr).toBe('hospital-payments: 1 problem\ntables: npx hospital-payments migrate\n')

    const made = await on('migrate', '--json')
    expect(jsonLines(made.stdout)).toEqual([{ applied: expect.arrayContaining(['0001_tables', '0002_guards']) }])
    expect((await on('migrate')).stdout).toBe('The tables are up to date.\n')

    const after = await on('check', '--json')
    expect(jsonLines(after.stdout)).toMatchObject([{ ok: true }])
    const [{ checks }] = jsonLines(after.stdout) as [{ checks: { name: string; status: string; found: string }[] }]
    expect(checks.filter(({ status }) => status === 'problem')).toEqual([])
    const findings = Object.fromEntries(checks.map(({ name, found }) => [name, found]))
    expect(findings).toMatchObject({
      tables: 'up to date',
      rights: 'all that calls need',
      'time zone': 'Africa/Nairobi',
    })
    if (entry !== libsql) expect(findings['clocks']).toBe('this machine and the server agree')
    expect(after.code).toBe(0)
  })

  it('imports, lists, counts and exports what the service stored there', async () => {
    await on('migrate')
    const payments = createHospitalPayments({
      repository: repositoryOn(database(), { tenant: 'default' }),
      channels: { 'mobile-banking': textChannel('Pay {reference}.') },
      timeZone: 'Africa/Nairobi',
    })
    await payments.createPayment(request({ reference: 'INV-2026-0101', amount: 100_000_000, currency: 'KES' }))
    const preview = await on('import', sample, '--account', 'till')
    expect(preview.stdout).toMatch(/confirmed +credit +1 +1,000,000\.00 KES/)
    expect((await payments.totals()).items).toMatchObject([{ status: 'pending' }])

    const done = await on('import', sample, '--account', 'till', '--apply', '--json')
    expect(jsonLines(done.stdout)).toEqual((await payments.statements.list()).items)
    const totals = await on('totals', '--json')
    expect(jsonLines(totals.stdout)).toMatchObject([{ items: [{ status: 'succeeded', amount: '100000000' }] }])
    const settled = await on('lines', '--status', 'settled', '--json')
    expect(jsonLines(settled.stdout)).toMatchObject([{ reference: 'INV-2026-0101', outcome: 'confirmed' }])
    const csv = await on('export')
    expect(csv.stdout).toBe((await collect(payments.exportCsv())).join(''))
  })

  it('closes days in the zone of the last closing, where no zone is given', async () => {
    await on('migrate')
    const HP_DATABASE_URL = urlOf(database())
    const close = async (day: string, ...zone: string[]) => {
      const named = ['--account', 'till', '--day', day, '--actor', 'amina', '--json']
      return (await hp(['close', ...named, ...zone], { HP_DATABASE_URL })).stdout
    }
    await close('2025-01-14', '--time-zone', 'Africa/Nairobi')
    for (const day of ['2025-01-14', '2025-01-15']) {
      expect(jsonLines(await close(day))).toMatchObject([{ day, timeZone: 'Africa/Nairobi' }])
    }
  })

  it('keeps tenants and prefixes apart', async () => {
    await on('migrate')
    const other = await on('lines', '--tenant', 'clinic-2')
    expect(other.stdout).toBe('No lines.\n')
    const prefixed = await on('totals', '--table-prefix', 'other_')
    expect(prefixed.stderr).toContain('To do: npx hospital-payments migrate')
    const wrong = await on('totals', '--table-prefix', 'other-')
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('tablePrefix must be')])
    const zone = await on('totals', '--time-zone', 'Africa/Nowhere')
    expect([zone.code, zone.stderr]).toEqual([2, expect.stringContaining('timeZone must be')])
  })
})

onEach([postgres, mariadb, libsql], 'tenant', (entry) => {
  const database = opened(entry)
  const on = (...args: string[]) => hp(args, { HP_DATABASE_URL: urlOf(database()) })

  it('prints to standard error that nothing is stored under its name, where others have payments', async () => {
    await on('migrate')
    const ofTenant = (tenant: string) =>
      createHospitalPayments({
        repository: repositoryOn(database(), { tenant }),
        channels: { 'mobile-banking': textChannel('Pay {reference}.') },
      })
    await ofTenant('north').createPayment(request())
    const notice = (tenant: string, others: string) =>
      `hospital-payments: Nothing is stored for the tenant ${tenant}. This database has ${others}: ` +
      'name one of them with --tenant or HP_TENANT.\n'
    const misspelt = await on('totals', '--tenant', 'nort', '--json')
    expect(misspelt).toEqual({ code: 0, stdout: '{"items":[]}\n', stderr: notice('nort', 'north') })
    expect((await on('lines')).stderr).toBe(notice('default', 'north'))
    expect((await on('lines', '--tenant', 'north')).stderr).toBe('')
    expect((await on('import', sample, '--account', 'till', '--tenant', 'south', '--apply')).code).toBe(0)
    expect((await on('lines', '--tenant', 'south')).stderr).toBe('')
    await ofTenant('\na').createPayment(request())
    expect((await on('lines', '--tenant', 'nort')).stderr).toBe(notice('nort', '?a, north, south'))
    for (const name of ['a', 'b', 'c', 'd']) await ofTenant(name).createPayment(request())
    expect((await on('totals', '--tenant', 'NORTH')).stderr).toBe(notice('NORTH', '?a, a, b, c, d and more'))
  })
})

onEach([postgres, mariadb], 'hospital-payments check', (entry) => {
  const database = opened(entry)

  it('names the rights that a user lacks, and the guards that are missing, and prints no password', async () => {
    await hp(['migrate', '--no-guards'], { HP_DATABASE_URL: urlOf(database()) })
    const [user, password] = [`hp_${randomBytes(6).toString('hex')}`, 'pass word/1']
    const { rows, dialect } = database()
    const isMysql = dialect === 'mysql'
    const [{ name }] = (await rows(`SELECT ${isMysql ? 'DATABASE()' : 'current_database()'} AS name`)) as [
      { name: string },
    ]
    const account = isMysql ? `'${user}'@'%'` : user
    await rows(
      isMysql
        ? `CREATE USER ${account} IDENTIFIED BY '${password}'`
        : `CREATE ROLE ${user} LOGIN PASSWORD '${password}'`,
    )
    await rows(
      isMysql
        ? `GRANT SELECT, INSERT, UPDATE ON ${name}.* TO ${account}`
        : `GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO ${account}`,
    )
    try {
      const url = new URL(urlOf(database()))
      url.username = user
      url.password = encodeURIComponent(password)
      const { code, stdout, stderr } = await hp(['check', '--database', url.href])
      expect(stdout).toMatch(/problem +rights +refused: DELETE on hp_deliveries, DELETE on hp_line_notes/)
      expect(stdout).toMatch(/warning +guards/)
      expect(stdout).toMatch(/warning +time zone +UTC, because none was given/)
      expect(stderr).toContain('rights: GRANT SELECT, INSERT, UPDATE, DELETE')
      expect(stderr).not.toContain('SQLite')
      expect(code).toBe(1)
      expect(stdout + stderr).not.toMatch(/pass( |%20)word/)
    } finally {
      if (!isMysql) await rows(`DROP OWNED BY ${user}`)
      await rows(isMysql ? `DROP USER ${account}` : `DROP ROLE ${user}`)
    }
  })

  it('names a database that is not there, and a server that does not answer, in a few lines without a password', async () => {
    const url = new URL(urlOf(database()))
    url.password = 's3cret'
    url.pathname = '/hp_no_such_database'
    const lost = await hp(['check', '--database', url.href, '--json'])
    expect(lost.code).toBe(1)
    expect(jsonLines(lost.stdout)).toMatchObject([{ ok: false, checks: [{ name: 'connection', status: 'problem' }] }])
    expect(jsonLines(lost.stderr)).toMatchObject([{ error: { code: 'storage_unavailable' } }])
    url.port = String(await freePort())
    const silent = await hp(['totals', '--database', url.href])
    expect(silent.code).toBe(3)
    expect(silent.stderr).toContain('to do: check that the server is running, and that host and port are right.')
    expect(silent.stderr.split('\n').length).toBeLessThanOrEqual(9)
    expect([lost, silent].map(({ stdout, stderr }) => stdout + stderr).join()).not.toContain('s3cret')
  })
})

describe('hospital-payments', () => {
  let empty: string
  beforeAll(() => {
    empty = mkdtempSync(join(tmpdir(), 'hospital-payments-cli-'))
  })
  afterAll(() => rmSync(empty, { recursive: true }))

  it.each([
    ['postgres://u@127.0.0.1/x', 'pg'],
    ['mysql://u@127.0.0.1/x', 'mysql2'],
  ])('without the driver of %s, prints what to install', async (url, name) => {
    const { code, stderr } = await hp(['check'], { HP_DATABASE_URL: url }, empty)
    expect(code).toBe(1)
    expect(stderr).toContain(`needs the package ${name}, which ${empty} does not have.\nTo do: npm install ${name}`)
  })

  it('makes no file where there is none, except by migrate', async () => {
    for (const command of ['check', 'totals']) {
      const { code, stderr } = await hp([command, '--database', join(empty, 'lost.db')])
      expect(code).toBe(1)
      expect(stderr).toContain('make it with npx hospital-payments migrate')
    }
    const { stderr } = await hp(['migrate', '--database', join(empty, 'no', 'such', 'folder.db')])
    expect(stderr).toContain('cannot be opened')
    expect((await hp(['migrate', '--database', 'new.db', '--json'], {}, empty)).stderr).toMatch(
      /needs the package better-sqlite3|^$/,
    )
  })

  it('asks for a database, and knows its commands', async () => {
    const none = await hp(['totals'])
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('HP_DATABASE_URL')])
    const unknown = await hp(['pay'])
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('The commands are migrate, check, import'),
    ])
    const help = await hp(['--help'])
    expect([help.code, help.stderr]).toEqual([0, ''])
    expect(help.stdout).toContain('npx hospital-payments COMMAND --help')
    const version = await hp(['--version'])
    expect([version.code, version.stdout]).toEqual([0, '1.2.3-test\n'])
    const bare = await hp([])
    expect([bare.code, bare.stdout]).toEqual([2, ''])
  })
})
