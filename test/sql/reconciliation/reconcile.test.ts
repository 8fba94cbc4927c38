import { describe, expect, it } from 'vitest'
import { libsql, mariadb, onEach, pglite, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { collect, contents, type TestService, testService } from '../../support/service.js'
import { apply, booksOf, issueBills, options, source, statementOf } from './day.js'

const bills = 40
const lines = statementOf(bills)

/** Preview, apply, and apply again: all that is told and all that is stored, ids and times of the test's clock included. */
async function wholeDay({ payments, repository }: TestService) {
  await issueBills(payments, bills)
  const preview = await collect(payments.reconcile(lines, { ...options, apply: false }))
  const untouched = await contents(repository)
  const applied = await apply(payments, lines)
  const again = await apply(payments, lines)
  return { preview, untouched, applied, again, stored: await contents(repository) }
}

onEach([postgres, mariadb, libsql, pglite], 'a statement reconciled', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)

  it.each(['allow', 'one-live'] as const)('tells and stores what it does in memory (%s)', async (referencePolicy) => {
    const inMemory = await wholeDay(testService({ referencePolicy }))
    const here = await wholeDay(testService({ referencePolicy, repository: repositoryOn(database()) }))
    expect(here).toEqual(inMemory)
    const outcomes = new Set(here.applied.flatMap((item) => (item.kind === 'line' ? [item.outcome] : [])))
    expect([...outcomes].sort()).toEqual(
      [
        'confirmed',
        'currency_mismatch',
        'duplicate_credit',
        'matched',
        'over_paid',
        'reversal_candidate',
        'under_paid',
      ].sort(),
    )
    expect(here.again.filter((item) => item.kind === 'line' && item.applied)).toEqual([])
    expect(
      here.untouched.flatMap(({ events }) => events).filter(({ evidence }) => evidence?.kind === 'statement'),
    ).toEqual([])
  })

  it('looks up as many bills as the lines of a batch name', { timeout: 120_000 }, async () => {
    const { payments, repository } = testService({ repository: repositoryOn(database()) })
    await issueBills(payments, 1)
    const many = Array.from({ length: 1000 }, (_, row) => ({
      ...lines[0]!,
      row,
      amount: 1,
      reference: `NONE-${row}`,
      narration: Array.from({ length: 12 }, (_, i) => `NONE-${row}-${i}`).join(' '),
    }))
    const items = await apply(payments, [
      ...many,
      { ...lines[0]!, row: 1001, reference: 'x', narration: 'for BILL-00000.' },
    ])
    expect(items.flatMap((item) => (item.kind === 'line' ? [item.outcome] : [])).at(-1)).toBe('under_paid')
    expect((await booksOf(repository))[0]).toMatchObject({ status: 'pending', amountReconciled: 75_000 })
  })
})

describe('the sample', () => {
  it('has a line for each trouble', () => {
    expect(lines.length).toBe((bills / 10) * 12)
    expect(source).toBe(options.source)
  })
})
