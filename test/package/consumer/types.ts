import {
  createHospitalPayments,
  isPaymentError,
  memoryRepository,
  textChannel,
  type Page,
  type Payment,
  type PaymentRepository,
  type ReportItem,
} from 'hospital-payments'
import { manualClock, repositoryContract } from 'hospital-payments/testing'

const repository: PaymentRepository = memoryRepository()
const clock = manualClock('2026-11-20T09:00:00.000Z')
const payments = createHospitalPayments({
  repository,
  clock,
  channels: { counter: textChannel('Pay at the counter, reference {reference}.') },
})

export async function use(): Promise<void> {
  const created: Payment = await payments.createPayment(
    { amount: 150000, currency: 'ETB', reference: 'INV-2026-0001', channel: 'counter' },
    { idempotencyKey: 'key-1' },
  )
  const found: Payment | null = await payments.getPayment(created.id)
  const report: Page<ReportItem> = await payments.reportPayments({ from: '2026-11-01', to: '2026-11-30' })
  for await (const text of payments.exportCsv({ columns: ['createdAt'] }, { signal: new AbortController().signal })) {
    text.trim()
  }
  // @ts-expect-error the id is text
  await payments.getPayment(1)
  // @ts-expect-error a reason is required
  await payments.failPayment(created.id, {})
  void [found?.status, report.nextCursor]
}

export function explain(error: unknown): string {
  if (isPaymentError(error, 'amount_mismatch')) return `expected ${error.details.expected.amount}`
  return isPaymentError(error) ? error.code : 'unknown'
}

export const names = repositoryContract(async () => ({ repository: memoryRepository() })).map((c): string => c.name)
