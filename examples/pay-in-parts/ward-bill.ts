/** A bill of 2,000.00 that a patient, a deposit, an insurer and a scheme of the hospital pay. */
import {
  createHospitalPayments,
  memoryRepository,
  type Payment,
  type RemittanceProposal,
  textChannel,
} from 'hospital-payments'
import { manualClock, seededRandom } from 'hospital-payments/testing'

/** A part of the bill: who pays it, and the bill afterwards. */
interface Part {
  readonly from: string
  readonly bill: Payment
}

export interface WardBill {
  readonly parts: readonly Part[]
  /** The insurer's advice, as it was read: one of its bills is unknown. */
  readonly proposal: RemittanceProposal
  /** The sums of the payer before the first part and after the last. */
  readonly before: unknown
  readonly after: unknown
  /** True where received and waived money add up to the bill, and no deposit is counted twice. */
  readonly agrees: boolean
}

const payerId = 'MRN-1042'

export async function payWardBill(): Promise<WardBill> {
  const payments = createHospitalPayments({
    repository: memoryRepository(),
    channels: { cash: textChannel('Pay at the cashier with reference {reference}.') },
    timeZone: 'Africa/Addis_Ababa',
    clock: manualClock('2026-11-20T06:00:00.000Z'),
    random: seededRandom(1),
  })
  const { cash, payers, lines, statements, waivers, receipts } = payments

  // Before the treatment: the patient leaves a deposit.
  const session = await cash.open({ point: 'window-1', currency: 'ETB', float: 0, actor: 'sara' })
  const deposit = await cash.take({ sessionId: session.id, amount: 50_000, payerId, actor: 'sara' })

  const request = { amount: 200_000, currency: 'ETB', reference: 'WARD-3', channel: 'cash', customer: { id: payerId } }
  const { id } = await payments.createPayment(request)
  const parts: Part[] = []
  const paid = async (from: string) => void parts.push({ from, bill: (await payments.getPayment(id))! })
  const before = (await payers.get(payerId)).currencies

  // The deposit pays the first part.
  await payers.apply({ payerId, paymentId: id, amount: 50_000, actor: 'sara' }, { idempotencyKey: 'draw-ward-3' })
  await paid('deposit')

  // The insurer's transfer is for this bill and for one that is unknown.
  const transfer = { row: 2, direction: 'credit', amount: 120_000, currency: 'ETB', valueDate: '2026-11-20' } as const
  const { id: importId } = await statements.import([{ ...transfer, narration: 'NYALA' }], { account: 'cbe-1000' })
  const line = (await lines.list({ importId })).items[0]!
  const proposal = await lines.propose(line.key, [
    { reference: 'WARD-3', amount: 110_000 },
    { reference: 'WARD-99', amount: 10_000 },
  ])
  const { allocations } = proposal
  await lines.allocate(line.key, { expectedVersion: line.version, allocations, actor: 'amina' })
  await paid('insurer')

  // The patient cannot pay all of the rest: a scheme pays a part, which a second person grants.
  const waiver = { paymentId: id, amount: 25_000, scheme: 'poor_patients', reason: 'no_income' }
  const { id: waiverId } = await waivers.request(waiver, { actor: 'amina' })
  await waivers.approve(waiverId, { actor: 'dawit' })
  await paid('waiver')

  // Cash for what is missing.
  const last = await cash.take({ sessionId: session.id, paymentId: id, amount: 15_000, actor: 'sara' })
  await paid('cash')

  const bill = parts.at(-1)!.bill
  const received = (await receipts.list()).items.reduce((sum, receipt) => sum + receipt.received, 0)
  return {
    ...{ parts, proposal, before, after: (await payers.get(payerId)).currencies },
    agrees:
      bill.status === 'succeeded' &&
      bill.amountReconciled + bill.amountWaived === bill.amount &&
      received === deposit.receipt.received + last.receipt.received,
  }
}
