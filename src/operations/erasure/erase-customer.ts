import { isPaymentId } from '../../domain/id.js'
import { shapes } from '../../domain/limits.js'
import { paymentNotFound } from '../../domain/not-found.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { PaymentError } from '../../errors.js'
import { refunds } from '../../repository/aggregates/refunds.js'
import type { FinanceRepository, LinePosition } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { erasureOptions, type ErasureOptions, erasureTarget, type ErasureTarget } from '../input/erasure-calls.js'
import { parse } from '../input/parse.js'
import { eventsOf } from '../lines/payments-of-lines.js'
import { maxRetries } from '../payments/store-changes.js'
import { financeOf } from '../storage.js'
import { type ErasureCall, erasePayment } from './erase-payment.js'
import { lineErasures, lineKeysOf, linesOf, type Person } from './words-of-person.js'

/** The number of payments or lines that are read at once. */
const pageSize = 200

export async function eraseCustomer(
  context: Context,
  target: ErasureTarget,
  options: ErasureOptions,
): Promise<{ erased: number }> {
  const { customerId, paymentId } = parse(erasureTarget, target)
  const { reason, actor = null } = parse(erasureOptions, options)
  const call = { reason, actor }
  return {
    erased: await (customerId === undefined
      ? ofPayment(context, paymentId!, call)
      : ofCustomer(context, customerId, call)),
  }
}

async function ofPayment(context: Context, id: string, call: ErasureCall): Promise<number> {
  const payment = isPaymentId(id) ? await context.repository.get(id) : null
  if (!payment) throw paymentNotFound(id)
  const payer = payment.customer?.id
  const person: Person = {
    hasPayment: async (other) => other === id,
    // Of a payment that names no payer, whoever paid is the only one there is.
    hasPayerId: (payerId) => payer === undefined || payer === payerId,
  }
  return (await erasePayment(context, payment, person, call)) ? 1 : 0
}

async function ofCustomer(context: Context, customerId: string, call: ErasureCall): Promise<number> {
  if (!shapes.customerId.test(customerId)) return 0
  const finance = financeOf(context)
  const known = new Map<string, boolean>()
  const person: Person = {
    async hasPayment(id) {
      const isKnown = known.get(id) ?? (await finance.get(id))?.customer?.id === customerId
      known.set(id, isKnown)
      return isKnown
    },
    hasPayerId: (payerId) => payerId === customerId,
  }
  let erased = 0
  for await (const payments of paymentsOf(finance, customerId)) {
    for (const { id } of payments) known.set(id, true)
    for (const payment of payments) if (await erasePayment(context, payment, person, call)) erased++
  }
  for await (const lines of linesOfPayer(finance, customerId)) {
    const keys = [...lines.map(({ key }) => key), ...(await keysOfPayouts(finance, lines))]
    await eraseLines(finance, [...new Set(keys)], person)
  }
  return erased
}

async function* paymentsOf(finance: FinanceRepository, customerId: string): AsyncGenerator<readonly Payment[]> {
  let last: Payment | undefined
  do {
    const payments: readonly Payment[] = await finance.page({
      by: 'createdAt',
      direction: 'asc',
      customerId,
      ...(last && { after: { at: last.createdAt, id: last.id } }),
      limit: pageSize,
    })
    yield payments
    last = payments.length < pageSize ? undefined : payments.at(-1)
  } while (last)
}

async function* linesOfPayer(finance: FinanceRepository, payerId: string): AsyncGenerator<readonly AccountLine[]> {
  let after: LinePosition | undefined
  do {
    const lines: readonly AccountLine[] = await finance.pageLines({ payerId, ...(after && { after }), limit: pageSize })
    yield lines
    after = lines.length < pageSize ? undefined : lines.at(-1)
  } while (after)
}

/** Lists the keys of the lines that paid refunds of these lines out. */
async function keysOfPayouts(finance: FinanceRepository, lines: readonly AccountLine[]): Promise<string[]> {
  const keys = lines.map(({ key }) => key)
  const ids = (await finance.findRows(refunds, 'lineKey', keys)).map(({ row }) => row.id)
  return lineKeysOf(await eventsOf(finance, ids))
}

/** Erases the text of those lines that are the person's alone, in one write. */
async function eraseLines(finance: FinanceRepository, keys: readonly string[], person: Person): Promise<void> {
  for (let tries = 0; tries <= maxRetries; tries++) {
    const entries = await lineErasures(finance, await linesOf(finance, keys), person)
    if (entries.length === 0) return
    const { outcome } = await finance.replace({ changes: [], lines: entries })
    if (outcome === 'replaced') return
  }
  throw new PaymentError(
    'concurrent_update',
    'Write conflict with other changes of lines; their text is not erased. Erase again: what was erased stays so.',
  )
}
