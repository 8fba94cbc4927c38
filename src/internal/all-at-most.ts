import { forEachAtMost } from './for-each-at-most.js'

/** Makes the calls, of which never more than `max` are under way, and returns their results in the same order. */
export async function allAtMost<Calls extends readonly (() => Promise<unknown>)[]>(
  max: number,
  calls: readonly [...Calls],
): Promise<{ -readonly [Place in keyof Calls]: Awaited<ReturnType<Calls[Place]>> }> {
  const results: unknown[] = []
  await forEachAtMost(max, [...calls.keys()], async (place) => {
    results[place] = await calls[place]!()
  })
  return results as { -readonly [Place in keyof Calls]: Awaited<ReturnType<Calls[Place]>> }
}
