/** The statements that erase what is said of people beside their payments and lines. */
import { aggregates } from '../../repository/aggregates/index.js'
import { erasedBy } from '../../repository/aggregates/aggregate.js'
import type { Change, LineEntry } from '../../repository/port.js'
import type { SqlContext } from './context.js'
import type { WriteStatement } from './database.js'
import { inOneOrder } from './one-order.js'

/** Returns the statements that erase the text of all rows about these payments or lines. */
function textErasures(
  context: SqlContext,
  subject: 'paymentId' | 'lineKey',
  values: readonly string[],
): readonly WriteStatement[] {
  const described = inOneOrder(aggregates, ({ name }) => name).filter((of) => erasedBy(of).includes(subject))
  return described.flatMap((of) => context.aggregates(of).erase(subject, values))
}

/** Returns the statements for what changes of payments erase; nearly all erase nothing. */
export function erasuresOfPayments(context: SqlContext, changes: readonly Change[]): readonly WriteStatement[] {
  const erasing = inOneOrder(
    changes.filter(({ erases }) => erases !== undefined),
    ({ payment }) => payment.id,
  )
  if (erasing.length === 0) return []
  const ids = erasing.map(({ payment }) => payment.id)
  return [
    ...context.statements.eraseFingerprints(ids),
    ...erasing.flatMap(({ payment, erases }) => context.statements.deleteTerms(payment, erases!.terms)),
    ...textErasures(context, 'paymentId', ids),
  ]
}

/** Returns the statements for what entries of lines erase beside the line itself. */
export function erasuresOfLines(context: SqlContext, entries: readonly LineEntry[]): readonly WriteStatement[] {
  const keys = entries.flatMap(({ key, erases }) => (erases ? [key] : []))
  return keys.length > 0 ? textErasures(context, 'lineKey', keys) : []
}
