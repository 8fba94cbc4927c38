/** Works through the table of decisions, with the functions that a screen for finance would call. */
import type { AccountLine, HospitalPayments, Allocation, Payment, Suggestion } from 'hospital-payments'
import type { Decision, FirstStep, WantedBill } from './decisions.js'

const actor = 'finance:almaz'

/** The stored line, and how its bills were found. */
export interface Settled {
  readonly line: AccountLine
  readonly found: string
}

const inMinorUnits = (shillings: number) => Math.round(shillings * 100)

/** Returns the newest payment of a reference that can still get money. */
async function paymentOf(payments: HospitalPayments, reference: string): Promise<Payment> {
  const { items } = await payments.findByReference(reference)
  const living = items.find(({ status }) => status !== 'reversed')
  if (!living) throw new Error(`no payment of ${reference}`)
  return living
}

/** Returns the place of a suggestion, and its reasons; throws for a bill that is not suggested. */
function placeOf(suggestions: readonly Suggestion[], { id, reference }: Payment): string {
  const at = suggestions.findIndex(({ payment }) => payment?.id === id)
  if (at < 0) throw new Error(`${reference} is not suggested`)
  return `suggestion ${at + 1}: ${suggestions[at]!.reasons.join(', ')}`
}

/** Finds the bills of a decision; throws where they cannot be found as the decision names it. */
async function find(payments: HospitalPayments, line: AccountLine, { by, bills = [] }: Decision) {
  const references = bills.map((bill) => (typeof bill === 'string' ? bill : bill[0]))
  const payables = await Promise.all(references.map((reference) => paymentOf(payments, reference)))
  if (by === undefined || by === 'paper') return { payables, found: by === 'paper' ? 'by hand' : '' }
  if (by === 'suggestion') {
    const suggestions = await payments.lines.suggest(line.key)
    return { payables, found: payables.map((payment) => placeOf(suggestions, payment)).join('; ') }
  }
  const { items } = await payments.search(by)
  const lost = payables.find(({ id }) => !items.some((payment) => payment.id === id))
  if (lost) throw new Error(`the search does not find ${lost.reference}`)
  return { payables, found: `search: ${items.length} found` }
}

/** Allocates all that is open of a bill, unless the decision has an amount; a debit undoes the whole payment. */
function shareOf({ direction }: AccountLine, payment: Payment, bill: WantedBill): Allocation {
  const { id: paymentId, amount, amountReconciled } = payment
  const all = direction === 'debit' ? amount : amount - amountReconciled
  return { to: 'payment', paymentId, amount: typeof bill === 'string' ? all : inMinorUnits(bill[1]) }
}

async function allocation(
  payments: HospitalPayments,
  { key, version }: AccountLine,
  allocations: readonly Allocation[],
) {
  return payments.lines.allocate(key, { expectedVersion: version, allocations, actor })
}

async function takeBack(payments: HospitalPayments, { key, version }: AccountLine, reason: string) {
  return payments.lines.unallocate(key, { expectedVersion: version, reason, payments: 'reverse', actor })
}

/**
 * Repeats a click too early: takes the first suggestion, and takes it back. The wrong patient's bill is created again.
 */
async function mistake(
  payments: HospitalPayments,
  line: AccountLine,
  { wrong, reason }: FirstStep & { do: 'mistake' },
) {
  const [suggestion] = await payments.lines.suggest(line.key)
  const { reference, amount, currency, channel, id, customer } = suggestion!.payment!
  if (reference !== wrong) throw new Error(`${reference} is suggested first, not ${wrong}`)
  const allocated = await allocation(payments, line, [{ to: 'payment', paymentId: id, amount }])
  const back = await takeBack(payments, allocated, reason)
  await payments.createPayment({ reference, amount, currency, channel, ...(customer && { customer }) })
  return back
}

async function prepare(payments: HospitalPayments, line: AccountLine, step: FirstStep): Promise<AccountLine> {
  const { key, version } = line
  switch (step.do) {
    case 'undo':
      return takeBack(payments, line, step.reason)
    case 'mistake':
      return mistake(payments, line, step)
    case 'ask-again': {
      const { reference, currency, amount } = step
      const { id, channel, customer } = await paymentOf(payments, reference)
      await payments.cancelPayment(id, { reason: 'other_currency', actor })
      await payments.createPayment({ reference, currency, amount, channel, ...(customer && { customer }) })
      return line
    }
    case 'wait': {
      await payments.lines.note(key, { text: step.note, actor })
      const assigned = await payments.lines.assign(key, { expectedVersion: version, assignee: step.assignee, actor })
      return payments.lines.hold(key, { expectedVersion: assigned.version, reason: 'waits for an answer', actor })
    }
  }
}

/** Carries out one decision, from the line as it is stored to the line as it is settled. */
export async function settle(
  payments: HospitalPayments,
  stored: AccountLine,
  decision: Decision,
  lineOfRow: (row: number) => AccountLine,
): Promise<Settled> {
  const line = decision.first ? await prepare(payments, stored, decision.first) : stored
  const { bills = [], categories = {}, cancelsOut } = decision
  const { payables, found } = await find(payments, line, decision)
  const allocations: Allocation[] = [
    ...payables.map((payment, at) => shareOf(line, payment, bills[at]!)),
    ...Object.entries(categories).map(
      ([category, amount]) => ({ to: 'category', category, amount: inMinorUnits(amount) }) as const,
    ),
  ]
  if (cancelsOut !== undefined)
    allocations.push({ to: 'line', lineKey: lineOfRow(cancelsOut).key, amount: line.amount })
  return { line: await allocation(payments, line, allocations), found }
}
