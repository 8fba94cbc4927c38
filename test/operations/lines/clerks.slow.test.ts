/** R15: fifty people and running imports at once over the same lines and payments of a database, each over one of several pools. */
import type { StatementLine } from 'hospital-payments'
import { isPaymentError, type Payment } from 'hospital-payments'
import { sqlRepository } from 'hospital-payments/sql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Connected, connect, freshBytes } from '../../reconciliation-storage/support/clerks.js'
import { freshTenant, libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { dice } from '../../support/turns.js'
import { checkBooks, counter, toCategory, toLine, toPayment } from './support/counter.js'
import { expectTieOut } from './support/tie-out.js'

const clerks = 50
const pools = 5
const importers = 2
const expectedRefusals = ['line_changed', 'invalid_request', 'allocation_exceeds', 'concurrent_update']

const marks: ReadonlySet<string> = new Set(['hold', 'release', 'assign'])

interface Tried {
  key: string
  /** The version that the clerk saw. */
  seen: number
  by: string
  what: string
  /** The version that the call came to, or why it was refused. */
  outcome: number | string
}

const account = 'cbe-1000'
const records = Array.from({ length: 16 }, (_, i): StatementLine => ({
  row: i + 1,
  lineId: `L${i}`,
  direction: i % 4 === 3 ? 'debit' : 'credit',
  amount: i % 2 ? 1000 : 1500,
  currency: 'ETB',
  valueDate: i % 3 === 0 ? '2026-11-18' : '2026-11-19',
  ...(i % 3 === 0 && { providerTransactionId: `TX-${i % 2}` }),
  ...(i % 2 === 0 && { reference: `INV-${i % 9}` }),
  narration: 'from Abebe',
}))

/** The records of every second run: the lines that are open and untouched get these amounts. */
const restated = records.map((record) => ({ ...record, amount: record.amount - 400 }))

onEach(
  [postgres, mariadb, libsql],
  'lines.allocate and statements.import: fifty clerks and running imports',
  (entry) => {
    const database = migrated(entry as typeof postgres | typeof libsql)
    const connected: Connected[] = []
    beforeAll(() => {
      for (let i = 0; i < pools; i++) connected.push(connect(database()))
    })
    afterAll(async () => {
      for (const { end } of connected) await end()
    })

    it.each(['allow', 'one-live'] as const)(
      'leave every sum exact, one winner a version and whole histories: %s',
      { timeout: 3_600_000 },
      async (referencePolicy) => {
        const many = rounds(6, 200)
        const tenant = freshTenant()
        const { dialect } = database()
        const repository = repositoryOn(database(), { tenant, timeoutMs: 60_000 })
        const desks = connected.map(({ sql }) =>
          counter({
            repository: sqlRepository(sql, { dialect, tenant, timeoutMs: 60_000 }),
            random: freshBytes,
            referencePolicy,
          }),
        )
        const quiet = counter({ repository, random: freshBytes, referencePolicy })
        const known: Payment[] = []
        for (let i = 0; i < 12; i++) {
          const bill = await quiet.bill({ reference: `INV-${i % 9}`, amount: i % 3 ? 1000 : 2000 }).catch(() => null)
          if (bill) known.push(bill)
        }
        const run = (desk: (typeof desks)[number], stated = records) =>
          desk.payments.statements.import(stated, { account, actor: 'run' })
        await run(quiet)
        const keys = (await quiet.payments.lines.list()).items.map(({ key }) => key)
        expect(keys).toHaveLength(records.length)
        const tried: Tried[] = []

        async function one(by: string, desk: (typeof desks)[number], roll: (n: number) => number): Promise<void> {
          const { lines } = desk.payments
          const key = keys[roll(keys.length)]!
          const line = (await lines.get(key))!
          const seen = { expectedVersion: line.version, actor: by }
          const bill = known[roll(known.length)]!
          const amount = [1, 250, 1000, 1500][roll(4)]!
          const rest = line.amount - line.allocated - 1000 || 1
          const other = keys[roll(keys.length)]!
          const acts: Record<string, () => Promise<{ version: number }>> = {
            part: () => lines.allocate(key, { ...seen, allocations: [toPayment(bill, amount)] }),
            whole: () => lines.allocate(key, { ...seen, allocations: [toPayment(bill, 1000), toCategory(rest)] }),
            category: () => lines.allocate(key, { ...seen, allocations: [toCategory(amount, by)] }),
            counter: async () => lines.allocate(key, { ...seen, allocations: [toLine((await lines.get(other))!)] }),
            reverse: () => lines.unallocate(key, { ...seen, reason: 'x', payments: 'reverse' }),
            keep: () => lines.unallocate(key, { ...seen, reason: 'x', payments: 'keep' }),
            hold: () => lines.hold(key, seen),
            release: () => lines.release(key, seen),
            assign: () => lines.assign(key, { ...seen, assignee: by }),
          }
          const what = Object.keys(acts)[roll(Object.keys(acts).length)]!
          const outcome = await acts[what]!().then(
            ({ version }) => version,
            (error: unknown) => {
              if (isPaymentError(error)) return error.code
              throw error
            },
          )
          tried.push({ key, seen: line.version, by, what, outcome })
        }

        let isOver = false
        const working = Array.from({ length: clerks }, async (_, i) => {
          const roll = dice(i)
          for (let round = 0; round < many; round++) await one(`clerk-${i}`, desks[i % pools]!, roll)
        })
        let runs = 0
        const importing = Array.from({ length: importers }, async (_, i) => {
          while (!isOver) {
            await run(desks[i]!, ++runs % 2 ? restated : records)
          }
        })
        await Promise.all(working).finally(() => (isOver = true))
        await Promise.all(importing)

        await checkBooks(repository)
        const allocations = await expectTieOut(database(), tenant)
        const refused = tried.filter(({ outcome }) => typeof outcome === 'string')
        expect(refused.filter(({ outcome }) => !expectedRefusals.includes(outcome as string))).toEqual([])
        let versions = 0
        for (const key of keys) {
          const events = await repository.lineHistory(key)
          for (const { version, actor, allocations } of events.slice(1)) {
            versions++
            if (actor === 'run') continue
            const answered = tried.filter(
              (one) => one.key === key && one.outcome === version && one.seen === version - 1,
            )
            // The other line of a pair changes without a call of its own.
            const isOfPair = allocations.some(({ to }) => to === 'line')
            if (!isOfPair) expect(answered.filter(({ by }) => by === actor)).toHaveLength(1)
            // Every other call with this version as its answer was for the very same change; a mark that stands already is none.
            const changes = answered
              .filter(({ what }) => !marks.has(what))
              .map(({ what }) => what.replace(/reverse|keep/, 'undo'))
            expect(new Set(changes).size).toBeLessThanOrEqual(1)
          }
        }
        const overtaken = refused.filter(({ outcome }) => outcome === 'line_changed').length
        expect(versions).toBeGreaterThan(many)
        expect(overtaken).toBeGreaterThan(many)
        console.info(
          `R15, ${entry.name}, ${referencePolicy}: ${clerks} × ${many} calls, ${versions} versions, ${overtaken} × line_changed, ` +
            `${refused.length - overtaken} refused otherwise, ${runs} imports meanwhile, ${allocations} allocations at the end`,
        )
      },
    )
  },
)
