import type { InsertEntry, InsertOutcome, PaymentRepository } from 'hospital-payments/repository'

export { group, insertOne } from '../../src/testing/steps.js'

/** An `insert` of a wrapped repository that does the same with each entry, one after the other. */
export function insertEach(insert: (entry: InsertEntry) => Promise<InsertOutcome>): PaymentRepository['insert'] {
  return async (entries) => {
    const outcomes: InsertOutcome[] = []
    for (const entry of entries) outcomes.push(await insert(entry))
    return outcomes
  }
}
