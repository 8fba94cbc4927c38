/** R18: a process that is killed in an import or in people's calls, of refunds, receipts and closings too, leaves the state before or after, and the same call again completes it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { expect, it } from 'vitest'
import { freshBytes } from '../../reconciliation-storage/support/clerks.js'
import { issueBills, recordsOf, source, statementOf } from '../../reconciliation-storage/support/day.js'
import { checkLedger } from '../../reliability/simulation/books.js'
import { freshTenant, libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { at, hour, testService } from '../../support/service.js'
import { checkBooks } from './support/counter.js'
import { handDays } from './support/hand-calls.js'
import { settledState } from './support/settled-state.js'
import { expectTieOut } from './support/tie-out.js'

const program = fileURLToPath(new URL('support/settling-process.ts', import.meta.url))
const groups = 4
const records = recordsOf(statementOf(groups))
const bills = 30

const sessions = {
  postgres: 'SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database()',
  mysql: 'SELECT count(*) AS count FROM information_schema.processlist WHERE db = DATABASE()',
  sqlite: 'SELECT 0 AS count',
}

const desk = (repository: FinanceRepository) => {
  const service = testService({ repository, random: freshBytes })
  service.clock.set(at(5 * hour))
  return service
}

const importAll = ({ payments }: ReturnType<typeof desk>) =>
  payments.statements.import(records, { source, actor: 'finance' })

/** Reads what the process says, and kills it a moment after it has said that the call `last` begins. */
async function die(child: ChildProcess, last: number, moment: number) {
  const ended = once(child, 'exit')
  let begun = -1
  let done = -1
  for await (const line of createInterface(child.stdout!)) {
    const [word, number] = line.split(' ')
    if (word === 'begin') begun = Number(number)
    if (word === 'done') done = Number(number)
    if (word === 'begin' && begun === last) void sleep(moment).then(() => child.kill('SIGKILL'))
  }
  await ended
  return { begun, done, wasKilled: child.signalCode === 'SIGKILL' }
}

onEach([postgres, mariadb, libsql], 'a process that is killed', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  async function sessionsOf(): Promise<number> {
    const [row] = await database().rows(sessions[database().dialect])
    return Number(row!['count'])
  }

  async function runAndDie(tenant: string, args: readonly string[], last: number, moment: number) {
    const own = database()
    const place = 'url' in own ? own.url : own.file
    const others = await sessionsOf()
    const command = ['--import', 'tsx', program, own.dialect, place, tenant, ...args]
    const death = await die(spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] }), last, moment)
    // A server may still be at the last statement that it was sent.
    while ((await sessionsOf()) > others) await sleep(5)
    return death
  }

  it('in an import: every line whole, and the same import again completes it', { timeout: 1_800_000 }, async () => {
    const clean = testService({ repository: memoryRepository() })
    await issueBills(clean, groups)
    const cleanDesk = desk(clean.repository as FinanceRepository)
    await importAll(cleanDesk)
    const expected = await settledState(clean.repository as FinanceRepository)
    const kills = rounds(2, 50)
    let inTheMiddle = 0
    // How long an import takes here is learned from those that lived; the next ones die within it.
    let longest = 400
    for (let kill = 0; kill < kills || (inTheMiddle === 0 && kill < 5 * kills); kill++) {
      const tenant = freshTenant()
      const repository = repositoryOn(database(), { tenant, timeoutMs: 60_000 })
      await issueBills(testService({ repository, random: freshBytes }), groups)
      const { wasKilled } = await runAndDie(tenant, ['import', String(groups)], 0, Math.random() * longest)
      if (!wasKilled) longest *= 0.7
      await checkBooks(repository)
      const stored = (await repository.pageLines({ limit: 10_000 })).length
      if (stored > 0) await expectTieOut(database(), tenant)
      const [first] = await repository.pageImports({ limit: 10 })
      if (wasKilled && first?.completedAt === null) inTheMiddle++
      const again = await importAll(desk(repository))
      expect(again.completedAt).not.toBeNull()
      expect(await settledState(repository)).toEqual(expected)
      await checkBooks(repository)
      await expectTieOut(database(), tenant)
    }
    console.info(`R18, ${entry.name}: ${inTheMiddle} imports killed in the middle`)
    expect(inTheMiddle).toBeGreaterThan(0)
  })

  it.each([
    ["people's calls on lines", 'hand'],
    ['refunds, receipts and closings', 'back'],
  ] as const)(
    'in %s: each call before or after, and the same call again goes on',
    { timeout: 1_800_000 },
    async (_, what) => {
      const { prepare, callsOf, call: make } = handDays[what]
      const whole = memoryRepository()
      const quiet = desk(whole)
      await prepare(quiet.payments, whole, bills)
      for (let call = 0; call < callsOf(bills); call++) await make(quiet.payments, call)
      const expected = await settledState(whole)
      const kills = rounds(2, 50)
      let inACall = 0
      let unheard = 0
      for (let kill = 0; kill < kills; kill++) {
        const tenant = freshTenant()
        const repository = repositoryOn(database(), { tenant, timeoutMs: 60_000 })
        const service = desk(repository)
        await prepare(service.payments, repository, bills)
        const last = Math.floor(((kill + Math.random()) / kills) * (callsOf(bills) - 20))
        const { begun, done, wasKilled } = await runAndDie(tenant, [what, String(bills)], last, Math.random() * 8)
        expect(wasKilled).toBe(true)
        if (begun > done) inACall++
        await checkBooks(repository)
        await checkLedger(repository)
        await expectTieOut(database(), tenant)
        expect((await service.payments.days.verify({ source: 'cbe-1000' })).ok).toBe(true)
        const before = await settledState(repository)
        await make(service.payments, begun)
        if (begun > done && JSON.stringify(await settledState(repository)) === JSON.stringify(before)) unheard++
        for (let call = begun + 1; call < callsOf(bills); call++) await make(service.payments, call)
        expect(await settledState(repository)).toEqual(expected)
        await checkBooks(repository)
        await expectTieOut(database(), tenant)
      }
      console.info(`R18, ${entry.name}, ${what}: ${kills} kills, ${inACall} in a call, of which ${unheard} was stored`)
      expect(inACall).toBeGreaterThan(0)
    },
  )
})
