import { instantAt, type World } from './world.js'
import type { Command } from './model.js'
import { unknownId } from '../../support/service.js'

type Roll = (n: number) => number

const amounts = [100, 250]

/** A command that may well collide with earlier ones: few references, keys, amounts and transactions. */
export function anyCommand(roll: Roll, { ids, now }: Pick<World, 'ids' | 'now'>): Command {
  const id = ids.length === 0 || roll(40) === 0 ? unknownId : ids[roll(ids.length)]!
  const kind = roll(ids.length < 3 ? 3 : 12)
  if (kind <= 2) {
    return {
      kind: 'create',
      reference: `INV-${roll(3)}`,
      amount: amounts[roll(2)]!,
      channel: roll(3) === 0 ? 'cash' : 'mobile-banking',
      expiresAt: [null, null, instantAt(now() + 60_000 * roll(4)), instantAt(now() - 1000)][roll(4)]!,
      key: roll(2) === 0 ? null : `key-${roll(5)}`,
    }
  }
  if (kind <= 6) {
    return {
      kind: 'confirm',
      id,
      amount: [null, amounts[roll(2)]!][roll(2)]!,
      transaction: [null, `TX-${roll(4)}`][roll(2)]!,
      paidAt: [null, instantAt(now() - 60_000 * roll(3))][roll(2)]!,
    }
  }
  if (kind === 7) return { kind: 'expireDue', limit: 1 + roll(3) }
  return { kind: (['fail', 'expire', 'reverse', 'reverse'] as const)[kind - 8]!, id }
}
