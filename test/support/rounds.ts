export const isLong = process.env['HP_LONG'] === '1'

/** How often a test repeats what it tries: few times in `npm run test:all`, as often as our goals say in `npm run test:faults`. */
export function rounds(short: number, long: number): number {
  return isLong ? long : short
}

/** Set for the slow project, which runs the files of `inFull` in `vitest.config.ts` again. */
export const isFull = process.env['HP_FULL'] === '1'

/** How many examples a property draws, or seeds are played: a third in `npm test`, all in the slow project, ten times as many in the long form. */
export function examples(count: number): number {
  return isLong ? 10 * count : isFull ? count : Math.ceil(count / 3)
}

/** Set by `test/mutation/vitest.config.ts`. */
export const isMutating = process.env['HP_MUTATING'] === '1'
