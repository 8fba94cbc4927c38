import type { CashActor } from '../../domain/cash/movement.js'
import type { Context } from '../context.js'
import { hostAnswer } from '../host-answer.js'

/** The person of a call, and whether the caller says that it is a supervisor. */
interface Person {
  readonly actor: string
  readonly supervisor?: boolean | undefined
}

function isNamedByHost({ cashSupervisors }: Context, actor: string): boolean | null {
  return cashSupervisors && hostAnswer('cashSupervisors', () => cashSupervisors(actor))
}

/** Returns the person of a call. Without a word of the caller the option `cashSupervisors` decides, and without it there are none. */
export function cashActor(context: Context, { actor, supervisor }: Person): CashActor {
  return { actor, isSupervisor: supervisor ?? isNamedByHost(context, actor) ?? false }
}

/** Returns true where a person may control the movements of others: anyone may where neither caller nor host names supervisors. */
export function mayControl(context: Context, { actor, supervisor }: Person): boolean {
  return supervisor ?? isNamedByHost(context, actor) ?? true
}
