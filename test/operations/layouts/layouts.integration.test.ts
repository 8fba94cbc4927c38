/** Layouts of CSV files and spreadsheets that people store, over memory and every database. */
import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import { readCsvStatement, readStatement, readXlsxStatement } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { minute, refusal, start, testService } from '../../support/service.js'

const mapping = {
  columns: { valueDate: 'Date', amount: 'Amount', narration: ['Text', { name: 'Text', nth: 2 }] },
  dates: ['dd/MM/yyyy'],
  timeZone: 'Africa/Addis_Ababa',
  currency: 'ETB',
}
const other = { ...mapping, decimal: ',' } as const
const by = { actor: 'amina' }

function declareLayoutTests(open: () => PaymentRepository): void {
  it('layouts.create: a layout is found by its name, with who made it and when, and its name is taken', async () => {
    const { payments } = testService({ repository: open() })
    const layout = await payments.layouts.create(
      { name: 'cbe', mapping: { ...mapping, decimal: undefined } as never },
      by,
    )
    expect(layout).toEqual({
      name: 'cbe',
      version: 1,
      mapping,
      digests: { csv: readCsvStatement('', mapping).layout, xlsx: readXlsxStatement('', mapping).layout },
      createdBy: 'amina',
      createdAt: start,
    })
    expect(await payments.layouts.get('cbe')).toEqual(layout)
    const { details } = await refusal(
      payments.layouts.create({ name: 'cbe', mapping: other }, { actor: 'dawit' }),
      'layout_conflict',
    )
    expect(details).toEqual({ layout: 'cbe' })
    expect(await payments.layouts.history('cbe')).toEqual([layout])
  })

  it('layouts.replace: the next version takes the place, and imports still name the one before', async () => {
    const { payments, clock } = testService({ repository: open() })
    const first = await payments.layouts.create({ name: 'cbe', mapping }, by)
    const text = 'Date,Amount,Text,Text\n20/11/2026,"1,500.00",INV-1,a\n'
    const layouts = { cbe: first.mapping }
    const options = { account: 'cbe-1000' }
    const { layout } = await payments.statements.import(readStatement(text, { layout: 'cbe', layouts }), options)
    clock.advance(minute)
    const second = await payments.layouts.replace('cbe', { mapping: other }, { actor: 'dawit' })
    expect([second.version, second.createdBy, second.mapping]).toEqual([2, 'dawit', other])
    expect(await payments.layouts.replace('cbe', { mapping: other }, by)).toEqual(second)
    expect(await payments.layouts.get('cbe')).toEqual(second)
    expect(await payments.layouts.history('cbe')).toEqual([first, second])
    expect(await payments.layouts.byDigest(layout!)).toEqual(first)
    expect(await payments.layouts.byDigest(second.digests.xlsx)).toEqual(second)
  })

  it('layouts.replace: of many at once each is a version, and none is lost', async () => {
    const { payments } = testService({ repository: open() })
    await payments.layouts.create({ name: 'cbe', mapping }, by)
    const calls = Array.from({ length: 5 }, (_, i) =>
      payments.layouts.replace('cbe', { mapping: { ...mapping, sheet: `s${i}` } }, { actor: `clerk-${i}` }),
    )
    const versions = (await Promise.all(calls)).map(({ version }) => version)
    expect(versions.sort()).toEqual([2, 3, 4, 5, 6])
    const made = await payments.layouts.history('cbe')
    expect(made.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await payments.layouts.get('cbe')).toEqual(made.at(-1))
  })

  it('layouts.list: pages of any size give each layout in use once, by name', async () => {
    const { payments } = testService({ repository: open() })
    for (const name of ['b', 'a', 'C.1', '_']) await payments.layouts.create({ name, mapping }, by)
    await payments.layouts.replace('b', { mapping: other }, by)
    const names: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await payments.layouts.list({ limit: 1, cursor })
      names.push(...page.items.map(({ name, version }) => `${name} ${version}`))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(names).toEqual(['C.1 1', '_ 1', 'a 1', 'b 2'])
  })
}

describe('memoryRepository: layouts', () => {
  declareLayoutTests(memoryRepository)

  it('layouts.create: a wrong mapping is refused with the reason of the reader', async () => {
    const { payments } = testService()
    const create = (request: object, options: object = by) =>
      payments.layouts.create(request as never, options as never)
    const messageOf = async (request: object, options?: object) =>
      (await refusal(create(request, options), 'invalid_request')).details.issues.map(
        ({ path, message }) => `${path} ${message}`,
      )
    expect(await messageOf({ name: 'cbe', mapping: { ...mapping, dates: ['dd/MM'] } })).toEqual([
      expect.stringContaining('mapping is wrong: dates[0] must have day, month and year'),
    ])
    expect(await messageOf({ name: 'cbe', mapping: [] })).toEqual([
      'mapping must be an object, as CsvMapping describes it',
    ])
    expect(await messageOf({ name: 'a b', mapping })).toEqual([
      'name must be 1 to 64 characters of A-Z, a-z, 0-9, _, . and -',
    ])
    expect(await messageOf({ name: 'camt', mapping })).toEqual(['name is the name of a format: choose another name'])
    expect(
      await messageOf({ name: 'cbe', mapping: { ...mapping, otherNames: { Date: ['x'.repeat(70_000)] } } }),
    ).toEqual(['mapping must have at most 65536 characters as JSON'])
    expect(await messageOf({ name: 'cbe', mapping }, {})).toEqual(['actor is required'])
  })

  it('layouts.get: unknown names and texts that are none give nothing', async () => {
    const { payments } = testService()
    expect(await payments.layouts.get('cbe')).toBeNull()
    expect(await payments.layouts.get('\u0000 ')).toBeNull()
    expect(await payments.layouts.history('../x')).toEqual([])
    expect(await payments.layouts.byDigest('0'.repeat(64))).toBeNull()
    expect(await payments.layouts.byDigest('cbe')).toBeNull()
    await refusal(payments.layouts.replace('cbe', { mapping }, by), 'layout_not_found')
  })
})

onEach(kinds, 'sqlRepository: layouts', (entry) => {
  const database = migrated(entry)
  declareLayoutTests(() => repositoryOn(database()))
})
