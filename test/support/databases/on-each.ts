import { describe, it } from 'vitest'
import { doWithout, mustRunAll } from '../tools.js'

/** Something that tests need and a machine may lack. */
export interface Needed {
  readonly name: string
  /** `undefined` when it is there. */
  lack(): Promise<Lack | undefined>
}

export interface Lack {
  /** What is missing, and how to get it. */
  readonly reason: string
  /** CI may do without it as well. */
  readonly optional: boolean
}

/** What CI may not do without, where it is missing. */
export function required(reason: string | undefined): Lack | undefined {
  return reason === undefined ? undefined : { reason, optional: false }
}

/** Declares the same tests for each entry. For a missing one there is a single test, whose name is the reason. */
export function onEach<Entry extends Needed>(
  entries: readonly Entry[],
  title: string,
  declareTests: (entry: Entry) => void,
): void {
  for (const entry of entries) {
    describe(`${title} on ${entry.name}`, async () => {
      const lack = await entry.lack()
      if (lack === undefined) return declareTests(entry)
      const { reason, optional } = lack
      if (mustRunAll && !optional) return it(reason, () => doWithout(reason))
      if (!optional) doWithout(reason)
      it.skip(reason, () => undefined)
    })
  }
}
