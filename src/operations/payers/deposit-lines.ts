import { depositOfLine } from '../../domain/payers/deposit.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { Context } from '../context.js'
import { payerArgument } from '../input/payer-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'

/** A line with open money of a payer. */
export interface DepositLine {
  readonly line: AccountLine
  /** The minor units of it that belong to the payer's deposit. */
  readonly deposit: number
}

/** The most lines of a page that shows a payer: further ones are in the payer's statement. */
const maxLines = 100

/** Lists the lines whose open money is a payer's deposit, the oldest value date first: the first hundred. */
export async function depositLines(context: Context, id: string): Promise<readonly DepositLine[]> {
  const { payerId } = parse(payerArgument, { payerId: id })
  const query = { payerId, direction: 'credit', statuses: ['open'], limit: maxLines } as const
  const lines = await financeOf(context).pageLines(query)
  return lines.map((line) => ({ line, deposit: depositOfLine(line) })).filter(({ deposit }) => deposit > 0)
}
