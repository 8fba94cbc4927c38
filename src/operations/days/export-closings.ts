import { checkDateRange } from '../../domain/calendar.js'
import type { ClosingCurrency, ClosingRecord } from '../../domain/days/closing.js'
import { decimalOf, exportRows, type RowColumn, rowColumn } from '../../domain/row-export.js'
import { isPossibleReference } from '../../domain/text.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { rowExportOf, type RowExportOptions } from '../input/csv.js'
import { closingsExportQuery, type ClosingsExportQuery } from '../input/day-calls.js'
import { parseOptions } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { type ClosingFilter, linksOf } from './find-closings.js'

/** A link and one currency of its day; a reopening, and a day without lines and balances, has none. */
interface ClosingRow {
  readonly link: ClosingRecord
  readonly sums: ClosingCurrency | null
}

const column = rowColumn<ClosingRow>

/** Makes a column of an amount, as decimal text. */
function amountColumn(name: string, amountOf: (sums: ClosingCurrency) => string | null): RowColumn<ClosingRow> {
  return column(name, 'plain', ({ sums }) => {
    const amount = sums && amountOf(sums)
    return amount === null ? null : decimalOf({ amount, currency: sums!.currency })
  })
}

/** The columns in the documented order. */
const closingColumns: readonly RowColumn<ClosingRow>[] = [
  column('account', 'callerText', ({ link }) => link.account),
  column('day', 'plain', ({ link }) => link.day),
  column('sequence', 'plain', ({ link }) => link.sequence),
  column('kind', 'plain', ({ link }) => link.kind),
  column('currency', 'plain', ({ sums }) => sums && sums.currency),
  amountColumn('opening', ({ opening }) => opening),
  amountColumn('closing', ({ closing }) => closing),
  amountColumn('credits', ({ credits }) => credits),
  amountColumn('debits', ({ debits }) => debits),
  column('openCount', 'plain', ({ sums }) => sums && sums.open.count),
  amountColumn('openAmount', ({ open }) => open.amount),
  column('actor', 'callerText', ({ link }) => link.actor),
  column('createdAt', 'plain', ({ link }) => link.createdAt),
  column('hash', 'plain', ({ link }) => link.hash),
]

async function* rowsOf(finance: FinanceRepository, filter: ClosingFilter): AsyncGenerator<readonly ClosingRow[]> {
  for await (const links of linksOf(finance, filter)) {
    yield links.flatMap((link): ClosingRow[] =>
      link.currencies.length === 0 ? [{ link, sums: null }] : link.currencies.map((sums) => ({ link, sums })),
    )
  }
}

export async function* exportClosings(
  context: Context,
  query?: ClosingsExportQuery,
  options?: RowExportOptions,
): AsyncGenerator<string> {
  const { mode, bom, ...filter } = parseOptions(closingsExportQuery, query)
  const written = rowExportOf({ mode, bom }, options)
  checkDateRange(filter)
  const { account } = filter
  const finance = financeOf(context)
  const isPossible = account === undefined || isPossibleReference(account)
  yield* exportRows({ columns: closingColumns, ...written, scan: isPossible ? () => rowsOf(finance, filter) : null })
}
