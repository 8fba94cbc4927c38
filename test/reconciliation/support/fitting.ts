/**
 * Statements of which the contract promises the same result in whatever order and parts they come: the money for a bill
 * fits into it, or comes in equal lines; a transfer for several bills is all that they get. (A line that wrote nothing is
 * decided anew by each run, and of two lines that do not both fit the first one counts: others may end differently.)
 */
import fc from 'fast-check'
import type { CreatePaymentRequest, Payment, StatementLine } from 'hospital-payments'
import { credit, debit, hospital, type Hospital } from './hospital.js'

type Status = 'pending' | 'succeeded' | 'failed' | 'expired'

export interface Fitting {
  bills: { asked: Partial<CreatePaymentRequest>; status: Status }[]
  lines: StatementLine[]
}

const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
const status = fc.constantFrom<Status[]>('pending', 'succeeded', 'failed', 'expired')
const policy = fc.constantFrom('allow' as const, 'one-live' as const)

/** Money for one bill: parts of at most the whole, or equal lines of which some may be too many. */
const parts = fc.oneof(
  fc
    .tuple(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }), fc.integer({ min: 0, max: 5 }))
    .map(([paid, rest]) => ({
      paid,
      amount: Math.max(1, paid.reduce((a, b) => a + b, 0) + rest),
    })),
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 30 }))
    .map(([each, count, amount]) => ({
      paid: Array<number>(count).fill(each),
      amount,
    })),
)

const placed = fc.record({ valueDate: fc.constantFrom(...days), byNarration: fc.boolean() }, { noNullPrototype: true })

const paidBill = fc.tuple(parts, status, fc.array(placed, { minLength: 5, maxLength: 5 }), fc.boolean())
const transfer = fc.tuple(
  fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), status), { minLength: 2, maxLength: 3 }),
  fc.constantFrom(...days),
)
const stray = fc.constantFrom(
  debit({ amount: 5 }),
  credit({ amount: 7, narration: 'Consultation fee' }),
  credit({ amount: 7, currency: 'USD', reference: 'INV-0000' }),
)

export const fitting: fc.Arbitrary<Fitting> = fc
  .tuple(fc.array(paidBill, { maxLength: 4 }), fc.array(transfer, { maxLength: 2 }), fc.array(stray, { maxLength: 3 }))
  .map(([paidBills, transfers, strays]) => {
    const bills: Fitting['bills'] = []
    const lines: StatementLine[] = [...strays]
    const reference = () => `INV-000${bills.length}`
    for (const [{ paid, amount }, of, places, isSameDay] of paidBills) {
      const billReference = reference()
      bills.push({ asked: { reference: billReference, amount }, status: of })
      for (const [index, part] of paid.entries()) {
        const { valueDate, byNarration } = places[isSameDay ? 0 : index]!
        lines.push(
          credit({
            amount: part,
            valueDate,
            ...(byNarration ? { narration: `for ${billReference}` } : { reference: billReference }),
          }),
        )
      }
    }
    for (const [amounts, valueDate] of transfers) {
      const named = amounts.map(([amount, of]) => {
        const billReference = reference()
        bills.push({ asked: { reference: billReference, amount }, status: of })
        return billReference
      })
      lines.push(
        credit({ amount: amounts.reduce((sum, [amount]) => sum + amount, 0), valueDate, narration: named.join(', ') }),
      )
    }
    return { bills, lines: lines.map((line, index) => ({ ...line, row: index + 2 })) }
  })

export const named = (lines: readonly StatementLine[]) =>
  lines.map((line, index) => ({ ...line, lineId: `L-${index}` }))

export { policy }

export async function billed({ bills }: Fitting, referencePolicy: 'allow' | 'one-live'): Promise<Hospital> {
  const service = hospital({ referencePolicy })
  for (const { asked, status: target } of bills) {
    const { id }: Payment = await service.bill(asked)
    if (target === 'succeeded') await service.payments.confirmPayment(id)
    if (target === 'failed') await service.payments.failPayment(id, { reason: 'declined' })
    if (target === 'expired') await service.payments.expirePayment(id)
  }
  return service
}
