import { type Ask, expected, type Finding, isAtLeast } from './finding.js'

export async function checkSqlite(ask: Ask): Promise<Finding[]> {
  const [version] = (await ask('SELECT sqlite_version()')).map(String)
  const [encoding] = (await ask('PRAGMA encoding')).map(String)
  const [journal] = (await ask('PRAGMA journal_mode')).map(String)
  return [
    expected(isAtLeast(version!, [3, 38]), {
      name: 'server',
      found: `SQLite ${version}, within this process`,
      todo: 'use a driver with SQLite 3.38 or later',
    }),
    expected(encoding === 'UTF-8', {
      name: 'encoding',
      found: encoding!,
      todo: 'make the file anew, with PRAGMA encoding UTF-8',
    }),
    expected(journal === 'wal', {
      name: 'journal',
      found: journal!,
      status: 'warning',
      todo: 'npx hospital-payments migrate sets WAL: without it, readers and writers wait for each other',
    }),
  ]
}
