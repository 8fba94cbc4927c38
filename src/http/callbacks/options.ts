/** The option `callbacks` of a handler. */
import { defaultTenant } from '../../domain/tenant.js'
import { isPlainObject, unknownNames } from '../../internal/option-checks.js'
import type { Demand } from '../../internal/demand.js'
import type { HospitalPayments } from '../../service.js'
import { keysOf } from './callback-path.js'

/** The callbacks of providers: the secret of their paths, and the service of each hospital. */
export interface CallbackOptions {
  /** The secret of `callbackPath`; of several the first signs, and any is accepted. 32 random bytes as text are enough. */
  secret: string | readonly string[]
  /**
   * Returns the service of the tenant that a path names; `default` where it names none. It is needed where the option `payments`
   * is a function. Where it returns none, the answer is 404.
   */
  payments?:
    ((tenant: string) => HospitalPayments | null | undefined | Promise<HospitalPayments | null | undefined>) | undefined
}

export interface CallbackSettings {
  readonly keys: readonly Uint8Array[]
  /** Returns what should be the service of a tenant. */
  readonly paymentsOf: (tenant: string) => unknown
}

const names = ['secret', 'payments'] as const satisfies readonly (keyof CallbackOptions)[]

/** Returns true for a service that takes callbacks; those of older copies of the library do not. */
export function takesCallbacks(value: unknown): value is Pick<HospitalPayments, 'attempts'> {
  return isPlainObject(value) && isPlainObject(value['attempts']) && typeof value['attempts']['receive'] === 'function'
}

/**
 * Reads the option; `null` where it is left out.
 *
 * @param payments the option of the handler beside it
 * @throws TypeError for a wrong option
 */
export function readCallbacks(
  callbacks: CallbackOptions | undefined,
  payments: unknown,
  demand: Demand,
): CallbackSettings | null {
  if (callbacks === undefined) return null
  demand(isPlainObject(callbacks), 'callbacks must be { secret, payments? }')
  const unknown = unknownNames(callbacks, names)
  demand(unknown.length === 0, `unknown option callbacks.${unknown.join(', callbacks.')}`)
  const { secret, payments: paymentsOf } = callbacks as CallbackOptions
  const keys = keysOf(secret, (condition, problem) => demand(condition, `callbacks.${problem}`))
  if (paymentsOf === undefined) {
    demand(
      typeof payments !== 'function',
      'callbacks.payments is required where payments is a function: a callback has no principal',
    )
    demand(takesCallbacks(payments), 'callbacks need a service with attempts')
    return { keys, paymentsOf: (tenant) => (tenant === defaultTenant ? payments : null) }
  }
  demand(typeof paymentsOf === 'function', 'callbacks.payments must be a function that returns the service of a tenant')
  return { keys, paymentsOf }
}
