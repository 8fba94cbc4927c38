/** A process that is killed in the middle of a group leaves all of it or nothing. */
import { expect, it } from 'vitest'
import { freshTenant, libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { killAt, statementsOf } from '../../support/kills/killed.js'
import { momentsOf, someMoments } from '../../support/kills/moment.js'
import { rounds } from '../../support/rounds.js'
import { contents } from '../../support/service.js'
import { groups } from './writing-groups.js'

const module = new URL('writing-groups.ts', import.meta.url)
const size = 300

onEach([postgres, mariadb, libsql], 'sqlRepository: a process that is killed while it writes groups', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)
  const fresh = () => ({ database: database(), tenant: freshTenant(), module, args: [String(size)] })

  it('leaves all of each group, or nothing of it', { timeout: 1_800_000 }, async () => {
    const statements = await statementsOf(fresh())
    const moments = someMoments(momentsOf(statements), rounds(6, 60))
    /** The number of calls that each kill left stored. */
    const counts: number[] = []
    let notAnswered = 0
    for (const moment of moments) {
      const job = fresh()
      const answers = (await killAt(job, moment)).filter((line) => /^(inserted|replaced) /.test(line))
      expect(answers).toHaveLength(moment.call)
      const { tenant } = job
      const repository = repositoryOn(job.database, { tenant, timeoutMs: 60_000 })
      const stored = await contents(repository)
      let count = 0
      for (let number = 0; number < groups; number++) {
        const ofGroup = stored.filter(({ payment }) => payment.reference === `group ${number}`)
        const versions = new Set(ofGroup.map(({ payment }) => payment.version))
        expect([0, size]).toContain(ofGroup.length)
        expect(versions.size, `versions in group ${number}`).toBe(ofGroup.length === 0 ? 0 : 1)
        for (const { payment, events } of ofGroup) expect(events).toHaveLength(payment.version)
        const lineKeys = ofGroup.map(({ payment }) => `line ${payment.id}`)
        const { lines } = await repository.lookup({ references: [], providerTransactionIds: [], lineKeys })
        expect(lines).toHaveLength(versions.has(2) ? size : 0)
        count += versions.has(2) ? 2 : versions.size
      }
      const { call, statement, when } = moment
      expect([call, call + 1]).toContain(count)
      if (statement === 0 && when === 'before') expect(count).toBe(call)
      if (statement === statements[call]! - 1 && when === 'sent') expect(count).toBe(call + 1)
      counts.push(count)
      if (count > call) notAnswered++
      const now = '2030-01-01T00:00:00.000Z'
      const leaseUntil = '2030-01-02T00:00:00.000Z'
      const due = await repository.claimEvents({ from: 'due', owner: 'relay', now, leaseUntil, limit: 100_000 })
      expect(due).toHaveLength(stored.length)
      const waiting = (await database().rows(`SELECT COUNT(*) AS n FROM hp_deliveries WHERE tenant = '${tenant}'`))[0]!
      expect(Number(waiting['n'])).toBe(stored.reduce((sum, { payment }) => sum + payment.version, 0))
    }
    console.info(`${entry.name}: ${moments.length} kills, ${notAnswered} of them after what stores a group`)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect([counts[0], counts.at(-1)]).toEqual([0, 2 * groups])
  })
})
