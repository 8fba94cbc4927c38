import { attempts } from '../../repository/aggregates/attempts.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** Returns true for an account on which the money of attempts is. */
export async function hasAttempts(finance: Pick<FinanceRepository, 'pageRows'>, account: string): Promise<boolean> {
  const query = { list: 'account', where: { account }, direction: 'asc', limit: 1 } as const
  return (await finance.pageRows(attempts, query)).length > 0
}
