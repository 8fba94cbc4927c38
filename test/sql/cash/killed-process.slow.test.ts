import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { expect, it } from 'vitest'
import { freshTenant, libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { killAt, statementsOf } from '../../support/kills/killed.js'
import { momentsOf, someMoments } from '../../support/kills/moment.js'
import { rounds } from '../../support/rounds.js'
import { beginDay, callNames, counterState, work } from './support/window-day.js'

const module = new URL('support/window-day.ts', import.meta.url)
const silent = () => undefined

/** Returns the state before the first call of an undisturbed day, and after each. */
async function statesOfDay(repository: FinanceRepository): Promise<unknown[]> {
  const morning = await beginDay(repository)
  const states = [await counterState(repository, morning)]
  for (const call of work(repository, [JSON.stringify(morning)], silent)) {
    await call()
    states.push(await counterState(repository, morning))
  }
  return states
}

onEach([postgres, mariadb, libsql], 'payments.cash: a process that is killed at the counter', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  async function begun() {
    const tenant = freshTenant()
    const repository = repositoryOn(database(), { tenant })
    const morning = await beginDay(repository)
    const args = [JSON.stringify(morning)]
    return { repository, morning, args, job: { database: database(), tenant, module, args } }
  }

  it('leaves a call whole or not at all, and the same calls again end the day', { timeout: 1_800_000 }, async () => {
    const states = await statesOfDay(memoryRepository())
    const counts = await statementsOf((await begun()).job)
    expect(counts).toHaveLength(callNames.length)
    const moments = someMoments(momentsOf(counts), rounds(30, 400))
    let stored = 0
    for (const moment of moments) {
      const { repository, morning, args, job } = await begun()
      const answered = (await killAt(job, moment)).filter((line) => line.startsWith('done '))
      const name = `${callNames[moment.call]}, ${moment.when} ${moment.statement}`
      expect(answered, name).toHaveLength(moment.call)
      const state = await counterState(repository, morning)
      const [before, after] = [states[moment.call], states[moment.call + 1]]
      const isStored = JSON.stringify(state) === JSON.stringify(after)
      expect(state, name).toEqual(isStored ? after : before)
      if (isStored) stored++

      for (const call of work(repository, args, silent)) await call()
      expect(await counterState(repository, morning), name).toEqual(states.at(-1))
    }
    console.info(`${entry.name}: ${moments.length} kills, ${stored} calls stored and not answered`)
    expect(stored).toBeGreaterThan(0)
    expect(stored).toBeLessThan(moments.length)
  })
})
