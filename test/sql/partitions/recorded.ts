/** Every kind of statement that the library sends to PostgreSQL, with values, by the calls of the golden files and of each aggregate. */
import type { FinanceRepository } from 'hospital-payments/repository'
import { sqlRepository, type SqlRepositoryOptions } from 'hospital-payments/sql'
import type { AnyAggregate, Value } from '../../../src/repository/aggregates/aggregate.js'
import { aggregates } from '../../../src/repository/aggregates/index.js'
import { inserts, outbox, type Record, reads, replaces } from '../../golden/cases.js'
import {
  dayCalls,
  importsAndSearch,
  lineReads,
  lineWrites,
  receiptCalls,
  refundCalls,
} from '../../golden/finance-cases.js'
import { recordPostgres } from '../../golden/recording.js'
import { freshTenant, type PgDatabase } from '../../support/databases/index.js'

export interface RecordedStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

const at = '2026-11-20T09:00:00.000Z'

/** Returns a value that rows can be compared with. */
function valueOf(of: AnyAggregate, field: string): Value {
  const { type } = of.columns.get(field)!
  if (type === 'integer') return 1
  if (type === 'flag') return true
  return type === 'instant' ? at : 'value'
}

/** Makes each call about the rows of an aggregate, whichever it is. */
async function callsOf(of: AnyAggregate, repository: FinanceRepository): Promise<void> {
  const values = (fields: readonly string[]) => fields.map((field) => valueOf(of, field))
  for (const field of new Set([of.key[0]!, ...of.lookups])) await repository.findRows(of, field, values([field]))
  for (const [list, { equal = [], order }] of Object.entries(of.lists)) {
    const where = Object.fromEntries(equal.map((field) => [field, valueOf(of, field)]))
    const query = { list, where }
    for (const direction of ['asc', 'desc'] as const)
      for (const after of [undefined, values(order)])
        await repository.pageRows(of, { ...query, direction, limit: 5, after })
    for await (const rows of repository.scanRows(of, query)) if (rows.length >= 0) break
    if (of.sums.length > 0) await repository.sumRows(of, query)
    if (of.leases) await repository.leaseRows(of, { ...query, owner: 'relay', now: at, until: at, limit: 5 })
  }
}

/** Records each text once, with the values that it was first sent with. */
export async function recordedStatements(
  database: PgDatabase,
  options: Pick<SqlRepositoryOptions, 'writes'>,
): Promise<RecordedStatement[]> {
  const { recorder, database: sql, close } = recordPostgres(database)
  const record: Record = async (_, call) => void (await call())
  try {
    const calls = () => {
      const repository = sqlRepository(sql, { tenant: freshTenant(), ...options })
      return { dialect: 'postgres' as const, repository, record }
    }
    for (const group of [inserts, replaces, reads, outbox]) await group(calls())
    const finance = calls()
    for (const group of [lineWrites, lineReads, importsAndSearch, refundCalls, dayCalls, receiptCalls])
      await group(finance)
    for (const of of aggregates) await callsOf(of, finance.repository)
  } finally {
    await close()
  }
  const statements = recorder.statements.map(({ text, values }) => ({ text: queryOf(text), values }))
  const byText = new Map(statements.filter(({ text }) => /\bhp_/.test(text)).map((each) => [each.text, each]))
  return [...byText.values()]
}

/** Returns the query of a cursor; any other statement as it is. */
function queryOf(text: string): string {
  if (text.startsWith('FETCH') || text.startsWith('CLOSE')) return ''
  return text.replace(/^DECLARE \w+ NO SCROLL CURSOR FOR /, '').trim()
}
