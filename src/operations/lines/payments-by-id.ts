import type { Payment } from '../../domain/payments/payment.js'
import type { Context } from '../context.js'
import { ShownPayments } from '../payments/shown-payments.js'
import { financeOf } from '../storage.js'
import { readPayments } from './payments-of-lines.js'

/** Reads payments together, such as those that a remittance proposes, by their ids. */
export async function paymentsById(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Payment>> {
  if (ids.length === 0) return new Map()
  return (await readPayments(financeOf(context), { ids, shownPayments: new ShownPayments() })).payments
}
