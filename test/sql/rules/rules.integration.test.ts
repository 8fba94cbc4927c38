import type { AccountLine, StatementLine } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { expect, it } from 'vitest'
import { checkBooks } from '../../operations/lines/support/counter.js'
import { freshTenant } from '../../support/databases/database.js'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { collect, testService } from '../../support/service.js'

const amina = { actor: 'amina' }
const account = 'cbe-1000'
const feeRule = { text: 'Ledger FEE', category: 'bank_fee' }
/** Returns another day for each row, because lines are settled in the order of their days. */
const dayOf = (row: number) => `2026-11-${String(1 + (row % 28)).padStart(2, '0')}`
const fees = (count: number): StatementLine[] =>
  Array.from({ length: count }, (_, row) => ({
    ...{ row, direction: 'debit', amount: 100 + row, currency: 'ETB', valueDate: dayOf(row) },
    ...{ narration: `ledger  fee ${row}`, lineId: `fee-${row}` },
  }))

onEach(kinds, 'payments.rules', (entry) => {
  const database = migrated(entry)

  function hospital() {
    const tenant = freshTenant()
    const open = () => repositoryOn(database(), { tenant, timeoutMs: 120_000 }) as FinanceRepository
    const repository = open()
    const { payments } = testService({ repository })
    return {
      payments,
      repository,
      other: () => payments.using(open()),
      settledLines: async () => (await payments.lines.list({ status: 'settled', limit: 500 })).items,
    }
  }

  const isOfRule = (id: string) => (line: AccountLine) =>
    line.version <= 2 && line.allocations.length === 1 && line.allocations[0]!.ruleId === id

  it('go their way: created, previewed, applied by an import and to open lines, deleted, with their events', async () => {
    const { payments, repository, settledLines } = hospital()
    await payments.statements.import(fees(3), { account, ...amina })
    expect(await payments.rules.try(feeRule)).toEqual({ lines: 3 })
    const call = { ...feeRule, account, direction: 'debit', amount: 101, currency: 'ETB' } as const
    const narrow = await payments.rules.create(call, amina)
    const rule = await payments.rules.create(feeRule, amina)
    expect(await payments.rules.get(narrow.id)).toStrictEqual(narrow)
    expect((await payments.rules.list({ limit: 1 })).items).toEqual([narrow])
    expect(await payments.rules.apply(rule.id, { ...amina, limit: 1 })).toEqual({ settled: 1 })
    const preview = await collect(payments.reconcile(fees(4), { account }))
    expect(preview.flatMap((item) => (item.kind === 'line' ? [item.ruleId] : []))).toEqual([
      ...[undefined, narrow.id, rule.id, rule.id],
    ])
    await payments.statements.import(fees(4), { account, ...amina })
    expect((await settledLines()).map(({ allocations }) => allocations[0])).toEqual(
      fees(4).map(({ amount, row }) => ({
        ...{ to: 'category', category: 'bank_fee', amount, by: 'rule' },
        ruleId: row === 1 ? narrow.id : rule.id,
      })),
    )
    const deleted = await payments.rules.delete(rule.id, { actor: 'dawit' })
    expect(await payments.rules.delete(rule.id, amina)).toStrictEqual(deleted)
    expect((await payments.rules.list()).items).toEqual([narrow])
    const events = await repository.pageRowEvents({ streams: [rule.id, narrow.id], limit: 10 })
    expect(events.map(({ stream, type, actor }) => `${stream === rule.id} ${type} ${actor}`).sort()).toEqual([
      ...['false rule.created amina', 'true rule.created amina', 'true rule.deleted dawit'],
    ])
    await checkBooks(repository)
  })

  it('race: of applies and imports at once, each line is settled once', async () => {
    const { payments, repository, other, settledLines } = hospital()
    await payments.statements.import(fees(60), { account, ...amina })
    const rule = await payments.rules.create(feeRule, amina)
    const [first, ...others] = await Promise.all([
      payments.statements.import(fees(80), { account, ...amina }),
      ...[0, 1, 2].map(() => other().rules.apply(rule.id, amina)),
    ])
    expect(first.completedAt).not.toBeNull()
    for (const { settled } of others) expect(settled).toBeLessThanOrEqual(80)
    const lines = await settledLines()
    expect(lines).toHaveLength(80)
    expect(lines.every(isOfRule(rule.id))).toBe(true)
    await checkBooks(repository)
  })

  it('race: clerks who change lines beside an apply lose nothing', async () => {
    const { payments, repository, other } = hospital()
    await payments.statements.import(fees(40), { account, ...amina })
    const rule = await payments.rules.create(feeRule, amina)
    const { items } = await payments.lines.list({ limit: 500 })
    const clerks = other()
    const [applied, ...answers] = await Promise.allSettled([
      payments.rules.apply(rule.id, amina),
      ...items.slice(0, 8).map(({ key, amount }, n) =>
        n % 2 === 0
          ? clerks.lines.assign(key, { expectedVersion: 1, assignee: 'sara' })
          : clerks.lines.allocate(key, {
              ...{ expectedVersion: 1, allocations: [{ to: 'category', category: 'rent', amount }] },
            }),
      ),
    ])
    expect(applied.status).toBe('fulfilled')
    for (const [n, answer] of answers.entries()) {
      const line = (await payments.lines.get(items[n]!.key))!
      if (answer.status === 'rejected') {
        expect((answer.reason as { code: string }).code).toBe('line_changed')
        expect(isOfRule(rule.id)(line)).toBe(true)
      } else if (n % 2 === 0) expect(line.assignee).toBe('sara')
      else expect(line.allocations).toMatchObject([{ category: 'rent', by: 'hand' }])
    }
    const open = await payments.lines.list({ status: 'open', limit: 500 })
    expect(open.items).toEqual([])
    await checkBooks(repository)
  })

  it('race: no line is settled by a rule behind its deletion', async () => {
    const { payments, repository, other } = hospital()
    for (let round = 0; round < 3; round++) {
      const rule = await payments.rules.create(feeRule, amina)
      const ofRound = fees(30).map((line) => ({ ...line, lineId: `${round}-${line.row}` }))
      const [{ completedAt }] = await Promise.all([
        payments.statements.import(ofRound, { account: `${account}-${round}`, ...amina }),
        other().rules.delete(rule.id, amina),
      ])
      expect(completedAt).not.toBeNull()
      const deletion = (await repository.rowHistories([rule.id])).find(({ type }) => type === 'rule.deleted')
      expect(deletion).toBeDefined()
      const { items } = await payments.lines.list({ account: `${account}-${round}`, limit: 500 })
      expect(items).toHaveLength(30)
      for (const line of items)
        expect(line.status === 'open' ? line.allocations : line.allocations.map(({ ruleId }) => ruleId)).toEqual(
          line.status === 'open' ? [] : [rule.id],
        )
      expect(await payments.rules.try(feeRule)).toEqual({
        lines: (await payments.lines.list({ status: 'open', limit: 500 })).items.length,
      })
    }
    await checkBooks(repository)
  })
})
