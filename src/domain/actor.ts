/** The names of people and programs that act: the rules of a name, and the comparison of two. */
import { maxLength } from './limits.js'
import { foldedText, freeTextProblem, holdsInvisible } from './text.js'

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

/** Checks that two names are one person's, whatever the case, width and padding of their letters. */
export function isSameActor(actor: string, other: string): boolean {
  return foldedText(actor).trim() === foldedText(other).trim()
}
