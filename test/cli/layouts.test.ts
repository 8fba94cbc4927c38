import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StatementImport } from 'hospital-payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importCommand } from '../../src/cli/commands/import.js'
import { layoutsCommand } from '../../src/cli/commands/layouts.js'
import { start, testService } from '../support/service.js'
import { callCommand } from './support/call.js'
import { jsonLines } from './support/io.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hospital-payments-layouts-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function written(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

const mapping = {
  columns: { valueDate: 'Day', amount: 'Sum', narration: 'Text' },
  dates: ['dd/MM/yyyy'],
  timeZone: 'Africa/Nairobi',
  currency: 'KES',
}
const other = { ...mapping, decimal: ',' }
const amina = ['--actor', 'amina']
const csv = 'Day,Sum,Text\n03/11/2026,"1,500.00",INV-1\n'

function withService() {
  const { payments } = testService()
  const run = (...args: string[]) => callCommand(layoutsCommand, payments, args)
  const store = (name: string, value: unknown, ...more: string[]) =>
    run(name, '--store', written('layout.json', JSON.stringify(value)), ...amina, ...more)
  return { payments, run, store }
}

describe('hospital-payments layouts', () => {
  it('stores a mapping under a name, puts another in its place, and lists who made which version', async () => {
    const { run, store, payments } = withService()
    expect((await run()).stdout).toBe('No layouts.\n')
    expect((await store('kcb', mapping)).stdout).toBe('Stored kcb, version 1.\n')
    expect((await store('kcb', other)).stdout).toBe('Stored kcb, version 2.\n')
    const [layout] = jsonLines((await store('awash', mapping, '--json')).stdout)
    expect(layout).toEqual(await payments.layouts.get('awash'))
    expect((await run()).stdout.split('\n').map((row) => row.trim().split(/ {2,}/))).toEqual([
      ['name', 'version', 'by', 'since'],
      ['awash', '1', 'amina', start],
      ['kcb', '2', 'amina', start],
      [''],
    ])
    expect(jsonLines((await run('--json')).stdout)).toEqual((await payments.layouts.list()).items)
    expect((await payments.layouts.history('kcb')).map((one) => one.mapping)).toEqual([mapping, other])
  })

  it('writes the JSON of one, which it stores again as it is', async () => {
    const { run, store, payments } = withService()
    await store('kcb', mapping)
    const { stdout } = await run('kcb')
    expect(JSON.parse(stdout)).toEqual(mapping)
    const file = written('copy.json', stdout)
    expect((await run('copy', '--store', file, ...amina)).stdout).toBe('Stored copy, version 1.\n')
    // The same mapping makes no version.
    expect((await run('kcb', '--store', file, ...amina)).stdout).toBe('Stored kcb, version 1.\n')
    expect((await payments.layouts.get('copy'))?.mapping).toEqual(mapping)
  })

  it('refuses an unknown name, and a mapping that reads no file', async () => {
    const { run, store, payments } = withService()
    await expect(run('kcb')).rejects.toMatchObject({ code: 'layout_not_found' })
    await expect(store('kcb', { ...mapping, columns: {} })).rejects.toThrow(/^--store: .*CSV mapping is wrong/)
    await expect(store('no good name', mapping)).rejects.toMatchObject({ code: 'invalid_request' })
    expect((await payments.layouts.list()).items).toEqual([])
  })

  it.each([
    [
      ['--store', 'a.json', ...amina],
      'NAME is required with --store, such as: layouts cbe --store cbe.json --actor amina',
    ],
    [['kcb', ...amina], '--actor is for --store.'],
  ])('refuses %j', async (args, message) => {
    await expect(withService().run(...args)).rejects.toMatchObject({ message })
  })

  it('refuses to store without an actor, and a file that is not there', async () => {
    const { run } = withService()
    const file = written('layout.json', JSON.stringify(mapping))
    await expect(run('kcb', '--store', file)).rejects.toMatchObject({
      message: '--actor is required, such as --actor amina',
    })
    await expect(run('kcb', '--store', join(folder, 'none.json'), ...amina)).rejects.toThrow(/cannot be read/)
  })
})

describe('hospital-payments import: stored layouts', () => {
  it('are found by their names and by the columns of a file', async () => {
    const { payments, store } = withService()
    await store('kcb', mapping)
    const file = written('november.csv', csv)
    const args = [file, '--account', 'kcb-1', '--json']
    for (const chosen of [['--layout', 'kcb'], []]) {
      const { stdout } = await callCommand(importCommand, payments, [...args, ...chosen])
      const [preview] = jsonLines(stdout) as StatementImport[]
      expect(preview).toMatchObject({ rejectedCount: 0, lines: [{ currency: 'KES', count: 1 }] })
      expect((await payments.layouts.byDigest(preview!.layout!))?.name).toBe('kcb')
    }
    const refused = callCommand(importCommand, payments, [...args, '--layout', 'equity'])
    await expect(refused).rejects.toThrow(/^--layout is one of .*kcb.*, or a FILE\.json\.$/)
  })
})
