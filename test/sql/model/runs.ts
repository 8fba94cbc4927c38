/** The random sequences that are played, and their number. */
import fc from 'fast-check'

/** HP_SEQUENCES=1000 plays the long form; HP_SEED and HP_PATH, as a failure prints them, play one sequence again. */
export const sequences = Number(process.env['HP_SEQUENCES'] ?? 25)
export const isLong = sequences >= 1000

const { HP_PATH: path } = process.env
const chosen = path === undefined ? {} : { path }

/** A sequence takes milliseconds, unless the machine is busy with much else; a failing one is played until it is short. */
export const timeout = 60_000 + sequences * 5_000

export interface Runs {
  readonly count?: number
  readonly seed?: number
  readonly maxShrinkingMs?: number
}

/** Plays as many sequences as wanted; throws a short one that fails, and how to play it again. */
export async function playAll<Play>(
  plays: fc.Arbitrary<Play>,
  play: (sequence: Play) => Promise<void>,
  { count = sequences, seed: chosenSeed, maxShrinkingMs = 30_000 }: Runs = {},
): Promise<void> {
  const property = fc.asyncProperty(plays, play)
  const place = chosenSeed === undefined ? chosen : { seed: chosenSeed }
  const first = await fc.check(property, { ...place, numRuns: count, endOnFailure: true })
  if (!first.failed) return
  const failing = { seed: first.seed, path: first.counterexamplePath! }
  const shrunk = await fc.check(property, { ...failing, numRuns: 1, interruptAfterTimeLimit: maxShrinkingMs })
  const details = shrunk.failed ? shrunk : first
  const again = `play it again with HP_SEED=${failing.seed} HP_PATH=${failing.path}`
  throw new Error(`${again}\n${fc.defaultReportMessage(details)}`, { cause: details.errorInstance })
}
