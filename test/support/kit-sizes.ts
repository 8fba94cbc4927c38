import type { ContractCase } from 'hospital-payments/testing'

/** Cases of the kit that store thousands of payments or lines. */
export const largeCases = {
  insert: 'An insert of 5,000 entries is answered and stored whole, whatever is amid them',
  lines: 'A group of 5,000 changes with 5,000 lines is stored whole or not at all, each line with its own payment',
  group: 'A group of 5,000 changes is stored whole or not at all, with its events and its line',
  lookup: 'A lookup takes 5,000 keys a list, and gives everything that has one of them',
  lineGroup: 'A group of 5,000 lines is stored whole or not at all',
  lineScan: 'A scan of lines gives each once in batches of at most 1,000, and ends with its reader',
  terms: 'The terms of 5,000 payments that are inserted at once are all kept',
  scan: 'A scan gives every row once and in order, in batches of at most 1,000',
} as const

const names: readonly string[] = Object.values(largeCases)

export const isLarge = ({ name }: { readonly name: string }): boolean => names.includes(name)

/** Returns the first case of each promise: the core of the kit. */
export function firstOf(cases: readonly ContractCase[]): ReadonlySet<ContractCase> {
  return new Set(cases.filter((kitCase) => cases.find(({ promise }) => promise === kitCase.promise) === kitCase))
}
