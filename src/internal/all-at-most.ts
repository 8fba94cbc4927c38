import { forEachAtMost } from './for-each-at-most.js'

/** What each of these calls gives, in their order; never are more than `most` under way. */
export async function allAtMost<Calls extends readonly (() => Promise<unknown>)[]>(
  max: number,
  calls: readonly [...Calls],
): Promise<{ -readonly [Place in keyof Calls]: Awaited<ReturnType<Calls[Place]>> }> {
  const given: unknown[] = []
  await forEachAtMost(max, [...calls.keys()], async (place) => {
    given[place] = await calls[place]!()
  })
  return given as { -readonly [Place in keyof Calls]: Awaited<ReturnType<Calls[Place]>> }
}
