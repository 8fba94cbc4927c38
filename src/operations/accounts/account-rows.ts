/** The rows of accounts that a write raises: each as it was read, or newer where a conflict showed it. */
import {
  type AccountKey,
  type AccountMove,
  type AccountState,
  changeOfMoves,
  movedAccount,
} from '../../domain/accounts/account.js'
import { accounts } from '../../repository/aggregates/accounts.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Conflict } from '../payments/store-changes.js'
import { groupedBy } from '../../internal/grouped-by.js'

/** The tries where an account moves: it moves with every group of lines that any import writes to it. */
export const maxAccountRetries = 200

const textOf = ({ account, currency }: AccountKey) => `${currency} ${account}`

export class AccountRows {
  private readonly states = new Map<string, AccountState>()

  constructor(private readonly finance: Pick<FinanceRepository, 'findRows'>) {}

  /** Reads accounts in all their currencies. A host's open transaction may read what is older than a conflict showed. */
  async read(names: readonly string[]): Promise<void> {
    for (const { row } of await this.finance.findRows(accounts, 'account', [...new Set(names)])) this.put(row)
  }

  /** Returns the newest known state of an account; `null` where it has no row yet. */
  of(account: string, currency: string): AccountState | null {
    return this.states.get(textOf({ account, currency })) ?? null
  }

  /**
   * Makes the entries by which a write raises the rows of these accounts, one for each account and currency; of several sessions
   * the last one counts.
   */
  entries(moves: readonly AccountMove[]): RowEntry[] {
    return Array.from(groupedBy(moves, textOf).values(), (group) => {
      const [key] = group as [AccountMove, ...AccountMove[]]
      const former = this.of(key.account, key.currency)
      const moved = changeOfMoves(group)
      const row = movedAccount(former, key, moved.change, moved)
      const ofVersion = former
        ? { beside: null, expected: former.version }
        : { beside: {}, expected: 'nothing' as const }
      return { of: accounts, row, ...ofVersion, events: [] }
    })
  }

  /** Takes over what the entries stored. */
  stored(entries: readonly RowEntry[]): void {
    for (const { of, row } of entries) if (of.name === accounts.name) this.put(row as AccountState)
  }

  /** Takes over the row that a conflict shows; `false` where the conflict is of something else. */
  learn(conflict: Conflict): boolean {
    if (conflict.outcome !== 'row_stale' || conflict.of !== accounts.name) return false
    if (conflict.stored) this.put(conflict.stored.row as AccountState)
    return true
  }

  private put(state: AccountState): void {
    if ((this.of(state.account, state.currency)?.version ?? 0) <= state.version) this.states.set(textOf(state), state)
  }
}
