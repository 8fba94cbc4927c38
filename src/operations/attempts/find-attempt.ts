import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import { isAttemptId } from '../../domain/id.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** Finds an attempt; `null` for an unknown id and for text that is no id at all. */
export async function findAttempt(
  finance: Pick<FinanceRepository, 'findRows'>,
  id: string,
): Promise<StoredAttempt | null> {
  if (typeof id !== 'string' || !isAttemptId(id)) return null
  const [stored] = await finance.findRows(attempts, 'id', [id])
  return stored?.row ?? null
}
