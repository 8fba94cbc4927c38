import type { FinanceRepository } from 'hospital-payments/repository'
import { wrappedFinance } from '../../../support/finance-repositories.js'

type Group = Parameters<FinanceRepository['replace']>[0]

/** A storage before whose first write of one kind another call comes. */
export interface Interleaved {
  readonly repository: FinanceRepository
  /** Returns true once the other call was made. */
  isDone(): boolean
}

/** Makes a storage at which another call is made, and ends, before the first write that is meant. */
export function interleaved(
  repository: FinanceRepository,
  isMeant: (group: Group) => boolean,
  other: () => Promise<unknown>,
): Interleaved {
  let isDone = false
  return {
    isDone: () => isDone,
    repository: wrappedFinance(repository, async (name, proceed, argument) => {
      if (name === 'replace' && !isDone && isMeant(argument as Group)) {
        isDone = true
        await other()
      }
      return proceed()
    }),
  }
}

/** Returns a check for writes of an attempt that is paid. */
export function isPaid(id: string): (group: Group) => boolean {
  return ({ rows = [] }) =>
    rows.some(({ of, row }) => of.name === 'attempts' && (row as { id: string }).id === id && isOfMoney(row))
}

function isOfMoney(row: object): boolean {
  return 'lineKey' in row && row.lineKey !== null
}
