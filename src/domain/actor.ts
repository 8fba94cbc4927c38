/** The names of people and programs that act: what one may be, and when two of them are one. */
import { maxLength } from './limits.js'
import { freeTextProblem, holdsInvisible } from './text.js'

/**
 * Says what is wrong with the name of an actor, or `null`. Unlike a reference it may hold no joiner and no variation selector
 * either: two names that look the same must not be two people.
 */
export function actorProblem(actor: string): string | null {
  if (actor.trim() === '') return 'is empty'
  return (
    freeTextProblem(actor, maxLength.actor) ??
    (holdsInvisible(actor) ? 'holds a control character or an invisible one' : null)
  )
}

/** Upper case first: `ß` and `SS`, `ς` and `σ` are one letter then. Normalized again, because a change of case decomposes. */
function folded(actor: string): string {
  return actor.normalize('NFKC').trim().toUpperCase().toLowerCase().normalize('NFKC')
}

/** Whether two names are one person's, in whatever letters, width and padding they are written. */
export function isSameActor(one: string, other: string): boolean {
  return folded(one) === folded(other)
}
