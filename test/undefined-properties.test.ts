import type {
  AllocateOptions,
  AssignOptions,
  ConfirmOptions,
  CreatePaymentRequest,
  ExportQuery,
  HospitalPaymentsOptions,
  LinesExportQuery,
  LinesQuery,
  MarkOptions,
  NoteOptions,
  ReconcileOptions,
  ReportQuery,
  SearchQuery,
  StatementLine,
  UnallocateOptions,
} from 'hospital-payments'
import { memoryRepository } from 'hospital-payments'
import type { HandlerOptions } from 'hospital-payments/http'
import type { WebhookSenderOptions } from 'hospital-payments/webhooks'
import { describe, expect, it } from 'vitest'
import type { KeyedRequest } from '../src/operations/input/create-request.js'
import { request, testService } from './support/service.js'

/** Every property, the optional ones undefined; the compiler checks it under `exactOptionalPropertyTypes`. */
type WithUndefined<Given> = {
  [Name in keyof Given]-?: Given[Name] | (object extends Pick<Given, Name> ? undefined : never)
}
type Accepts<Given> = WithUndefined<Given> extends Given ? true : false

const accepted: readonly true[] = [
  true satisfies Accepts<AllocateOptions>,
  true satisfies Accepts<AssignOptions>,
  true satisfies Accepts<CreatePaymentRequest>,
  true satisfies Accepts<NonNullable<CreatePaymentRequest['customer']>>,
  true satisfies Accepts<ConfirmOptions>,
  true satisfies Accepts<ExportQuery>,
  true satisfies Accepts<HandlerOptions>,
  true satisfies Accepts<HospitalPaymentsOptions>,
  true satisfies Accepts<KeyedRequest>,
  true satisfies Accepts<LinesExportQuery>,
  true satisfies Accepts<LinesQuery>,
  true satisfies Accepts<MarkOptions>,
  true satisfies Accepts<NoteOptions>,
  true satisfies Accepts<ReconcileOptions>,
  true satisfies Accepts<ReportQuery>,
  true satisfies Accepts<SearchQuery>,
  true satisfies Accepts<StatementLine>,
  true satisfies Accepts<UnallocateOptions>,
  true satisfies Accepts<WebhookSenderOptions>,
]

describe('createHospitalPayments: a property set to undefined is absent', () => {
  it('by the types of all that callers hand in', () => {
    expect(accepted).not.toContain(false)
  })

  it('in a request, in its customer, and in each last argument', async () => {
    const { payments } = testService({ repository: memoryRepository(), currencies: undefined })
    const sparse: CreatePaymentRequest = {
      ...request(),
      description: undefined,
      customer: { name: 'Abebe', phone: undefined },
      metadata: undefined,
      expiresAt: undefined,
    }
    const payment = await payments.createPayment(sparse, { idempotencyKey: undefined, actor: undefined })
    expect(payment.customer).toStrictEqual({ name: 'Abebe' })
    expect(Object.keys(payment)).not.toEqual(expect.arrayContaining(['description', 'metadata']))
    const none = { paidAt: undefined, amount: undefined, currency: undefined, providerTransactionId: undefined }
    const paid = await payments.confirmPayment(payment.id, { ...none, actor: undefined })
    expect(paid).not.toHaveProperty('providerTransactionId')
    const page = await payments.reportPayments({ from: undefined, status: undefined, limit: undefined })
    expect(page.items).toHaveLength(1)
  })

  it('in a statement line', async () => {
    const { payments } = testService()
    const line: StatementLine = {
      ...{ row: 1, direction: 'credit', amount: 1, currency: 'ETB', valueDate: '2026-11-20' },
      ...{ bookedAt: undefined, lineId: undefined, reference: undefined, narration: undefined },
      providerTransactionId: undefined,
    }
    const items: unknown[] = []
    for await (const item of payments.reconcile([line], { account: 'cbe', asOf: undefined })) items.push(item)
    expect(items[0]).toMatchObject({ outcome: 'unmatched_line' })
    expect(Object.keys((items[0] as { line: object }).line)).not.toContain('narration')
  })
})
