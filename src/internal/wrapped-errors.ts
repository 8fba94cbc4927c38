/** Properties in which ORMs, and bridges over them, keep the error of the driver. */
export const wrappings = ['cause', 'original', 'driverError'] as const

/** Maximum of wrapped errors: deeper than any library wraps one; an error may be its own cause. */
export const maxWrappings = 3

/** Yields an error, and those that it wraps, each before those inside it. */
export function* errorsIn(error: unknown, depth = 0): Generator<object> {
  if (typeof error !== 'object' || error === null) return
  yield error
  if (depth === maxWrappings) return
  for (const name of wrappings) yield* errorsIn((error as Record<string, unknown>)[name], depth + 1)
}
