import type { ReconciliationItem } from 'hospital-payments'
import { expect, it } from 'vitest'
import {
  freshTenant,
  libsql,
  mariadb,
  nodeSqlite,
  onEach,
  pglite,
  postgres,
  systemPostgres,
} from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { collect, contents, type TestService, testService } from '../support/service.js'
import { expectWhole } from './support/stored-state.js'
import { apply, issueBills, lineItems, options, recordsOf, statementOf, writes } from './support/day.js'

const groups = 3
const lines = statementOf(groups)
const outcomes = (items: readonly ReconciliationItem[]) => lineItems(items).map(({ outcome }) => outcome)

/** Plays a day and collects all that is returned and stored, ids and times included. */
async function wholeDay(service: TestService) {
  const { payments, repository } = service
  await issueBills(service, groups)
  const before = await contents(repository)
  const preview = await collect(payments.reconcile(recordsOf(lines), options))
  const untouched = await contents(repository)
  const applied = await apply(payments, lines)
  const after = await contents(repository)
  const again = await apply(payments, lines)
  return { before, preview, untouched, applied, after, again, stored: await contents(repository) }
}

onEach(
  [postgres, systemPostgres, mariadb, libsql, nodeSqlite, pglite],
  'reconcile: a day of every trouble',
  (entry) => {
    const database = migrated(entry as typeof postgres | typeof libsql)

    it.each(['allow', 'one-live'] as const)('is reported and stored as in memory (%s)', async (referencePolicy) => {
      const inMemory = await wholeDay(testService({ referencePolicy }))
      const tenant = freshTenant()
      const repository = repositoryOn(database(), { tenant })
      const here = await wholeDay(testService({ referencePolicy, repository }))
      expect(here).toStrictEqual(inMemory)

      expect(outcomes(here.applied)).toEqual(lines.map(({ outcome }) => outcome))
      expect(here.untouched).toStrictEqual(here.before)
      const unapplied = here.applied.map((item) => (item.kind === 'line' ? { ...item, applied: false } : item))
      expect(here.preview).toStrictEqual(unapplied)
      expect(lineItems(here.applied).map(({ applied }) => applied)).toEqual(lines.map(writes))

      expect(here.stored).toStrictEqual(here.after)
      const rerun = lines.map((line) => (writes(line) ? 'already_reconciled' : line.outcome))
      expect(outcomes(here.again)).toEqual(rerun)
      const perLine = await expectWhole(repository, lines, { database: database(), tenant })
      expect(perLine.size).toBe(lines.filter(writes).length)
      const statuses = new Set(here.stored.map(({ payment }) => payment.statusReason))
      if (referencePolicy === 'one-live') expect(statuses).toContain('superseded')
      expect(statuses).toContain('duplicate_reference')
      expect(here.stored.some(({ payment }) => payment.late)).toBe(true)
    })
  },
)
