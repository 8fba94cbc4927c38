export const isLong = process.env['HP_LONG'] === '1'

/** How often a test repeats what it tries: few times in `npm run test:all`, as often as our goals say in `npm run test:faults`. */
export function rounds(short: number, long: number): number {
  return isLong ? long : short
}

/** How many examples a property draws, or seeds are played: these, the same in each run, and thirty times as many in the long form. */
export function examples(count: number): number {
  return isLong ? 30 * count : count
}

/** Set by `test/mutation/vitest.config.ts`. */
export const isMutating = process.env['HP_MUTATING'] === '1'
