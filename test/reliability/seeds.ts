/** Runs of a simulation over many seeds. */
import { examples } from '../support/rounds.js'

export const firstSeeds = (n: number): number[] => Array.from({ length: n }, (_, seed) => seed)

/** Lists so many seeds, more of them in the long form: HP_SEEDS=10000 plays so many, HP_SEED=123 one seed alone. */
export function seedsOfRun(short: number): readonly number[] {
  const only = process.env['HP_SEED']
  return only === undefined ? firstSeeds(Number(process.env['HP_SEEDS'] ?? examples(short))) : [Number(only)]
}

/** Says the seeds in the name of a test. */
export const named = (seeds: readonly number[]): string =>
  seeds.length === 1 ? `seed ${seeds[0]}` : `${seeds.length} seeds`

/** Plays the seeds and counts how often each outcome came; a failure names its seed. */
export async function playAll(
  seeds: readonly number[],
  play: (seed: number) => Promise<readonly string[]>,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  for (const seed of seeds) {
    const ends = await play(seed).catch((cause: unknown) => {
      throw new Error(`seed ${seed} fails (${String(cause)}); play it again with HP_SEED=${seed}`, { cause })
    })
    for (const outcome of ends) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  return outcomes
}
