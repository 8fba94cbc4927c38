/** Days and months of which lines are in an archive, as the desk shows them. */
import { amharic, french, swahili } from 'hospital-payments/desk'
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { archivedLines, carriedForward } from '../../src/repository/aggregates/archived-lines.js'
import { newRow } from '../../src/repository/aggregates/rows.js'
import { archive } from '../../src/tenants/archive/archive.js'
import { freshTenant, onEach, postgres } from '../support/databases/index.js'
import { migrated, repositoryOn, sqlOn } from '../support/databases/repository.js'
import { fillNovember, timeZone } from '../tenants/support/november.js'
import { deskOf, formsOf, openLine } from './support/desk.js'
import { tablesOf, textOf } from './support/outline.js'

const day = '/days/2026-11-20?account=cbe-1000'
const month = '/months?month=2026-11&account=cbe-1000'

/** Returns a repository without lines that were moved, whose remains it has. */
function without(repository: FinanceRepository, moved: ReadonlySet<string>): FinanceRepository {
  const isHere = ({ key }: { key: string }) => !moved.has(key)
  return {
    ...repository,
    findLines: async (keys) => (await repository.findLines(keys)).filter(isHere),
    pageLines: async (query) =>
      (await repository.pageLines({ ...query, limit: 500 })).filter(isHere).slice(0, query.limit),
    lineVersions: async (ofDay) => (await repository.lineVersions(ofDay)).filter(([key]) => !moved.has(key)),
    async *scanLines(query, signal) {
      for await (const lines of repository.scanLines(query, signal)) yield lines.filter(isHere)
    },
  }
}

/** Makes a desk of which a closed day has lines that are in an archive; one of them changed after the closing. */
async function archivedDesk(options: Parameters<typeof deskOf>[0] = {}, keeps = 0) {
  const memory = memoryRepository()
  const moved = new Set<string>()
  const repository = without(memory, moved)
  const desk = deskOf(options, { repository })
  const { payments } = desk
  const lines = [
    await openLine(payments, { row: 2, amount: 100_000 }),
    await openLine(payments, { row: 3, amount: 700, narration: 'second' }),
    await openLine(payments, { row: 4, amount: 50, narration: 'third' }),
  ]
  desk.clock.set('2026-11-21T09:00:00.000Z')
  const { currencies } = await payments.days.close({ account: 'cbe-1000', day: '2026-11-20', actor: 'hana' })
  const stays = lines.slice(lines.length - keeps)
  const gone = lines.slice(0, lines.length - keeps)
  const remains = gone.map(({ key: lineKey, account, importId, direction, amount, currency, valueDate }, at) =>
    newRow(archivedLines, {
      ...{ lineKey, account, importId, direction, amount, currency, valueDate, sessionId: null, digest: '0' },
      ...{ lineVersion: at === 0 ? 2 : 1, movedTo: at === 0 ? 'hp_2026_' : 'old_' },
      ...{ identityMark: null, receiptMark: null, entryMark: null, referenceMark: null },
    }),
  )
  const sums = { account: 'cbe-1000', day: '2026-11-20', sums: currencies, version: 1 }
  await memory.replace({ changes: [], lines: [], rows: [...remains, newRow(carriedForward, sums)] })
  for (const { key } of gone) moved.add(key)
  return { ...desk, gone, stays }
}

