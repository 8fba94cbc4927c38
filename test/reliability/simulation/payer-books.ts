/**
 * The books of payers and waivers once more: from waivers, lines and payments alone, as the contract has it, with nothing of the
 * library but its types.
 */
import type { AccountLine, HospitalPayments, Payment, Receipt, Refund, Waiver } from 'hospital-payments'
import { demand } from './invariants.js'
import { maxUnapprovedWaiver, openOf, payers } from './payer-calls.js'

/** The rows that the books are compared with. */
export interface PayerRows {
  readonly lines: readonly AccountLine[]
  readonly payments: readonly Payment[]
  readonly refunds: readonly Refund[]
}

/** Returns true for the account of a scheme, whose lines are no money that came. */
export const isOfScheme = ({ account }: Pick<AccountLine, 'account'>): boolean => account.startsWith('waiver.')

function checkWaiver(waiver: Waiver, { lines }: PayerRows): void {
  const { status, scheme, amount, requestedBy, decidedBy, lineKey, paymentId } = waiver
  const line = lines.find(({ key }) => key === lineKey)
  demand(
    (line !== undefined) === ['granted', 'revoked'].includes(status),
    'a waiver without its line, or a line too many',
  )
  const isAlone = decidedBy === null && amount <= maxUnapprovedWaiver
  if (line) {
    demand(isAlone || decidedBy !== requestedBy, 'a waiver that was granted by the person who asked for it')
    demand(isAlone || decidedBy !== null, 'a waiver that no one granted')
    demand(line.account === `waiver.${scheme}` && line.direction === 'credit', 'a waiver on another account')
    demand(
      line.amount === amount && line.status === 'settled' && line.payerId === null,
      'a waiver that left money over',
    )
    const [only] = line.allocations
    const counter = lines.find(({ key }) => only?.to === 'line' && only.lineKey === key)
    if (status === 'granted') demand(only?.to === 'payment' && only.paymentId === paymentId, 'a waiver of another bill')
    else
      demand(counter?.direction === 'debit' && counter.amount === amount, 'a revoked waiver without its counter-line')
  }
  if (status === 'canceled') demand(decidedBy === null || decidedBy === requestedBy, 'a waiver that another canceled')
  if (status === 'rejected') demand(decidedBy !== requestedBy, 'a waiver that its requester rejected')
}

async function checkHistory({ waivers }: HospitalPayments, { id, status, version }: Waiver): Promise<void> {
  const events = await waivers.history(id)
  demand(events.length === version, 'a waiver whose version is not the number of its events')
  let last: string | null = null
  for (const [i, { data }] of events.entries()) {
    demand(data.version === i + 1 && data.previousStatus === last, 'a gap in the history of a waiver')
    last = data.status
  }
  demand(last === status, 'a status of a waiver that the history does not lead to')
}

/** Checks that a bill is waived by the granted waivers alone, and that no waived money was received or given back. */
function checkBills(
  waivers: readonly Waiver[],
  receipts: readonly Receipt[],
  { payments, refunds, lines }: PayerRows,
): void {
  for (const payment of payments) {
    const { id, amount, amountReconciled, amountWaived, amountWrittenOff, amountRefunded, amountRefundPending } =
      payment
    const granted = waivers
      .filter(({ paymentId, status }) => paymentId === id && status === 'granted')
      .reduce((sum, waiver) => sum + waiver.amount, 0)
    demand(amountWaived === granted, `a bill of which ${amountWaived} is waived where waivers grant ${granted}`)
    demand(amountReconciled + amountWaived <= amount, 'a bill of which more is paid and waived than it asks')
    const givenBack = amountRefunded + amountRefundPending
    demand(givenBack <= amount - amountWaived - amountWrittenOff, 'a waiver that was given back as cash')
    const isWhole = amountWaived === amount
    const valid = receipts.filter((receipt) => receipt.paymentId === id && receipt.status === 'valid')
    demand(!isWhole || valid.length === 0, 'a receipt of a bill that is waived whole')
  }
  const schemes = new Set(lines.filter(isOfScheme).map(({ key }) => key))
  demand(
    refunds.every(({ lineKey }) => lineKey === null || !schemes.has(lineKey)),
    'a refund of a waiver',
  )
}

/** Compares what the library says of each payer with the lines and bills. */
async function checkPayers(reader: HospitalPayments, { lines, payments }: PayerRows): Promise<void> {
  for (const payerId of payers) {
    const deposit = lines
      .filter(
        (line) =>
          line.payerId === payerId &&
          line.direction === 'credit' &&
          line.outcome !== 'possible_duplicate' &&
          !isOfScheme(line),
      )
      .reduce((sum, { amount, allocated, givenBack }) => sum + Math.max(0, amount - allocated - givenBack), 0)
    const bills = payments.filter(({ customer, status }) => customer?.id === payerId && status === 'pending')
    const amountAsked = bills.reduce((sum, { amount }) => sum + amount, 0)
    const open = bills.reduce((sum, bill) => sum + openOf(bill), 0)
    const { currencies } = await reader.payers.get(payerId)
    const stated = currencies.map((one) => `${one.currency} ${one.asked} ${one.open} ${one.deposit}`).join()
    const right = `ETB ${amountAsked} ${open} ${deposit}`
    demand(
      stated === right || (stated === '' && right === 'ETB 0 0 0'),
      `a payer of ${stated} whose bills and lines are ${right}`,
    )
  }
}

/** Reads all waivers, checks them and everything of payers, and returns the waivers. */
export async function checkPayersAndWaivers(
  reader: HospitalPayments,
  rows: PayerRows,
  receipts: readonly Receipt[],
): Promise<readonly Waiver[]> {
  const waivers: Waiver[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await reader.waivers.list({ limit: 500, ...(cursor !== undefined && { cursor }) })
    waivers.push(...page.items)
    cursor = page.nextCursor
  }
  for (const waiver of waivers) {
    checkWaiver(waiver, rows)
    await checkHistory(reader, waiver)
  }
  checkBills(waivers, receipts, rows)
  await checkPayers(reader, rows)
  const ofWaivers = new Set(waivers.flatMap(({ lineKey }) => lineKey ?? []))
  const alone = rows.lines.filter((line) => isOfScheme(line) && line.direction === 'credit' && !ofWaivers.has(line.key))
  demand(alone.length === 0, 'money of a scheme without its waiver')
  return waivers
}
