/** The decisions of a person about the lines that no rule could settle, one for each. */
import type { AccountLine, Allocation, HospitalPayments } from 'hospital-payments'

const actor = 'finance:almaz'

/** A line as it became, and the reason. */
export interface Decided {
  readonly line: AccountLine
  readonly why: string
}

async function lineOf(payments: HospitalPayments, text: string): Promise<AccountLine> {
  const { items } = await payments.lines.list({ text })
  if (items.length !== 1) throw new Error(`${items.length} lines have the text ${text}, not one`)
  return items[0]!
}

/** Allocates to the living payment of a reference. */
async function toBill(payments: HospitalPayments, reference: string, amount: number): Promise<Allocation> {
  const [payment] = (await payments.findByReference(reference)).items
  if (!payment) throw new Error(`no payment of ${reference}`)
  return { to: 'payment', paymentId: payment.id, amount }
}

const toCategory = (category: string, amount: number): Allocation => ({ to: 'category', category, amount })

export async function decide(payments: HospitalPayments): Promise<readonly Decided[]> {
  const allocate = (line: AccountLine, allocations: readonly Allocation[]) =>
    payments.lines.allocate(line.key, { expectedVersion: line.version, allocations, actor })
  const bill = (reference: string, amount: number) => toBill(payments, reference, amount)

  const spelt = await lineOf(payments, 'OPD 5501')
  const [best] = await payments.lines.suggest(spelt.key)
  const accepted = { expectedVersion: spelt.version, paymentId: best!.payment!.id, actor }
  const short = await lineOf(payments, 'OPD-5502')
  const undo = { expectedVersion: short.version, reason: 'the bank kept 10.00', actor }
  const card = [await bill('OPD-5504', 70_000), await bill('OPD-5505', 50_000), toCategory('card_fee', -3_600)]
  const correction = await lineOf(payments, 'CORRECTION')

  return [
    { line: await payments.lines.acceptSuggestion(spelt.key, accepted), why: best!.reasons.join(', ') },
    {
      line: await allocate(await payments.lines.unallocate(short.key, undo), [
        await bill('OPD-5502', 100_000),
        toCategory('bank_fee', -1_000),
      ]),
      why: undo.reason,
    },
    {
      line: await allocate(await lineOf(payments, 'OPD-5503'), [
        await bill('OPD-5503', 100_000),
        toCategory('surplus', 20_000),
      ]),
      why: 'more came than was asked for',
    },
    { line: await allocate(await lineOf(payments, 'CARD SETTLEMENT'), card), why: 'one transfer for two bills' },
    {
      line: await allocate(await lineOf(payments, 'RETURNED BY'), [await bill('OPD-5506', 60_000)]),
      why: 'the money went back',
    },
    {
      line: await allocate(await lineOf(payments, 'IN ERROR'), [
        { to: 'line', lineKey: correction.key, amount: correction.amount },
      ]),
      why: 'the bank corrected its mistake',
    },
    {
      line: await allocate(await lineOf(payments, 'DONATION'), [toCategory('donation', 50_000)]),
      why: 'the ward knows who gave it',
    },
  ]
}
