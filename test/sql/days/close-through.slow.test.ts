/** All days of a month closed by one call: killed at any statement, and at once with others. */
import { memoryRepository } from 'hospital-payments'
import { expect, it } from 'vitest'
import { freshTenant, libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { killAt, statementsOf } from '../../support/kills/killed.js'
import { momentsOf, someMoments } from '../../support/kills/moment.js'
import { rounds } from '../../support/rounds.js'
import { account, beginDays, chainOf, closeAll, daysWithLines, serviceOf } from './support/closing-days.js'

const module = new URL('support/closing-days.ts', import.meta.url)

onEach([postgres, mariadb, libsql], 'days.closeThrough', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  async function begun() {
    const tenant = freshTenant()
    const repository = repositoryOn(database(), { tenant })
    await beginDays(repository)
    return { repository, job: { database: database(), tenant, module, args: [] } }
  }

  it(
    'a process killed at any statement: days are closed from the oldest on, and the same call ends as a clean one',
    {
      timeout: 1_800_000,
    },
    async () => {
      const clean = memoryRepository()
      await beginDays(clean)
      const before = await chainOf(clean)
      await closeAll(clean)
      const links = await chainOf(clean)
      expect(links).toHaveLength(before.length + daysWithLines.length)
      const moments = someMoments(momentsOf(await statementsOf((await begun()).job)), rounds(24, 200))
      const lengths = new Set<number>()
      for (const moment of moments) {
        const { repository, job } = await begun()
        await killAt(job, moment)
        const name = `${moment.when} ${moment.statement}`
        const closed = await chainOf(repository)
        expect(closed, name).toEqual(links.slice(0, closed.length))
        lengths.add(closed.length)
        expect((await closeAll(repository)).stopped, name).toBeNull()
        expect(await chainOf(repository), name).toEqual(links)
        expect((await serviceOf(repository).days.verify({ account })).ok, name).toBe(true)
      }
      expect(lengths.size).toBeGreaterThan(2)
    },
  )

  it('calls at once, beside an import: each day is closed once, by one of them', { timeout: 300_000 }, async () => {
    for (let round = 0; round < rounds(4, 40); round++) {
      const { repository } = await begun()
      const late = { row: 1, direction: 'credit', amount: 5, currency: 'ETB', valueDate: '2026-11-18' } as const
      const calls = Array.from({ length: 4 }, () => closeAll(repository))
      const imported = serviceOf(repository).statements.import([{ ...late, lineId: 'late' }], { account })
      const answers = await Promise.all(calls)
      await imported
      expect(answers.map(({ stopped }) => stopped)).toEqual(answers.map(() => null))
      const closed = answers.flatMap((answer) => answer.closed.map(({ day }) => day))
      // The day of the import may have been closed too.
      expect(closed.filter((day) => day !== late.valueDate).sort()).toEqual([...daysWithLines])
      expect(new Set(closed).size).toBe(closed.length)
      expect((await closeAll(repository)).stopped).toBeNull()
      const { days } = serviceOf(repository)
      expect(await days.unclosed()).toEqual([])
      expect((await days.verify({ account })).ok).toBe(true)
      const { items } = await days.month({ account, month: '2026-11' })
      expect(items).toMatchObject([{ credits: '2195', difference: '0', open: { count: 7, amount: '2195' } }])
    }
  })
})
