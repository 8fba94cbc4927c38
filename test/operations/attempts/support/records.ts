/** Records of statements, and what a till has stored. */
import type { Attempt, StatementRecord } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { checkMonthsOfLines } from '../../days/support/months.js'
import { checkBooks } from '../../lines/support/counter.js'
import { collect } from '../../../support/service.js'
import { till } from './till.js'

export const credit = (fields: object = {}): StatementRecord => ({
  ...{ row: 1, direction: 'credit', amount: 1000, currency: 'KES', valueDate: '2026-11-20' },
  ...fields,
})

/** Makes a till with what its statements are asked for. */
export function tillWithStatements(...options: Parameters<typeof till>) {
  const on = till(...options)
  const importTo = async (account: string, ...records: readonly StatementRecord[]) => {
    const { lines } = await on.payments.statements.import(records, { account })
    return lines.flatMap(({ outcome, count }) => Array.from({ length: count }, () => outcome))
  }
  const importOf = (...records: readonly StatementRecord[]) => importTo(on.fake.account, ...records)
  const lines = async (account = on.fake.account) => (await on.payments.lines.list({ account })).items
  const balance = () => on.payments.accounts.balance({ account: on.fake.account, currency: 'KES' })
  const check = async () => {
    const repository = on.repository as FinanceRepository
    await checkBooks(repository)
    await checkMonthsOfLines(on.payments, (await collect(repository.scanLines({}))).flat())
  }
  const stateOf = async (attempt: Attempt) => {
    const [{ status }, { amountReconciled, attemptId }] = [await on.attemptOf(attempt), await on.paymentOf(attempt)]
    return { status, amountReconciled, isFree: attemptId === null }
  }
  return { ...on, importTo, importOf, lines, balance, check, stateOf }
}
