import { expect, it } from 'vitest'
import { freshTenant, libsql, mariadb, onEach, postgres } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { killAt, statementsOf } from '../support/kills/killed.js'
import { momentsOf, someMoments } from '../support/kills/moment.js'
import { rounds } from '../support/rounds.js'
import { testService } from '../support/service.js'
import { stateOf, cleanState, expectWhole } from './support/stored-state.js'
import { freshBytes } from './support/clerks.js'
import { apply, issueBills, lineItems, statementOf, writes } from './support/day.js'

const groups = 4
const lines = statementOf(groups)
const written = lines.filter(writes).length
const module = new URL('support/applying.ts', import.meta.url)

onEach([postgres, mariadb, libsql], 'reconcile: a process that is killed while it applies a statement', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  async function issued() {
    const tenant = freshTenant()
    const repository = repositoryOn(database(), { tenant })
    const service = testService({ repository, random: freshBytes })
    await issueBills(service, groups)
    return { repository, service, job: { database: database(), tenant, module, args: [String(groups)] } }
  }

  it('leaves whole lines behind, and running again completes it', { timeout: 1_800_000 }, async () => {
    const expected = await cleanState(groups, lines)
    const moments = someMoments(momentsOf(await statementsOf((await issued()).job)), rounds(5, 60))
    const counts: number[] = []
    let notAnswered = 0
    for (const moment of moments) {
      const { repository, service, job } = await issued()
      const answered = (await killAt(job, moment)).filter((line) => line.endsWith('true')).length
      const stored = await expectWhole(repository, lines, job)
      expect(stored.size).toBeGreaterThanOrEqual(answered)
      counts.push(stored.size)
      notAnswered += stored.size - answered

      const again = lineItems(await apply(service.payments, lines))
      expect(again.filter(({ applied }) => applied)).toHaveLength(written - stored.size)
      expect(await stateOf(repository)).toEqual(expected)
      await expectWhole(repository, lines, job)
    }
    const inTheMiddle = counts.filter((count) => count > 0 && count < written).length
    console.info(
      `${entry.name}: ${moments.length} kills, ${inTheMiddle} in the middle, ${notAnswered} lines stored and not answered`,
    )
    // The later a process dies, the more is stored: from nothing to everything.
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    const middle = counts[Math.floor(counts.length / 2)]!
    expect([counts[0], middle > 0 && middle < written, counts.at(-1)]).toEqual([0, true, written])
  })
})
