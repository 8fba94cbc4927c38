import { noLink } from '../../domain/days/chain.js'
import type { ChainState } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** Reads the chain of an account as it is now; one without links begins at 0. */
export async function chainState(finance: FinanceRepository, account: string): Promise<ChainState> {
  const [state] = await finance.chainStates([account])
  return state ?? { account, ...noLink, takenBack: 0, links: 0 }
}
