/** At which statement of which call a process dies. */

export interface Moment {
  readonly call: number
  /** The index of one of the call's statements, from 0. */
  readonly statement: number
  /** Just before it is sent, or just after, before its answer is read. */
  readonly when: 'before' | 'sent'
}

/** Lists every moment of calls that send so many statements each, in the order in which they come. */
export function momentsOf(statements: readonly number[]): Moment[] {
  return statements.flatMap((count, call) =>
    Array.from({ length: count }, (_, statement) =>
      (['before', 'sent'] as const).map((when) => ({ call, statement, when })),
    ).flat(),
  )
}

/** Picks at most `max` moments, evenly apart, with the first and the last. */
export function someMoments(moments: readonly Moment[], max: number): readonly Moment[] {
  if (moments.length <= max) return moments
  const apart = (moments.length - 1) / (max - 1)
  return Array.from({ length: max }, (_, i) => moments[Math.round(i * apart)]!)
}
