import { plusDays } from '../../domain/calendar.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { maxTransferDays, suggestTransfers, type TransferSuggestion } from '../../domain/reconciliation/suggestions.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { groupedBy } from '../../internal/grouped-by.js'

/** The most lines of one amount in a few days that are compared. */
const maxTransfers = 200

/**
 * Suggests the open lines that may be the other sides of transfers, by the keys of the lines; none for a line of which money is
 * allocated. One read serves all lines of a direction and currency.
 */
export async function transfersFor(
  finance: FinanceRepository,
  lines: readonly AccountLine[],
): Promise<ReadonlyMap<string, readonly TransferSuggestion[]>> {
  const untouched = lines.filter(({ allocations }) => allocations.length === 0)
  const groups = groupedBy(untouched, ({ direction, currency }) => `${direction} ${currency}`)
  const read = [...groups.values()].map(async (group) => {
    const days = group.map(({ valueDate }) => valueDate).sort()
    const { direction, currency } = group[0]!
    const others = await finance.pageLines({
      statuses: ['open'],
      direction: direction === 'credit' ? 'debit' : 'credit',
      currency,
      amounts: [...new Set(group.map(({ amount }) => amount))],
      from: plusDays(days[0]!, -maxTransferDays),
      to: plusDays(days.at(-1)!, maxTransferDays),
      limit: maxTransfers * group.length,
    })
    return group.map((line) => {
      const near = others.filter((other) => isWithinDays(line, other))
      return [line.key, suggestTransfers(line, near)] as const
    })
  })
  return new Map((await Promise.all(read)).flat())
}

function isWithinDays({ valueDate }: AccountLine, other: AccountLine): boolean {
  return (
    other.valueDate >= plusDays(valueDate, -maxTransferDays) && other.valueDate <= plusDays(valueDate, maxTransferDays)
  )
}
