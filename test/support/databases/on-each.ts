import { describe, it } from 'vitest'
import { isDistributed, isShort } from '../rounds.js'
import { doWithout, mustRunAll } from '../tools.js'

/** Something that tests need and a machine may lack. */
export interface Needed {
  readonly name: string
  /** The one that stands for all, where a run takes one of several. Without any, the first does. */
  readonly standsForAll?: boolean
  /** Returns what is missing; `undefined` when it is there. */
  lack(): Promise<Lack | undefined>
}

export interface Lack {
  /** Words for people: what is missing, and how to get it. */
  readonly reason: string
  /** CI may do without it as well. */
  readonly optional: boolean
}

/** Returns a lack that CI may not do without, where something is missing. */
export function required(reason: string | undefined): Lack | undefined {
  return reason === undefined ? undefined : { reason, optional: false }
}

/** Returns the one of several that a run over one of them takes. */
export function standingForAll<Entry extends Needed>(entries: readonly Entry[]): Entry | undefined {
  return entries.find((entry) => entry.standsForAll) ?? entries[0]
}

/**
 * Declares the same tests for each entry; where one stands for all, for that one. For a missing one, or one left out, there is a
 * test that fails or skips with the reason.
 */
export function onEach<Entry extends Needed>(
  entries: readonly Entry[],
  title: string,
  declareTests: (entry: Entry) => void,
): void {
  const one = standingForAll(entries)
  for (const entry of entries) {
    describe(`${title} on ${entry.name}`, async () => {
      if (isDistributed && !entry.name.endsWith('(partitions)'))
        return it.skip('is left to npm run test:all', () => undefined)
      if (isShort && entry !== one) return it.skip('is left to npm run test:all', () => undefined)
      const lack = await entry.lack()
      if (lack === undefined) return declareTests(entry)
      const { reason, optional } = lack
      if (mustRunAll && !optional) return it(reason, () => doWithout(reason))
      if (!optional) doWithout(reason)
      it.skip(reason, () => undefined)
    })
  }
}
