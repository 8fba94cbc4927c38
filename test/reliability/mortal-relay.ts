import type { StoredEvent, PaymentRepository } from 'hospital-payments'
import { wrapped } from '../support/repositories.js'

/** The places where a relay may die: from there on it waits for something that never comes. */
export const deaths = [
  'before it sends',
  'after it sent',
  'when its claim is stored',
  'before its completion is stored',
  'when its completion is stored',
] as const

export type Death = (typeof deaths)[number]

const forever = new Promise<never>(() => {})

/** Makes the storage and the receiver of a relay that dies at the `nth` time it comes to `where`, if it ever does. */
export function mortalRelay(
  original: PaymentRepository,
  where: Death | 'lives',
  nth: number,
  breathe: () => Promise<void>,
) {
  let left = nth
  let die = (_: 'dead') => {}
  const death = new Promise<'dead'>((resolve) => (die = resolve))

  /** Lets others come first, before as well as after. */
  async function reached(place: Death): Promise<void> {
    await breathe()
    if (place !== where || --left > 0) return
    die('dead')
    await forever
  }

  const repository = wrapped(original, async (name, proceed) => {
    if (name === 'completeEvents') await reached('before its completion is stored')
    const answer = await proceed()
    if (name === 'completeEvents') await reached('when its completion is stored')
    if (name === 'claimEvents') await reached('when its claim is stored')
    return answer
  })

  const send = (deliver: (event: StoredEvent) => void) => async (event: StoredEvent) => {
    await reached('before it sends')
    deliver(event)
    await reached('after it sent')
  }

  return { repository, send, death }
}
