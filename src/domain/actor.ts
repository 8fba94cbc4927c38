/** The names of people and programs that act: the rules of a name, and the comparison of two. */
import { maxLength } from './limits.js'
import { freeTextProblem, holdsInvisible } from './text.js'

/**
 * Describes what is wrong with the name of an actor, or returns `null`. Unlike a reference it may hold no joiner and no
 * variation selector: two names that look the same must not be two people.
 */
export function actorProblem(actor: string): string | null {
  if (actor.trim() === '') return 'is empty'
  return (
    freeTextProblem(actor, maxLength.actor) ??
    (holdsInvisible(actor) ? 'contains a control character or an invisible character' : null)
  )
}

/**
 * Folds a name for comparing. Upper case comes first, so that `ß` and `SS`, `ς` and `σ` are one letter; it is
 * normalized again, because a change of case decomposes.
 */
function foldActor(actor: string): string {
  return actor.normalize('NFKC').trim().toUpperCase().toLowerCase().normalize('NFKC')
}

/** Checks that two names are one person's, whatever the case, width and padding of their letters. */
export function isSameActor(actor: string, other: string): boolean {
  return foldActor(actor) === foldActor(other)
}
