import { hour, minute, unknownId } from '../../support/service.js'
import { type Answer, answers } from './answers.js'
import type { PaymentCommand } from './model.js'
import { instantAt, type World } from './world.js'

type Roll = (n: number) => number

export type SweepCommand = { kind: 'expireDue'; limit: number }

/** `answers` and `takesMs` are the receiver's, to one send after another; `diesAfter` so many the relay is killed. */
export type RelayCommand =
  | {
      kind: 'deliver'
      limit: number
      leaseMs: number
      concurrency: number
      answers: readonly Answer[]
      takesMs: readonly number[]
      diesAfter: number | null
    }
  | { kind: 'redeliver'; limit: number }

export type Command = PaymentCommand | SweepCommand | RelayCommand

/** Draws a relay's call with whatever receivers may do to it. */
export function anyDelivery(roll: Roll): RelayCommand {
  const leaseMs = [minute, minute, 1_000][roll(3)]!
  return {
    kind: 'deliver',
    limit: 1 + roll(6),
    leaseMs,
    concurrency: 1 + roll(2),
    answers: [answers[roll(answers.length)]!, answers[roll(answers.length)]!, 'delivered'],
    takesMs: [[0, leaseMs - 1, leaseMs][roll(3)]!, 0],
    diesAfter: roll(4) === 0 ? 1 + roll(2) : null,
  }
}

/** Draws a time: mostly a moment; sometimes hours, after which leases and waits are over. */
export function timeToPass(roll: Roll): number {
  if (roll(3) > 0) return 0
  return roll(4) === 0 ? roll(40) * hour : roll(90_000)
}

const amounts = [100, 250]

/** Draws a command that may well collide with earlier ones: few references, keys, amounts and transactions. */
export function anyCommand(roll: Roll, { ids, now }: Pick<World, 'ids' | 'now'>): Command {
  const id = ids.length === 0 || roll(40) === 0 ? unknownId : ids[roll(ids.length)]!
  const kind = roll(ids.length < 3 ? 3 : 16)
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
      transaction: [null, ['TX-0', 'TX-1', 'tx-1', 'TX-2'][roll(4)]!][roll(2)]!,
      paidAt: [null, instantAt(now() - 60_000 * roll(3))][roll(2)]!,
    }
  }
  if (kind === 7) return { kind: 'expireDue', limit: 1 + roll(3) }
  if (kind === 12) return { kind: 'redeliver', limit: 1 + roll(3) }
  if (kind > 12) return anyDelivery(roll)
  return { kind: (['fail', 'expire', 'reverse', 'reverse'] as const)[kind - 8]!, id }
}
