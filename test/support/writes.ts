import type { InsertEntry, InsertOutcome, PaymentRepository } from 'hospital-payments/repository'
import { checkStorable } from '../../src/repository/checks.js'

export { group, insertOne } from '../../src/testing/steps.js'

/**
 * Makes an `insert` of a wrapped repository that does the same with each entry, one after the other; what the core
 * never sends is refused before, for then none is stored.
 */
export function insertEach(insert: (entry: InsertEntry) => Promise<InsertOutcome>): PaymentRepository['insert'] {
  return async (entries) => {
    if (entries.length > 1) for (const { payment, event } of entries) checkStorable(payment, event, 1)
    const outcomes: InsertOutcome[] = []
    for (const entry of entries) outcomes.push(await insert(entry))
    return outcomes
  }
}

/** Makes an `insert` that does something else with an entry that comes alone; a group is stored as it should be. */
export function insertAlone(
  sound: PaymentRepository,
  insert: (entry: InsertEntry) => Promise<InsertOutcome>,
): PaymentRepository['insert'] {
  return async (entries) => (entries.length === 1 ? [await insert(entries[0]!)] : sound.insert(entries))
}
