import { sqlRepository } from 'hospital-payments/sql'
import { expect, it } from 'vitest'
import { archive } from '../../src/tenants/archive/archive.js'
import { storedTables } from '../../src/tenants/tables/stored-tables.js'
import { freshTenant, libsql, onEach, postgres } from '../support/databases/index.js'
import { migrated, repositoryOn, sqlOn } from '../support/databases/repository.js'
import { killAt, statementsOf } from '../support/kills/killed.js'
import { momentsOf, someMoments } from '../support/kills/moment.js'
import { rounds } from '../support/rounds.js'
import { before, to } from './support/archiving.js'
import { booksOf, fillNovember, hospitalOver, rowsOf, timeZone } from './support/november.js'

const module = new URL('support/archiving.ts', import.meta.url)
const kills = { postgres: 10, sqlite: 20 } as const
type Killed = typeof postgres | typeof libsql

onEach([postgres, libsql], 'archive: a process that is killed while it archives', (entry) => {
  const database = migrated(entry as Killed)

  async function filled() {
    const tenant = freshTenant()
    const repository = repositoryOn(database(), { tenant })
    await fillNovember(repository)
    const now = '2024-06-01T06:00:00.000Z'
    const here = hospitalOver(repository, now, 7).payments
    const there = hospitalOver(sqlRepository(sqlOn(database()), { tenant, tablePrefix: to }), now, 8).payments
    const move = () => archive(sqlOn(database()), { tenant, before, to, timeZone })
    return { tenant, here, there, move, job: { database: database(), tenant, module } }
  }

  type Hospital = Awaited<ReturnType<typeof filled>>

  /** Counts the rows of a tenant in every table of one set. */
  async function countsOf(tenant: string, prefix: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const { name } of storedTables) {
      const text = `SELECT COUNT(*) AS count_of FROM ${prefix}${name} WHERE tenant = '${tenant}'`
      counts[name] = Number((await database().rows(text))[0]!['count_of'])
    }
    return counts
  }

  const stateOf = async ({ tenant, here, there }: Hospital) => ({
    kept: await rowsOf(here),
    moved: await rowsOf(there),
    counts: [await countsOf(tenant, 'hp_'), await countsOf(tenant, to)],
  })

  it(
    'leaves each row in one set of tables, and running again ends as a clean run',
    { timeout: 1_800_000 },
    async () => {
      const clean = await filled()
      const all = await rowsOf(clean.here)
      const books = await booksOf(clean.here)
      await clean.move()
      const expected = await stateOf(clean)
      expect(await booksOf(clean.here)).toEqual(books)

      const max = kills[database().dialect as keyof typeof kills]
      const moments = someMoments(momentsOf(await statementsOf((await filled()).job)), rounds(max, 2 * max))
      const counts: number[] = []
      for (const moment of moments) {
        const hospital = await filled()
        await killAt(hospital.job, moment)
        const [kept, moved] = [await rowsOf(hospital.here), await rowsOf(hospital.there)]
        for (const name of Object.keys(all)) expect([...kept[name]!, ...moved[name]!].sort()).toEqual(all[name])
        expect(await booksOf(hospital.here)).toEqual(books)
        const verified = await hospital.here.days.verify({ account: 'bank' })
        expect([moment, verified]).toMatchObject([moment, { ok: true, closings: 2 }])
        counts.push(moved['payments']!.length)

        await hospital.move()
        expect(await stateOf(hospital)).toEqual(expected)
        expect(await booksOf(hospital.here)).toEqual(books)
        expect(await hospital.here.days.verify({ account: 'bank' })).toMatchObject({ ok: true })
      }
      const whole = expected.moved['payments']!.length
      const inTheMiddle = counts.filter((count) => count > 0 && count < whole).length
      console.info(`${entry.name}: ${moments.length} kills, ${inTheMiddle} in the middle`)
      // The later a process dies, the more is moved.
      expect(counts).toEqual(counts.toSorted((a, b) => a - b))
      expect([counts[0], inTheMiddle > moments.length / 4]).toEqual([0, true])
    },
  )
})
