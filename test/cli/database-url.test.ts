import { describe, expect, it } from 'vitest'
import { readDatabaseUrl, redactorOf } from '../../src/cli/database-url.js'
import { UsageError } from '../../src/cli/failures.js'

describe('readDatabaseUrl', () => {
  it.each([
    ['postgres://u:pw@db:5433/billing?sslmode=require', 'postgres', 'postgres://db:5433/billing'],
    ['postgresql://db/billing', 'postgres', 'postgres://db/billing'],
    ['mysql://u:pw@db/billing', 'mysql', 'mysql://db/billing'],
    ['MariaDB://u:pw@db/billing', 'mysql', 'mysql://db/billing'],
    ['hospital.db', 'sqlite', 'hospital.db'],
    ['./data/hospital.db', 'sqlite', './data/hospital.db'],
    ['C:\\data\\hospital.db', 'sqlite', 'C:\\data\\hospital.db'],
    ['file:///data/hospital%20a.db', 'sqlite', '/data/hospital a.db'],
  ])('%s is %s', (text, dialect, description) => {
    expect(readDatabaseUrl(text)).toMatchObject({ dialect, shown: description })
  })

  it('passes the target to the driver whole, under a name that shows no password', () => {
    expect(readDatabaseUrl('mariadb://u:pw@db/x?charset=utf8mb4').target).toBe('mysql://u:pw@db/x?charset=utf8mb4')
    expect(readDatabaseUrl('postgresql://u:pw@db/x').target).toBe('postgresql://u:pw@db/x')
  })

  it('refuses a database in memory: what a command wrote there would be gone when it ends', () => {
    for (const text of [':memory:', 'file::memory:', 'file::memory:?cache=shared', ''])
      expect(() => readDatabaseUrl(text)).toThrow(/is lost when the command ends/)
  })

  it('refuses a URL of another kind, or one that cannot be read, without its password', () => {
    for (const text of ['mongodb://u:s3cret@h/x', 'postgres:u:s3cret@h', 'postgres://u:s3cret#/@h:x/y']) {
      const refusal = () => readDatabaseUrl(text)
      expect(refusal).toThrow('postgres://…, mysql://… or the path of a SQLite file')
      expect(refusal).not.toThrow(/s3cret/)
    }
  })
})

describe('readDatabaseUrl: a URL that was spoilt', () => {
  it.each([
    `"postgres://u:s3cret@h/x"`,
    `'mysql://u:s3cret@h/x'`,
    ' postgres://u:s3cret@h/x',
    'postgres//u:s3cret@h/x',
    '//u:s3cret@h/x',
    'u:s3cret@h/x',
    'u:s3cret@h',
    'h/x?user=u&password=s3cret',
    'host=h user=u password=s3cret',
    'Server=h;Uid=u;Pwd=s3cret;',
  ])('is no path of a file, and is not repeated: %s', (text) => {
    const refusal = () => readDatabaseUrl(text)
    expect(refusal).toThrow(UsageError)
    expect(refusal).toThrow('without quotes')
    expect(refusal).not.toThrow(/s3cret/)
  })

  it.each([
    'C:\\users\\amina@hospital\\x.db',
    'C:/users/amina@hospital/x.db',
    'clinic@home/x.db',
    'a b/2026-11-20 10:30.db',
  ])('differs from the path %s', (path) =>
    expect(readDatabaseUrl(path)).toMatchObject({ dialect: 'sqlite', target: path }),
  )

  it('is refused without the database of a MySQL server, before the driver connects', () => {
    for (const text of ['mysql://u:s3cret@h:3306', 'mariadb://u:s3cret@h/']) {
      expect(() => readDatabaseUrl(text)).toThrow(/names no database. Write it as mysql:\/\/user@host\/name/)
      expect(() => readDatabaseUrl(text)).not.toThrow(/s3cret/)
    }
  })
})

describe('redactorOf', () => {
  it('leaves out a password, however it is written', () => {
    const redact = redactorOf('postgres://u:s%40cret@h/x?password=0ther')
    const text = 'postgres://u:s%40cret@h/x?password=0ther refused s@cret, s%40cret and 0ther'
    expect(redact(text)).toBe('*** refused ***, *** and ***')
  })

  it('leaves a text as it is where there is no password', () => {
    expect(redactorOf(undefined)('a')).toBe('a')
    expect(redactorOf('hospital.db')('hospital.db')).toBe('hospital.db')
  })
})
