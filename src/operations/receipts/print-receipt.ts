import { receiptNotFound } from '../../domain/not-found.js'
import type { Receipt, StoredReceipt } from '../../domain/receipts/receipt.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import { receipts } from '../../repository/aggregates/receipts.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { parse, parseOptions } from '../input/parse.js'
import type { ActorOption } from '../input/payment-calls.js'
import { receiptNumber } from '../input/receipt-calls.js'
import { storeChanges } from '../payments/store-changes.js'
import { financeOf } from '../storage.js'
import { receiptOfNumber, viewOf } from './stored-receipts.js'

/** A receipt that was printed, with the number of this print. */
export interface PrintedReceipt extends Receipt {
  /** 0 for the original, which is the first print; 1 for the first copy, and so on. */
  readonly copy: number
}

const printOptions = field.object({ actor: field.actor.optional() })

/** The tries to count a print: each round one of those who print at once counts his. */
const maxRetries = 64

export async function printReceipt(
  context: Context,
  number: number,
  year: number,
  options?: ActorOption,
): Promise<PrintedReceipt> {
  parse(receiptNumber, { number, year })
  const { actor = null } = parseOptions(printOptions, options, 2)
  const finance = financeOf(context)
  let newest: StoredReceipt | null = null
  const printed = await storeChanges<StoredReceipt>(context, {
    async decide() {
      const stored = newest ?? (await receiptOfNumber(finance, { year, number }))
      if (!stored) throw receiptNotFound({ year, number })
      const row: StoredReceipt = { ...stored, copies: stored.copies + 1, version: stored.version + 1 }
      const rows = [printEntry(context, row, actor)]
      return { store: () => finance.replace({ changes: [], lines: [], rows }), stored: () => row }
    },
    async learn(conflict) {
      if (conflict.outcome === 'row_stale') newest = conflict.stored?.row as StoredReceipt | null
    },
    maxRetries: () => maxRetries,
    log: { message: 'Another print was stored first; a print is counted again.', fields: { year, number } },
    gaveUp: 'Write conflict with other prints of this receipt; this print was not counted. Try again.',
  })
  return { ...(await viewOf(finance, printed)), copy: printed.copies - 1 }
}

function printEntry({ ids, now }: Context, row: StoredReceipt, actor: string | null): RowEntry {
  const { id, year, number, copies, version } = row
  const event = {
    id: ids.event(),
    stream: id,
    version: copies,
    type: 'receipt.printed',
    createdAt: now(),
    actor,
    reason: null,
    data: { year, number, copy: copies - 1 },
  }
  return { of: receipts, row, beside: null, expected: version - 1, events: [event] }
}