describe('desk/days: a day in an archive', () => {
  it('says so, and has no link to a list without lines or to a line that is not there', async () => {
    const { page, get, gone } = await archivedDesk()
    const text = await page(day)
    expect(textOf(text)).toContain('Lines of this day that are in the archive hp_2026_, old_: 3.')
    expect(textOf(text)).toContain('Lines of this day that came or changed after it was closed: 1.')
    expect(text).toContain(gone[0]!.key)
    expect(text).not.toMatch(/href="\/finance\/lines[/?]/)
    // It cannot be reopened.
    expect(formsOf(text).filter(({ action }) => action.includes('/days/'))).toEqual([])
    for (const key of gone.map((line) => line.key))
      expect((await get(`/lines/${encodeURIComponent(key)}`)).status).toBe(404)
  })

  it('has the link to lines that are left', async () => {
    const { page } = await archivedDesk({}, 1)
    const text = await page(day)
    expect(textOf(text)).toContain('Lines of this day that are in the archive hp_2026_, old_: 2.')
    expect(text).toContain('href="/finance/lines?account=cbe-1000')
  })

  it('has no such note where no line is in an archive', async () => {
    const { page, payments, clock } = deskOf()
    await openLine(payments)
    clock.set('2026-11-21T09:00:00.000Z')
    await payments.days.close({ account: 'cbe-1000', day: '2026-11-20', actor: 'hana' })
    for (const path of [day, month]) expect(await page(path)).not.toContain('archive')
  })

  it.each(Object.entries({ amharic, french, swahili }))('names the archive in %s', async (_, messages) => {
    const { page } = await archivedDesk({ messages })
    const words = (key: 'day.archived' | 'months.archivedHint') => messages[key].split(/\{\w+\}/)[0]!.trim()
    expect(textOf(await page(day))).toContain(words('day.archived'))
    expect(textOf(await page(month))).toContain(words('months.archivedHint'))
  })
})

describe('desk/months: a month in an archive', () => {
  it('marks its days, and says where their figures come from', async () => {
    const { page } = await archivedDesk()
    const text = textOf(await page(month))
    expect(text).toContain('Days of which lines are in the archive hp_2026_, old_: 1.')
    expect(text.match(/in the archive: 3/g)).toHaveLength(1)
  })
})

describe('desk/days: after an archive', () => {
  onEach([postgres], 'over', (entry) => {
    const database = migrated(entry)

    it('days and months have the figures that they had, and say which lines are elsewhere', async () => {
      const tenant = freshTenant()
      const repository = repositoryOn(database(), { tenant })
      await fillNovember(repository)
      const { page, payments } = deskOf({}, { repository, timeZone })
      const november = '/months?month=2023-11&account=bank'
      const [sixth, twentieth] = ['/days/2023-11-06?account=bank', '/days/2023-11-20?account=bank']
      const tables = async () => [tablesOf(await page(november)), tablesOf(await page(sixth))['What the money is for']]
      const before = await tables()
      await archive(sqlOn(database()), { tenant, before: '2023-12-15', to: 'old_', timeZone })
      expect(await tables()).toEqual(before)

      const { items } = await payments.days.list({ account: 'bank' })
      expect(items.map(({ day, archived }) => [day, archived?.tables])).toEqual([
        ['2023-11-20', ['old_']],
        ['2023-11-06', ['old_']],
      ])
      const whole = await page(twentieth)
      expect(textOf(whole)).toContain('Lines of this day that are in the archive old_: 1.')
      expect(whole).not.toContain('href="/finance/lines?')
      expect(await page(sixth)).toContain('href="/finance/lines?')
      expect(textOf(await page(november))).toContain('Days of which lines are in the archive old_: 2.')

      // Money of the day that is allocated later: the figures of now have the lines that were moved.
      const open = (await payments.lines.list({ account: 'bank', status: 'open' })).items.find((one) => !one.held)!
      await payments.lines.allocate(open.key, {
        expectedVersion: open.version,
        allocations: [{ to: 'category', category: 'donation', amount: 1 }],
        actor: 'amina',
      })
      const { currencies } = await payments.days.preview({ account: 'bank', day: '2023-11-06' })
      const closed = (await payments.days.get({ account: 'bank', day: '2023-11-06' }))!
      expect(closed.changedSince).toEqual([open.key])
      expect(currencies[0]).toMatchObject({
        credits: closed.currencies[0]!.credits,
        debits: closed.currencies[0]!.debits,
      })
      expect(await page(sixth)).toContain(`href="/finance/lines/${encodeURIComponent(open.key)}"`)
    })
  })
})
