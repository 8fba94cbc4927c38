/** Every call of the port, in each case in which other statements are sent. */
import type { Payment, PaymentRepository } from 'hospital-payments'
import type { Filter, PageQuery, ScanField } from 'hospital-payments/repository'
import { migrate, type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { expect } from 'vitest'
import { paymentFlags } from '../../src/domain/payments/flags.js'
import type { DialectName } from '../../src/sql/core/database.js'
import { freshTenant } from '../support/databases/index.js'
import { group, insertOne } from '../support/writes.js'

/** Keeps the statements that `work` sends, under a heading. */
export type Record = (heading: string, work: () => Promise<unknown>) => Promise<void>

export interface Calls {
  readonly dialect: DialectName
  readonly repository: PaymentRepository
  readonly record: Record
}

const at = '2026-11-20T09:00:00.000Z'
const later = '2026-11-21T09:00:00.000Z'

async function stored(repository: PaymentRepository, overrides: Partial<Payment> = {}): Promise<Payment> {
  const payment = paymentFixture(overrides)
  expect(await insertOne(repository, insertFixture(payment))).toEqual({ outcome: 'inserted' })
  return payment
}

export async function inserts({ repository, record }: Calls): Promise<void> {
  const idempotency = { key: 'key-1', fingerprint: 'fingerprint' }
  const payment = paymentFixture({ reference: 'INV-1' })
  const entry = insertFixture(payment, { idempotency, liveReference: 'INV-1' })
  await record('insert: stored', async () => {
    expect(await insertOne(repository, entry)).toEqual({ outcome: 'inserted' })
  })
  await record('insert: a payment that is paid already', async () => {
    const paid = insertFixture(paymentFixture({ status: 'succeeded', paidAt: at }))
    expect(await insertOne(repository, paid)).toEqual({ outcome: 'inserted' })
  })
  await record('insert: another payment has the idempotency key', async () => {
    const other = insertFixture(paymentFixture(), { idempotency })
    expect(await insertOne(repository, other)).toMatchObject({ outcome: 'key_taken' })
  })
  await record('insert: another payment has the id', async () => {
    expect(await insertOne(repository, insertFixture(payment))).toMatchObject({ outcome: 'id_taken' })
  })
  await record('insert: another payment holds the reference', async () => {
    const other = insertFixture(paymentFixture(), {
      liveReference: 'INV-1',
      idempotency: { ...idempotency, key: 'key-2' },
    })
    expect(await insertOne(repository, other)).toMatchObject({ outcome: 'reference_taken' })
  })
  await record('insert: three payments', async () => {
    const entries = [0, 1, 2].map(() => insertFixture(paymentFixture()))
    expect(outcomesOf(await repository.insert(entries))).toEqual(['inserted', 'inserted', 'inserted'])
  })
  await record('insert: three payments, of which another payment has the idempotency key of the second', async () => {
    const keys = ['key-3', 'key-1', 'key-4']
    const entries = keys.map((key) => insertFixture(paymentFixture(), { idempotency: { ...idempotency, key } }))
    expect(outcomesOf(await repository.insert(entries))).toEqual(['inserted', 'key_taken', 'inserted'])
  })
}

const outcomesOf = (outcomes: readonly { outcome: string }[]) => outcomes.map(({ outcome }) => outcome)

export async function replaces({ repository, record }: Calls): Promise<void> {
  const [first, second] = [await stored(repository), await stored(repository)]
  const paid = { status: 'succeeded', paidAt: at } as const
  const firstPaid = changeFixture(first, { ...paid, providerTransactionId: 'TX-1' }, { liveReference: 'INV-2' })
  await record('replace: one change', async () => {
    expect(await repository.replace(group([firstPaid]))).toEqual({ outcome: 'replaced' })
  })
  await record('replace: the payment has another version', async () => {
    expect(await repository.replace(group([firstPaid]))).toMatchObject({ outcome: 'stale' })
  })
  await record('replace: another payment holds the reference', async () => {
    const change = changeFixture(second, paid, { liveReference: 'INV-2' })
    expect(await repository.replace(group([change]))).toMatchObject({ outcome: 'reference_taken' })
  })
  await record('replace: another payment has the provider transaction', async () => {
    const change = changeFixture(second, { ...paid, providerTransactionId: 'TX-1' })
    const outcome = await repository.replace(group([change]))
    expect(outcome).toMatchObject({ outcome: 'transaction_taken' })
  })
  const firstReconciled = changeFixture(firstPaid.payment, { amountReconciled: 1 })
  await record('replace: one change, with the key of a statement line', async () => {
    expect(await repository.replace(group([firstReconciled], 'line-1'))).toEqual({ outcome: 'replaced' })
  })
  await record('replace: the statement line is stored already', async () => {
    const change = changeFixture(second, paid)
    expect(await repository.replace(group([change], 'line-1'))).toEqual({ outcome: 'line_taken' })
  })
  const both = () => [changeFixture(firstReconciled.payment, { amountReconciled: 2 }), changeFixture(second, paid)]
  await record('replace: two changes, with the key of a statement line', async () => {
    expect(await repository.replace(group(both(), 'line-2'))).toEqual({ outcome: 'replaced' })
  })
  await record('replace: one of two payments has another version', async () => {
    expect(await repository.replace(group(both()))).toMatchObject({ outcome: 'stale' })
  })
  const several: Payment[] = []
  for (let i = 0; i < 3; i++) several.push(await stored(repository))
  const lines = ['line-3', 'line-4', 'line-5'].map((key) => ({ key, paymentIds: [key] }))
  const changes = several.map((payment) => changeFixture(payment, paid))
  await record('replace: three changes, with the keys of three statement lines', async () => {
    expect(await repository.replace({ changes, lines })).toEqual({ outcome: 'replaced' })
  })
  await record('replace: one of three statement lines is stored already', async () => {
    const more = [...lines.slice(0, 1), { key: 'line-6', paymentIds: [] }, { key: 'line-7', paymentIds: [] }]
    const next = changes.map(({ payment }) => changeFixture(payment, { amountReconciled: 1 }))
    expect(await repository.replace({ changes: next, lines: more })).toEqual({ outcome: 'line_taken' })
  })
}

const filter = (more: Partial<Filter> = {}): Filter => ({ by: 'createdAt', ...more })
const period = { from: at, before: later }
const after = { at, id: 'pay_1' }
const allTimes = ['createdAt', 'paidAt', 'reversedAt', 'expiresAt'] as const

/** The queries of a page, so that each clause that it can have occurs. */
const pages: readonly (readonly [string, Partial<PageQuery>])[] = [
  ['of which nothing is reconciled', { by: 'expiresAt', statuses: ['pending'], isUntouched: true }],
  ...allTimes.flatMap((by) =>
    (['asc', 'desc'] as const).map((direction) => [`by ${by}, ${direction}`, { by, direction }] as const),
  ),
  ...allTimes.map((by) => [`by ${by}, within a period`, { by, ...period }] as const),
  ...allTimes.flatMap((by) => [
    [`by ${by}, asc, after a row`, { by, after, before: later }] as const,
    [
      `by ${by}, desc, after a row`,
      { by, direction: 'desc', after, from: '2026-11-19T09:00:00.000Z' } as const,
    ] as const,
  ]),
  ['of one reference, asc', { reference: 'INV-1' }],
  ['of one reference, desc', { reference: 'INV-1', direction: 'desc' }],
  ['of one reference and one status, within a period', { reference: 'INV-1', statuses: ['pending'], ...period }],
  ['of one reference and two statuses', { reference: 'INV-1', statuses: ['pending', 'failed'] }],
  ['of one status', { statuses: ['pending'] }],
  ['of four statuses, by createdAt', { statuses: ['pending', 'succeeded', 'failed', 'expired'] }],
  ['of two statuses, by expiresAt', { by: 'expiresAt', statuses: ['pending', 'failed'] }],
  ['of two statuses, by paidAt', { by: 'paidAt', statuses: ['succeeded', 'reversed'] }],
  ['of three statuses, by paidAt', { by: 'paidAt', statuses: ['succeeded', 'reversed', 'failed'] }],
  ['of four statuses, by paidAt', { by: 'paidAt', statuses: ['succeeded', 'reversed', 'failed', 'expired'] }],
  ['of one channel', { channels: ['cash'] }],
  ['of three channels', { channels: ['cash', 'bank', 'card'] }],
  ...paymentFlags.map((flag) => [`of the flag ${flag}`, { flag }] as const),
  ...allTimes.flatMap((by) =>
    (['asc', 'desc'] as const).map(
      (direction) => [`of the flag unproved, by ${by}, ${direction}`, { flag: 'unproved', by, direction }] as const,
    ),
  ),
  ['of the flag unproved, by paidAt, of two channels', { by: 'paidAt', flag: 'unproved', channels: ['bank', 'card'] }],
  ['of the flag under_paid and two statuses', { flag: 'under_paid', statuses: ['pending', 'succeeded'] }],
  ['of the flag unproved and one reference', { flag: 'unproved', reference: 'INV-1' }],
  [
    'of everything at once',
    { statuses: ['pending', 'failed'], channels: ['cash', 'bank'], reference: 'INV-1', ...period, after },
  ],
]

const allFields: readonly ScanField[] = [
  ...(['id', 'status', 'reference', 'amount', 'currency', 'channel', 'createdAt', 'updatedAt', 'expiresAt'] as const),
  ...(['paidAt', 'reversedAt', 'late', 'amountReconciled', 'version', 'description', 'statusReason'] as const),
  ...(['canceledAt', 'amountRefundPending', 'amountRefunded'] as const),
  ...(['providerTransactionId', 'customerId', 'customerName', 'customerPhone'] as const),
]

export async function reads({ dialect, repository, record }: Calls): Promise<void> {
  await record('get', async () => expect(await repository.get('pay_1')).toBeNull())
  for (const [title, query] of pages) {
    await record(`page: ${title}`, () => repository.page({ by: 'createdAt', direction: 'asc', limit: 50, ...query }))
  }
  await record('lookup: by two references, provider transactions and statement lines', () =>
    repository.lookup({
      references: ['INV-1', 'INV-2'],
      providerTransactionIds: ['TX-1', 'TX-2'],
      lineKeys: ['line-1', 'line-2'],
    }),
  )
  await record('scan: all fields', () => drained(repository, { ...filter(), fields: allFields }))
  await record('lookup: by one reference, provider transaction and statement line', () =>
    repository.lookup({ references: ['INV-1'], providerTransactionIds: ['TX-1'], lineKeys: ['line-1'] }),
  )
  for (const by of allTimes) await record(`scan: by ${by}`, () => drained(repository, { by }))
  await record('scan: by paidAt, within a period, of two statuses', () =>
    drained(repository, filter({ by: 'paidAt', ...period, statuses: ['succeeded', 'reversed'] })),
  )
  await record('totals: of all payments', () => repository.totals(filter()))
  await record('totals: within a period, of two statuses, one channel and one reference', () =>
    repository.totals(
      filter({ by: 'paidAt', ...period, statuses: ['succeeded', 'reversed'], channels: ['cash'], reference: 'INV-1' }),
    ),
  )
  if (dialect === 'mysql') {
    const channels = Array.from({ length: 1025 }, (_, i) => `channel-${i}`)
    await record('totals: of more channels than one list takes', () => repository.totals(filter({ channels })))
  }
  await record('history', () => repository.history('pay_1'))
}

export async function drained(repository: PaymentRepository, query: Filter & { fields?: readonly ScanField[] }) {
  let count = 0
  for await (const rows of repository.scan({ fields: ['id', 'amount'], ...query })) count += rows.length
  return count
}

export async function outbox({ repository, record }: Calls): Promise<void> {
  const claim = { owner: 'relay-1', now: later, leaseUntil: '2026-11-21T09:01:00.000Z', limit: 10 }
  const complete = (results: Parameters<PaymentRepository['completeEvents']>[0]['results']) =>
    repository.completeEvents({ owner: 'relay-1', now: later, results })
  await record('claimEvents: nothing is due', async () => {
    expect(await repository.claimEvents({ ...claim, from: 'due' })).toEqual([])
  })
  for (let i = 0; i < 3; i++) await stored(repository)
  let ids: string[] = []
  await record('claimEvents: due events', async () => {
    ids = (await repository.claimEvents({ ...claim, from: 'due' })).map(({ event }) => event.id)
    expect(ids).toHaveLength(3)
  })
  const [first = '', second = '', third = ''] = ids
  await record('completeEvents: one delivered', () => complete([{ eventId: first, next: 'delivered' }]))
  await record('completeEvents: one dead, and one due again', () =>
    complete([
      { eventId: second, next: 'dead' },
      { eventId: third, next: { retryAt: later } },
    ]),
  )
  for (let i = 0; i < 8; i++) await stored(repository)
  const more = (await repository.claimEvents({ ...claim, from: 'due' })).map(({ event }) => event.id)
  const all = (eventIds: readonly string[], next: 'delivered' | 'dead' | { retryAt: string }) =>
    complete(eventIds.map((eventId) => ({ eventId, next })))
  await record('completeEvents: two delivered', () => all(more.slice(0, 2), 'delivered'))
  await record('completeEvents: two dead', () => all(more.slice(2, 4), 'dead'))
  await record('completeEvents: two due again, at one time', () => all(more.slice(4, 6), { retryAt: later }))
  await record('completeEvents: two due again, each at a time of its own', () =>
    complete([
      { eventId: more[6]!, next: { retryAt: later } },
      { eventId: more[7]!, next: { retryAt: at } },
    ]),
  )
  await record('claimEvents: dead events', async () => {
    expect(await repository.claimEvents({ ...claim, from: 'dead' })).toHaveLength(3)
  })
}

/** Runs the cases on a connection on which the host has a transaction open. */
export async function inHostTransaction(database: SqlDatabase, { dialect, record }: Calls): Promise<void> {
  const repository = sqlRepository(database, { dialect, tenant: freshTenant() })
  const payment = paymentFixture()
  const idempotency = { key: 'key-1', fingerprint: 'fingerprint' }
  await record("in the host's transaction: insert: stored", async () => {
    expect(await insertOne(repository, insertFixture(payment, { idempotency }))).toEqual({ outcome: 'inserted' })
  })
  await record("in the host's transaction: insert: another payment has the idempotency key", async () => {
    const other = insertFixture(paymentFixture(), { idempotency })
    expect(await insertOne(repository, other)).toMatchObject({ outcome: 'key_taken' })
  })
  const change = changeFixture(payment, { status: 'succeeded', paidAt: at })
  await record("in the host's transaction: replace: one change", async () => {
    expect(await repository.replace(group([change]))).toEqual({ outcome: 'replaced' })
  })
  const next = changeFixture(change.payment, { amountReconciled: 1 })
  await record("in the host's transaction: replace: one change, with the key of a statement line", async () => {
    expect(await repository.replace(group([next], 'line-1'))).toEqual({ outcome: 'replaced' })
  })
  const second = await stored(repository)
  const both = [changeFixture(next.payment, { amountReconciled: 2 }), changeFixture(second, { amountReconciled: 1 })]
  await record("in the host's transaction: replace: two changes, with the key of a statement line", async () => {
    expect(await repository.replace(group(both, 'line-2'))).toEqual({ outcome: 'replaced' })
  })
  await record("in the host's transaction: get", async () => {
    expect(await repository.get(payment.id)).toMatchObject({ version: 4 })
  })
  await record("in the host's transaction: scan", async () => expect(await drained(repository, filter())).toBe(2))
}

export async function migrations(database: SqlDatabase, { dialect, record }: Calls): Promise<void> {
  await record('migrate: into an empty database', async () => {
    expect((await migrate(database, { dialect })).applied).not.toEqual([])
  })
  await record('migrate: nothing is left to do', async () => {
    expect((await migrate(database, { dialect })).applied).toEqual([])
  })
}
