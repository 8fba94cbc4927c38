/** R18: a process that is killed in an import or in people's calls, of refunds, receipts and closings too, leaves the state before or after, and the same call again completes it. */
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { expect, it } from 'vitest'
import { freshBytes } from '../../reconciliation-storage/support/clerks.js'
import { issueBills, recordsOf, account, statementOf } from '../../reconciliation-storage/support/day.js'
import { checkLedger } from '../../reliability/simulation/books.js'
import { freshTenant, libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { killAt, statementsOf } from '../../support/kills/killed.js'
import { momentsOf, someMoments } from '../../support/kills/moment.js'
import { rounds } from '../../support/rounds.js'
import { at, hour, testService } from '../../support/service.js'
import { checkBooks } from './support/counter.js'
import { handDays } from './support/hand-calls.js'
import { settledState } from './support/settled-state.js'
import { expectTieOut } from './support/tie-out.js'
import { pageImports } from '../../../src/operations/statements/stored-imports.js'

const module = new URL('support/settling.ts', import.meta.url)
const groups = 4
const records = recordsOf(statementOf(groups))
/** The calls of the second one are those in which it dies: what is closed then is chained to others. */
const bills = 2

const desk = (repository: FinanceRepository) => {
  const service = testService({ repository, random: freshBytes })
  service.clock.set(at(5 * hour))
  return service
}

const importAll = ({ payments }: ReturnType<typeof desk>) =>
  payments.statements.import(records, { account, actor: 'finance' })

onEach(
  [postgres, mariadb, libsql],
  'statements.import, lines.allocate, refunds.create, receipts.issue and days.close: a killed process',
  (entry) => {
    const database = migrated(entry as typeof postgres | typeof libsql)

    /** Stores what the process begins with. */
    async function begun(prepare: (repository: FinanceRepository) => Promise<unknown>, args: readonly string[]) {
      const tenant = freshTenant()
      const repository = repositoryOn(database(), { tenant, timeoutMs: 60_000 })
      await prepare(repository)
      return { repository, job: { database: database(), tenant, module, args } }
    }

    it('in an import: every line whole, and the same import again completes it', { timeout: 1_800_000 }, async () => {
      const clean = memoryRepository()
      await issueBills(testService({ repository: clean }), groups)
      await importAll(desk(clean))
      const expected = await settledState(clean)
      const issued = () =>
        begun(
          (repository) => issueBills(testService({ repository, random: freshBytes }), groups),
          ['import', String(groups)],
        )
      const all = momentsOf(await statementsOf((await issued()).job))
      const moments = someMoments(all, rounds(5, 60))
      const stages: number[] = []
      const stored: number[] = []
      for (const moment of moments) {
        const { repository, job } = await issued()
        await killAt(job, moment)
        await checkBooks(repository)
        stored.push((await repository.pageLines({ limit: 10_000 })).length)
        if (stored.at(-1)! > 0) await expectTieOut(database(), job.tenant)
        const [first] = await pageImports(repository, { limit: 10 })
        stages.push(first === undefined ? 0 : first.completedAt === null ? 1 : 2)
        const again = await importAll(desk(repository))
        expect(again.completedAt).not.toBeNull()
        expect(await settledState(repository)).toEqual(expected)
        await checkBooks(repository)
        await expectTieOut(database(), job.tenant)
      }
      const inTheMiddle = stages.filter((stage) => stage === 1).length
      console.info(
        `R18, ${entry.name}: ${moments.length} of ${all.length} moments, ${inTheMiddle} with an import begun`,
      )
      // The later a process dies, the more is stored: from nothing to everything.
      for (const counts of [stages, stored]) expect(counts).toEqual(counts.toSorted((a, b) => a - b))
      expect([stages[0], stages[Math.floor(stages.length / 2)], stages.at(-1)]).toEqual([0, 1, 2])
    })

    it.each([
      ["people's calls on lines", 'hand'],
      ['refunds, receipts and closings', 'back'],
    ] as const)(
      'in %s: each call before or after, and the same call again goes on',
      { timeout: 1_800_000 },
      async (_, what) => {
        const { prepare, callsOf, call: make } = handDays[what]
        const calls = callsOf(bills)
        const whole = memoryRepository()
        const quiet = desk(whole)
        await prepare(quiet.payments, whole, bills)
        /** The states of the storage before each call, and after the last. */
        const states = [await settledState(whole)]
        for (let call = 0; call < calls; call++) {
          await make(quiet.payments, call)
          states.push(await settledState(whole))
        }
        const prepared = () =>
          begun((repository) => prepare(desk(repository).payments, repository, bills), [what, String(bills)])
        const statements = await statementsOf((await prepared()).job)
        expect(statements).toHaveLength(calls)
        const all = momentsOf(statements).filter(({ call }) => call >= callsOf(1))
        const moments = someMoments(all, rounds(7, Infinity))
        let isStored = 0
        for (const moment of moments) {
          const { repository, job } = await prepared()
          await killAt(job, moment)
          const { call, statement, when } = moment
          const left = await settledState(repository)
          const [before, after] = [states[call], states[call + 1]]
          expect([before, after], JSON.stringify(moment)).toContainEqual(left)
          if (statement === 0 && when === 'before') expect(left).toEqual(before)
          if (statement === statements[call]! - 1 && when === 'sent') expect(left).toEqual(after)
          if (JSON.stringify(left) === JSON.stringify(after)) isStored++
          await checkBooks(repository)
          await checkLedger(repository)
          await expectTieOut(database(), job.tenant)
          const { payments } = desk(repository)
          expect((await payments.days.verify({ account })).ok).toBe(true)
          for (let next = call; next < calls; next++) await make(payments, next)
          expect(await settledState(repository)).toEqual(states.at(-1))
          await checkBooks(repository)
          await expectTieOut(database(), job.tenant)
        }
        const counts = `${moments.length} of ${all.length} moments, ${isStored} after what stores`
        console.info(`R18, ${entry.name}, ${what}: ${counts}`)
      },
    )
  },
)
