import { erasedChange, namesPayer, termsOfPayer } from '../../domain/payments/erasure.js'
import { isPaymentEvent } from '../../domain/event-stream.js'
import { paymentNotFound } from '../../domain/not-found.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { LineEntry } from '../../repository/port.js'
import type { Context } from '../context.js'
import { newerRow } from '../newer-row.js'
import { changesToStore } from '../payments/changes.js'
import { maxRetries, storeChanges } from '../payments/store-changes.js'
import { financeOf } from '../storage.js'
import { lineErasures, lineKeysOf, linesOf, type Person, rowsAbout } from './words-of-person.js'

/** The reason for an erasure, and the person who erases. */
export interface ErasureCall {
  readonly reason: string
  readonly actor: string | null
}

/** The text that a payment's lines still have, and whether nothing is left to erase. */
interface Findings {
  readonly lines: readonly LineEntry[]
  readonly isErased: boolean
}

/**
 * Erases what is said of a payment's payer, in one write: in the payment, in its rows, and in the lines that are the person's
 * alone. Returns false where nothing is said of the payer: then nothing is written.
 */
export async function erasePayment(
  context: Context,
  start: Payment,
  person: Person,
  { reason, actor }: ErasureCall,
): Promise<boolean> {
  const finance = financeOf(context)
  const shownLines = new Map<string, AccountLine>()
  let payment = start
  let yieldsReference = false

  async function findings(): Promise<Findings> {
    const events = await finance.history(payment.id)
    const { haveText, lineKeys } = await rowsAbout(finance, 'paymentId', payment.id)
    const keys = [...new Set([...lineKeysOf(events), ...lineKeys])]
    const stored = await linesOf(finance, keys)
    const newest = stored.map((line) => newerRow(line, shownLines.get(line.key)))
    const lines = await lineErasures(finance, newest, person)
    const wasErased = events.some((event) => isPaymentEvent(event) && event.type === 'payment.erased')
    return { lines, isErased: wasErased && !haveText && lines.length === 0 && !namesPayer(payment) }
  }

  return storeChanges<boolean>(context, {
    async decide() {
      const { lines, isErased } = await findings()
      if (isErased) return { result: false }
      const change = { ...erasedChange(payment, reason, context.now()), yieldsReference }
      const erases = { terms: termsOfPayer(payment) }
      const changes = changesToStore(context, [change], actor).map((stored) => ({ ...stored, erases }))
      return { store: () => finance.replace({ changes, lines }), stored: () => true }
    },
    async learn(conflict) {
      if (conflict.outcome === 'line_stale' && conflict.line) shownLines.set(conflict.key, conflict.line)
      // Another payment has the reference already: this one stays without it in the index.
      if (conflict.outcome === 'reference_taken') yieldsReference = true
      if (conflict.outcome !== 'stale') return
      const current = conflict.current ?? (await finance.get(payment.id))
      if (!current) throw paymentNotFound(payment.id)
      payment = current
    },
    maxRetries: () => maxRetries,
    log: {
      message: 'Another change was stored first; an erasure is decided again.',
      fields: { paymentId: payment.id },
    },
    gaveUp: 'Write conflict with other changes of a payment; it is not erased. Erase again: what was erased stays so.',
  })
}
