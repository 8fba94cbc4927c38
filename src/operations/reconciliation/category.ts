import { shapes } from '../../domain/limits.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import { PaymentError } from '../../errors.js'
import type { Reconciliation } from '../input/reconcile-options.js'

/** Calls the host's function for a line that no payment settles, such as a bank charge; `null` where it names no category. */
export function categoryOfLine(line: StatementLine, categoryOf: Reconciliation['categoryOf']): string | null {
  if (!categoryOf) return null
  let category: unknown
  try {
    category = categoryOf({ ...line })
  } catch (cause) {
    throw new PaymentError('internal_error', 'categoryOf threw; nothing of this line was written.', { cause })
  }
  if (category === undefined) return null
  if (typeof category === 'string' && shapes.category.test(category)) return category
  throw new PaymentError(
    'internal_error',
    'categoryOf must return undefined, or 1 to 64 of the characters a-z, 0-9, _, . and -.',
  )
}
