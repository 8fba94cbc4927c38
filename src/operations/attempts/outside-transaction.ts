import { PaymentError } from '../../errors.js'
import type { Context } from '../context.js'

/**
 * Refuses a call of a provider in a transaction of the host's: an attempt must be committed before its provider is asked, and a message
 * before it is answered. A rollback would lose them, while the payer pays.
 *
 * @throws PaymentError `invalid_request`
 */
export function checkOutsideTransaction({ isInTransaction }: Pick<Context, 'isInTransaction'>, call: string): void {
  if (!isInTransaction()) return
  const message = `attempts.${call} cannot run in your transaction: what it stores must be committed before a provider is asked or answered. Call it on the service itself, after your transaction is committed.`
  throw new PaymentError('invalid_request', message, { details: { issues: [{ path: '', message }] } })
}
