import { fromSqlite, sqlRepository } from 'hospital-payments/sql'
import Database from 'libsql'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../src/cli/run.js'
import { fillNovember, rowsOf, hospitalOver } from '../tenants/support/november.js'
import { testIo } from './support/io.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hospital-payments-tenants-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function typed(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = testIo()
  const code = await run(args, io)
  return { code, stdout: io.stdout.text, stderr: io.stderr.text }
}

const now = '2024-06-01T06:00:00.000Z'

/** Makes the service of the tenant ward-4 over a file. */
function serviceOf(file: string, tablePrefix = 'hp_') {
  const repository = sqlRepository(fromSqlite(new Database(file)), { tenant: 'ward-4', tablePrefix })
  return { repository, payments: hospitalOver(repository, now, 7).payments }
}

describe('hospital-payments archive', () => {
  it('moves months; the other commands move a hospital to another database and erase it', async () => {
    const [from, into, file] = ['from.db', 'into.db', 'ward-4.jsonl'].map((name) => join(folder, name))
    for (const database of [from!, into!]) await typed('migrate', '--database', database)
    const { repository, payments } = serviceOf(from!)
    await fillNovember(repository)
    const of = ['--database', from!, '--tenant', 'ward-4']
    const before = await rowsOf(payments)

    const lines = await typed('export-tenant', ...of)
    writeFileSync(file!, lines.stdout)
    const stored = await typed('import-tenant', file!, '--database', into!, '--json')
    expect(JSON.parse(stored.stdout)).toEqual({ tenant: 'ward-4', rows: lines.stdout.split('\n').length - 3 })
    expect(await rowsOf(serviceOf(into!).payments)).toEqual(before)
    const again = await typed('import-tenant', file!, '--database', into!)
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('this one is there')])
    writeFileSync(file!, readFileSync(file!, 'utf8').slice(0, -30))
    expect(await typed('import-tenant', file!, '--database', into!)).toMatchObject({ code: 2 })

    const zone = ['--time-zone', 'Africa/Addis_Ababa']
    const moved = await typed('archive', ...of, ...zone, '--before', '2023-12-01', '--to', 'old_')
    expect(moved.stdout).toMatch(/^Moved 1\d payments, \d+ lines and \d+ events to the tables old_\*\.\n$/)
    const [kept, gone] = [await rowsOf(payments), await rowsOf(serviceOf(from!, 'old_').payments)]
    expect([...kept['payments']!, ...gone['payments']!].sort()).toEqual(before['payments'])
    for (const wrong of [
      ['--before', 'May'],
      ['--to', 'hp_'],
    ])
      expect(await typed('archive', ...of, ...zone, '--before', '2023-12-01', '--to', 'old_', ...wrong)).toMatchObject({
        code: 2,
      })

    for (const confirm of [[], ['--confirm', 'ward-5']])
      expect(await typed('erase-tenant', ...of, ...confirm)).toMatchObject({ code: 2, stdout: '' })
    expect(await typed('erase-tenant', '--database', from!, '--confirm', 'default')).toMatchObject({ code: 2 })
    expect(await rowsOf(payments)).toEqual(kept)
    const erased = await typed('erase-tenant', ...of, '--confirm', 'ward-4')
    expect(erased.stdout).toMatch(/^Deleted [\d,]+ rows of the tenant ward-4\.\n$/)
    expect(Object.values(await rowsOf(payments)).flat()).toEqual([])
  })
})
