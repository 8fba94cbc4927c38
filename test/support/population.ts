/** Services full of payments, made with few rules, and what reports of them must show, worked out naively. */
import type { Basis, HospitalPayments, Payment, PaymentStatus, ReportFilter, ReportItem } from 'hospital-payments'
import fc from 'fast-check'
import { at, request, type TestService, testService } from './service.js'

export interface Planned {
  readonly createdAfter: number
  readonly reference: string
  readonly payer: string
  readonly ward: string
  readonly channel: string
  readonly currency: string
  readonly amount: number
  readonly status: PaymentStatus
  readonly paidAfter: number
  readonly reversedAfter: number
}

/** Few values, so that ties are many; half a day apart, so that days end between them. */
const moment = fc.integer({ min: 0, max: 8 }).map((halfDays) => halfDays * 43_200_000)

export const population: fc.Arbitrary<readonly Planned[]> = fc.array(
  fc.record({
    createdAfter: moment,
    reference: fc.constantFrom('INV-1', 'INV-2', 'inv-1'),
    payer: fc.constantFrom('MRN-1', 'mrn-1'),
    ward: fc.constantFrom('B', 'b', '"ward":"B"'),
    channel: fc.constantFrom('cash', 'mobile-banking'),
    currency: fc.constantFrom('ETB', 'KES'),
    amount: fc.constantFrom(1, 500, Number.MAX_SAFE_INTEGER),
    status: fc.constantFrom<PaymentStatus>('pending', 'succeeded', 'failed', 'expired', 'reversed'),
    paidAfter: moment,
    reversedAfter: moment,
  }),
  { maxLength: 40 },
)

async function bring(
  payments: HospitalPayments,
  id: string,
  { status, paidAfter, reversedAfter }: Planned,
): Promise<void> {
  if (status === 'failed') await payments.failPayment(id, { reason: 'declined' })
  if (status === 'expired') await payments.expirePayment(id)
  if (status !== 'succeeded' && status !== 'reversed') return
  await payments.confirmPayment(id, { paidAt: at(paidAfter) })
  if (status === 'reversed') await payments.reversePayment(id, { reason: 'refund', reversedAt: at(reversedAfter) })
}

export async function populated(
  plans: readonly Planned[],
  timeZone = 'UTC',
): Promise<TestService & { all: readonly Payment[] }> {
  const service = testService({ timeZone })
  const all: Payment[] = []
  for (const plan of plans) {
    service.clock.set(at(plan.createdAfter))
    const { reference, payer, ward, channel, currency, amount } = plan
    const details = { customer: { id: payer }, metadata: { ward } }
    const { id } = await service.payments.createPayment(request({ reference, channel, currency, amount, ...details }))
    service.clock.set(at(4 * 86_400_000))
    await bring(service.payments, id, plan)
    all.push((await service.payments.getPayment(id))!)
  }
  return { ...service, all }
}

/** Addis Ababa is three hours ahead of UTC all year round. */
export const zones: Readonly<Record<string, number>> = { UTC: 0, 'Africa/Addis_Ababa': 3 * 3_600_000 }

function localDay(instant: string, timeZone: string): string {
  return new Date(Date.parse(instant) + zones[timeZone]!).toISOString().slice(0, 10)
}

const several = <Value>(values: readonly Value[]) =>
  fc.oneof(fc.constantFrom(...values), fc.subarray([...values], { minLength: 1 }))

export const filters: fc.Arbitrary<ReportFilter> = fc
  .record(
    {
      from: fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-24'),
      to: fc.constantFrom('2026-11-19', '2026-11-21', '2026-11-22', '2026-11-23', '2026-12-01'),
      reference: fc.constantFrom('INV-1', 'inv-1', 'INV-9'),
      customerId: fc.constantFrom('MRN-1', 'MRN-2', 'no id'),
      'metadata.ward': fc.constantFrom('B', 'B '),
      'metadata.bed': fc.constantFrom('B', undefined),
      status: several<PaymentStatus>(['pending', 'succeeded', 'failed', 'expired', 'reversed']),
      channel: several(['cash', 'mobile-banking', 'card']),
      basis: fc.constantFrom<Basis>('createdAt', 'paidAt', 'reversedAt'),
    },
    { requiredKeys: [] },
  )
  .filter(({ from, to }) => from === undefined || to === undefined || from <= to)

/** Selects and sorts these payments as a report must. */
export function expected(all: readonly Payment[], filter: ReportFilter, timeZone = 'UTC'): Payment[] {
  const { from, to, reference, customerId, status, channel, basis = 'createdAt' } = filter
  const [ward, bed] = [filter['metadata.ward'], filter['metadata.bed']]
  const isOneOf = (allowed: string | readonly string[] | undefined, value: string) =>
    allowed === undefined || [allowed].flat().includes(value)
  return all
    .filter((payment) => {
      const time = payment[basis]
      if (time === null) return false
      const day = localDay(time, timeZone)
      if ((from !== undefined && day < from) || (to !== undefined && day > to)) return false
      return (
        (reference === undefined || payment.reference === reference) &&
        (customerId === undefined || payment.customer?.id === customerId) &&
        (ward === undefined || payment.metadata?.['ward'] === ward) &&
        bed === undefined &&
        isOneOf(status, payment.status) &&
        isOneOf(channel, payment.channel)
      )
    })
    .sort((a, b) => {
      const [left, right] = [`${a[basis]} ${a.id}`, `${b[basis]} ${b.id}`]
      return left < right ? -1 : 1
    })
}

export function itemOf({ id, reference, amount, currency, status, paidAt }: Payment): ReportItem {
  return { paymentId: id, reference, amount, currency, status, paidAt }
}
