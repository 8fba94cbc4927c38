import type { AccountLine, HospitalPayments, StatementRecord } from 'hospital-payments'

/** The day at which the clocks of test services begin. */
export const today = { from: '2026-11-20', to: '2026-11-20' } as const

/** Imports lines that are valued on the day before, and returns all lines of the account, in the order of their import. */
export async function importDay(
  payments: HospitalPayments,
  records: readonly Partial<StatementRecord>[],
  account = 'cbe',
): Promise<readonly AccountLine[]> {
  const whole = records.map(
    (record, i) =>
      ({ row: i + 1, direction: 'credit', amount: 100, currency: 'ETB', valueDate: '2026-11-19', ...record }) as StatementRecord,
  )
  await payments.statements.import(whole, { account, actor: 'run' })
  const { items } = await payments.lines.list({ account, limit: 500 })
  return [...items].sort((a, b) => (a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.row < b.row) ? -1 : 1))
}
