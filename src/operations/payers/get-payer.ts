import type { PayerSum } from '../../repository/finance-port.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import type { Context } from '../context.js'
import { payerArgument } from '../input/payer-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'

/** A payer's money: one entry for each currency in which there is any. */
export interface Payer {
  readonly payerId: string
  readonly currencies: readonly Readonly<PayerSum>[]
}

export async function getPayer(context: Context, id: string): Promise<Payer> {
  const { payerId } = parse(payerArgument, { payerId: id })
  const sums = await financeOf(context).sumPayer(payerId)
  return { payerId, currencies: sortedByText(sums, ({ currency }) => currency) }
}
