export const isLong = process.env['HP_LONG'] === '1'

/**
 * True where a suite that says the same of several storages runs over one of them, and properties draw a quarter: `npm
 * test`.
 */
export const isShort = process.env['HP_SHORT'] === '1'

/**
 * Returns how often a test repeats what it tries: few times in `npm run test:all`, as often as our goals say in `npm
 * run test:faults`.
 */
export function rounds(few: number, many: number): number {
  return isLong ? many : few
}

/**
 * Returns how many examples a property draws, or seeds and rounds are played: these, the same in each run; the first
 * quarter of them in the short form, and thirty times as many in the long one.
 */
export function examples(count: number): number {
  if (isLong) return 30 * count
  return isShort ? Math.ceil(count / 4) : count
}

/**
 * Returns all values that are tried one by one; of more than twenty, in the short form, every seventh, and so some of
 * each kind.
 */
export function sampled<Value>(values: Iterable<Value>): readonly Value[] {
  const all = [...values]
  return isShort && all.length > 20 ? all.filter((_, index) => index % 7 === 0) : all
}

/** Lists the numbers of so many calls, of which each fails once: from 1. */
export function everyCall(count: number): readonly number[] {
  return sampled(Array.from({ length: count }, (_, index) => index + 1))
}

/** Set by `test/partitions/vitest.config.ts`: every PostgreSQL of the tests has tables that are distributed by tenant. */
export const isDistributed = process.env['HP_DISTRIBUTED'] === 'partitions'

/** Set by `test/mutation/vitest.config.ts`. */
export const isMutating = process.env['HP_MUTATING'] === '1'
