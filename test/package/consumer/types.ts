import {
  createHospitalPayments,
  isPaymentError,
  memoryRepository,
  textChannel,
  type DeliveryResult,
  type Page,
  type Payment,
  type PaymentRepository,
  type ReportItem,
  type SendEvent,
} from 'hospital-payments'
import { bearerKeys, createHandler, type Handler, type Principal, toNodeListener } from 'hospital-payments/http'
import { type Provider, stripe } from 'hospital-payments/providers'
import type { ChangeGroup, InsertEntry, ReplaceOutcome } from 'hospital-payments/repository'
import {
  fromMysql2,
  fromPg,
  fromSqlite,
  migrate,
  retryTransaction,
  type RetryTransactionOptions,
  schemaSql,
  sqlRepository,
  type SqlDatabase,
  type SqlRepositoryOptions,
} from 'hospital-payments/sql'
import {
  type CsvMapping,
  mpesaOrganisation,
  readCsvStatement,
  type StatementSummary,
} from 'hospital-payments/statements'
import { manualClock, repositoryContract } from 'hospital-payments/testing'
import { signWebhook, verifyWebhook, webhookSender, type WebhookSenderOptions } from 'hospital-payments/webhooks'

export const provider: Provider = stripe({ secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'] })

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
  const payment: Payment | null = await payments.getPayment(created.id)
  const report: Page<ReportItem> = await payments.reportPayments({ from: '2026-11-01', to: '2026-11-30' })
  for await (const text of payments.exportCsv({ columns: ['createdAt'] }, { signal: new AbortController().signal })) {
    text.trim()
  }
  // @ts-expect-error the id is text
  await payments.getPayment(1)
  // @ts-expect-error a reason is required
  await payments.failPayment(created.id, {})
  void [payment?.status, report.nextCursor]
}

export async function reconcile(file: AsyncIterable<Uint8Array>): Promise<StatementSummary> {
  const mapping: CsvMapping = { ...mpesaOrganisation, delimiter: ',' }
  const statement = readCsvStatement(file, mapping)
  for await (const item of payments.reconcile(statement, { account: 'mpesa', apply: true })) {
    if (item.kind === 'line' && item.outcome === 'confirmed') void item.allocations[0]?.amount
  }
  // @ts-expect-error an account is required
  payments.reconcile([], {})
  return statement.summary()
}

export function explain(error: unknown): string {
  if (isPaymentError(error, 'amount_mismatch')) return `expected ${error.details.expected.amount}`
  return isPaymentError(error) ? error.code : 'unknown'
}

// No driver is installed here: handles are taken by what they look like.
declare const pool: { totalCount: number; connect(): Promise<{ query(query: object): Promise<{ rows: unknown[] }> }> }
declare const mysqlPool: { query(sql: string): Promise<unknown>; execute(sql: string): Promise<unknown> }
declare const handle: { isTransaction: boolean; prepare(sql: string): object; exec(sql: string): void; close(): void }

/** A storage of one's own, over another. */
export const counted: PaymentRepository = {
  ...repository,
  insert: async (entries: readonly InsertEntry[]) => repository.insert(entries),
  replace: async (group: ChangeGroup): Promise<ReplaceOutcome> => repository.replace(group),
}

export async function store(): Promise<PaymentRepository> {
  const database: SqlDatabase = fromPg(pool, { prepare: false })
  const { applied }: { applied: string[] } = await migrate(database, { dialect: 'postgres', lockTimeoutMs: 1000 })
  const script: string = schemaSql('mysql', { guards: false })
  const options: SqlRepositoryOptions = { dialect: 'sqlite', tenant: 'ward-4', tablePrefix: 'hp_', timeoutMs: 5000 }
  void [
    applied,
    script,
    fromMysql2(mysqlPool),
    fromPg({ query: async ({ text, values }) => ({ rows: [text, values] }) }),
  ]
  sqlRepository(database)
  // @ts-expect-error there is no such dialect
  sqlRepository(database, { dialect: 'oracle' })
  // @ts-expect-error there is no such database
  schemaSql('oracle')
  return sqlRepository(fromSqlite(handle, { open: () => handle }), options)
}

export async function bill(): Promise<number> {
  const options: RetryTransactionOptions = { timeoutMs: 5000, signal: AbortSignal.timeout(5000) }
  const count: number = await retryTransaction(async () => 1, options)
  // @ts-expect-error tries are not counted
  await retryTransaction(async () => 1, { tries: 5 })
  return count + (await retryTransaction(() => 1))
}

export const names = repositoryContract(async () => ({ repository: memoryRepository() })).map((c): string => c.name)

const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] as const
export async function relay(request: Request): Promise<number> {
  const options: WebhookSenderOptions = { url: 'https://hooks.example.org', secrets, fetch: globalThis.fetch }
  const send: SendEvent = async ({ data }) => (data.amount > 0 ? { retryAfterMs: 1 } : 'dead')
  const { delivered, retrying }: DeliveryResult = await payments.deliverEvents(webhookSender(options), {
    concurrency: 2,
  })
  await payments.deliverEvents(async () => {}, { limit: 1, leaseMs: 1000, signal: AbortSignal.timeout(1) })
  await payments.deliverEvents(send)
  // @ts-expect-error what came of it must be said in one of the known ways
  await payments.deliverEvents(async () => 'ok')
  const { redelivered }: { redelivered: number } = await payments.redeliverEvents({ limit: 10 })
  const headers = signWebhook({ id: 'a', timestamp: 1, body: new Uint8Array(), secrets })
  const isTrue: boolean = verifyWebhook({ headers: request.headers, body: 'a', secrets, toleranceSeconds: 1, clock })
  return verifyWebhook({ headers: { ...headers }, body: 'a', secrets }) && isTrue ? delivered + retrying : redelivered
}

const keys = bearerKeys([{ sha256: '0'.repeat(64), actor: 'app', scopes: ['payments:read'], hospital: 'north' }])
const hospitals = { north: payments }
export const handler: Handler = createHandler({
  authenticate: keys,
  payments: (principal: Principal & { readonly hospital: 'north' }) => hospitals[principal.hospital],
})
createHandler({
  authenticate: bearerKeys([{ sha256: '0'.repeat(64), actor: 'app', scopes: ['payments:read'], hospital: 'north' }]),
  payments: ({ hospital }) => hospitals[hospital],
})
export const listener = toNodeListener(handler)
// @ts-expect-error how to authenticate must be said
createHandler({ payments })
