/** The months of accounts of which every day with lines is closed. */
import { monthOf } from '../../domain/calendar.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { ChainEnd } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

export class ClosedMonths {
  private open: ReadonlySet<string> = new Set()
  private readonly chains = new Map<string, number>()

  constructor(
    private readonly finance: FinanceRepository,
    /** The first day that is not archived, the first of a month. */
    private readonly before: string,
    private readonly account: string | undefined,
  ) {}

  /** Reads which months are open, and where chains end is read again. */
  async read(): Promise<void> {
    this.chains.clear()
    await this.readOpen()
  }

  /** Returns true for a line of a closed month, on an account that is asked for. */
  has({ account, valueDate }: Pick<AccountLine, 'account' | 'valueDate'>): boolean {
    if (valueDate >= this.before || (this.account !== undefined && account !== this.account)) return false
    return !this.open.has(`${monthOf(valueDate)} ${account}`)
  }

  /**
   * Returns the ends of the chains of accounts. Each is read before it is known which months are closed: a day that is reopened
   * meanwhile moves its chain.
   */
  async ends(accounts: readonly string[]): Promise<ChainEnd[]> {
    const unknown = accounts.filter((account) => !this.chains.has(account))
    if (unknown.length > 0) {
      const states = await this.finance.chainStates(unknown)
      for (const account of unknown)
        this.chains.set(account, states.find((state) => state.account === account)?.sequence ?? 0)
      await this.readOpen()
    }
    return accounts.map((account) => ({ account, sequence: this.chains.get(account)! }))
  }

  private async readOpen(): Promise<void> {
    const { before, account } = this
    const days = await this.finance.unclosedDays({ before, ...(account !== undefined && { account }) })
    this.open = new Set(days.map(({ account: of, day }) => `${monthOf(day)} ${of}`))
  }
}
