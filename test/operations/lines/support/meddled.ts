/** Two services over one storage, of which the one comes first wherever the other writes. */
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository, ReplaceOutcome } from 'hospital-payments/repository'
import { recordingLogger } from '../../../support/recording-logger.js'
import { counter } from './counter.js'

type Group = Parameters<FinanceRepository['replace']>[0]

/** Runs `before` with the count of each write; what it returns is answered in the storage's place. */
export function meddled(before: (count: number, group: Group) => Promise<ReplaceOutcome | void>, options = {}) {
  const original = memoryRepository()
  const { logger, lines: logged } = recordingLogger()
  const groups: Group[] = []
  const repository: FinanceRepository = {
    ...original,
    replace: async (group) => {
      groups.push(group)
      return (await before(groups.length, group)) ?? original.replace(group)
    },
  }
  // Whoever comes first works on the storage itself.
  const first = counter({ repository: original, ...options })
  const desk = counter({ repository, logger, ...options })
  return { desk, first, original, groups, logged }
}
