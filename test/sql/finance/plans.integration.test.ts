/**
 * Lists of refunds, closings, receipts and payments to look at read a page by an index, and sums of what waits read what waits,
 * however many rows there are: by the databases' own plans.
 */
import type { FinanceRepository } from 'hospital-payments/repository'
import { sqlRepository } from 'hospital-payments/sql'
import { beforeAll, expect, it } from 'vitest'
import { findRefunds, pageRefunds } from '../../../src/operations/refunds/stored-refunds.js'
import type { SqlStatement } from '../../../src/sql/core/database.js'
import { freshTenant, libsql, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { analyze, planOf, type Served } from '../../support/databases/plans.js'
import { migrated, sqlOn } from '../../support/databases/repository.js'
import { eventStatements } from '../../../src/sql/core/finance/event-statements.js'
import { tablesOf } from '../../../src/sql/core/tables.js'
import { dialectOf } from '../../../src/sql/dialects.js'
import { attempts } from '../../../src/repository/aggregates/attempts.js'
import { layouts, layoutVersions } from '../../../src/repository/aggregates/layouts.js'
import { messages } from '../../../src/repository/aggregates/messages.js'
import { payerEntries } from '../../../src/repository/aggregates/payer-entries.js'
import { receipts } from '../../../src/repository/aggregates/receipts.js'
import { rules } from '../../../src/repository/aggregates/rules.js'
import { savedFilters } from '../../../src/repository/aggregates/saved-filters.js'
import { uploadParts, uploads } from '../../../src/repository/aggregates/uploads.js'
import { outcomesForRules } from '../../../src/domain/rules/rule.js'
import { waivers } from '../../../src/repository/aggregates/waivers.js'
import { pageReceipts } from '../../support/finance-contract/day-fixtures.js'

const rows = 6000
const limit = 20
const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (i: number) => start + i * 60_000
const instant = (i: number) => new Date(at(i)).toISOString()
const id = (kind: string, i: number) => `${kind}_${String(i).padStart(26, '0')}`
const hash = (i: number) => String(i).padStart(64, '0')
const statuses = ['succeeded', 'failed', 'canceled']
/** Statuses of refunds that wait for people, who are few, and never done by the time that a page of the newest ends. */
const waiting = ['requested', 'pending'] as const
const ofWaiting = 500
const statusOf = (i: number) => waiting[i % ofWaiting] ?? statuses[i % statuses.length]!
const waitingCount = (waiting.length * rows) / ofWaiting
/** An account of few closings, among one of many. */
const [often, seldom] = ['bank-1', 'bank-2']
const sourceOf = (i: number) => (i % 100 === 0 ? seldom : often)
const day = (i: number) => instant(i * 24 * 60).slice(0, 10)

const [openEvery, linesADay, underPaidEvery, unprovedEvery] = [50, 100, 60, 50]
const [twiceEvery, givenBackEvery, canceledEvery] = [100, 75, 80]

/** Every tenth line is of a session and a payer, and half of these send money, most of which has arrived. */
const counterEvery = 10
const counterOf = (i: number) =>
  i % counterEvery === 0 ? [`csh_${i % 700}`, `pyr_${i % 900}`, i % 20 === 0 ? 'cash.safe' : null] : [null, null, null]

/** Returns the person of an event; one of ten is of one person. */
const actorOf = (i: number) => (i % 10 === 0 ? 'sara' : 'amina')

const payers = 900
const payerOf = (i: number) => `MRN-${i % payers}`

/** Layouts with versions, people with filters and files, and the parts of a file. */
const [layouted, clerks, partsOfFile] = [600, 500, 6]
const layoutName = (i: number) => `layout-${String(i).padStart(5, '0')}`

/** Writes a number in letters and digits that codes have. */
const codeOf = (i: number) => i.toString(8).padStart(10, '9').replaceAll('0', 'X').replaceAll('1', 'Z')

/** Makes status, failure, line, next check and mark of an attempt: few are due, few wait for people, and the rest have ended. */
function attemptOf(i: number): [string, ...(string | number | null)[]] {
  if (i % ofWaiting === 0) return ['pending', null, null, at(i), null]
  if (i % ofWaiting === 1) return ['unknown', null, null, null, 'yes']
  if (i % 3 === 0) return ['failed', '{"code":"refused","retry":true}', null, null, null]
  return ['paid', null, `line-${i}`, null, null]
}

/** By table, the columns and the values of each row. */
const tables: Record<string, [columns: string, row: (i: number) => (string | number | null)[]]> = {
  hp_refunds: [
    'id, payment_id, line_key, channel, amount, currency, reason, reference, created_at, status, amount_reconciled, updated_at, paid_at, version',
    (i) => {
      const ofLine = i % 2 === 0
      const ofWhat = ofLine ? [null, `line-${i}`, null] : [id('pay', i - (i % 3)), null, 'cash']
      const status = statusOf(i)
      const paidAt = status === 'succeeded' ? at(i) : null
      return [id('ref', i), ...ofWhat, 100, 'ETB', 'duplicate', `R-${i}`, at(i), status, 0, at(i), paidAt, 1]
    },
  ],
  hp_closings: [
    'account, sequence, day, kind, created_at, hash, lines_hash, document, line_count, line_versions',
    (i) => [sourceOf(i), i + 1, day(i), 'closing', at(i), hash(i), hash(0), '{"actor":"a"}', 0, 0],
  ],
  hp_account_lines: [
    'line_key, account, direction, amount, currency, value_date, file_row, outcome, status, held, allocated, allocations, version, created_at, updated_at, search_text, session_id, payer_id, transfer_to, receipt_mark, reference_mark',
    (i) => {
      const state = i % openEvery === 0 ? ['unmatched_line', 'open', 0, 0] : ['matched', 'settled', 0, 100]
      const money = ['credit', 100, 'ETB', day(Math.floor(i / linesADay)), i]
      return [
        `line-${i}`,
        sourceOf(i),
        ...money,
        ...state,
        '[]',
        1,
        at(i),
        at(i),
        '',
        ...counterOf(i),
        `rm-${i}`,
        `fm-${i}`,
      ]
    },
  ],
  hp_payments: [
    'id, reference, amount, currency, channel, created_at, status, instructions, updated_at, paid_at, late, amount_reconciled, version, has_customer, status_reason, expires_at, given_back_unproved, canceled_at, customer_id',
    (i) => {
      const isUnderPaid = i % underPaidEvery === 1
      const paid = isUnderPaid
        ? [i % (2 * underPaidEvery) === 1 ? 'pending' : 'failed', '{}', at(i), null, 0, 1]
        : ['succeeded', '{}', at(i), at(i), 0, i % unprovedEvery === 0 ? 0 : 100]
      const reason = i % twiceEvery === 0 ? 'duplicate_reference' : null
      const givenBack = i % givenBackEvery === 2 ? 10 : null
      const canceledAt = i % canceledEvery === 3 ? at(i) : null
      return [
        id('pay', i),
        `INV-${i}`,
        100,
        'ETB',
        'cash',
        at(i),
        ...paid,
        1,
        0,
        reason,
        at(i),
        givenBack,
        canceledAt,
        payerOf(i),
      ]
    },
  ],
  hp_receipts: [
    'id, year, number, received, currency, payer_id, allocations, issued_at, issued_by, copies, version',
    (i) => {
      const number = [i % 10 === 0 ? 2025 : 2026, i + 1]
      return [id('rcp', i), ...number, 100, 'ETB', `p${i % 1000}`, '[]', at(i), `clerk-${i % 1000}`, 0, 1]
    },
  ],
  hp_waivers: [
    'id, status, payment_id, reference, amount, currency, scheme, reason, requested_by, line_key, created_at, updated_at, version',
    (i) => {
      const [status, lineKey] = i % ofWaiting === 0 ? ['requested', null] : ['granted', `waiver-line-${i}`]
      const money = [100, 'ETB', i % 100 === 0 ? 'chief' : 'poor', 'poor', 'sara', lineKey]
      return [id('wvr', i), status, id('pay', i), `INV-${i}`, ...money, at(i), at(i), 1]
    },
  ],
  hp_rules: [
    'id, direction, text, category, created_by, created_at, deleted_at, living, version',
    (i) => {
      const state = i % ofWaiting === 0 ? [null, 'yes', 1] : [at(i), null, 2]
      return [id('rul', i), 'debit', `ledger fee ${i}`, 'bank_fee', 'sara', at(i), ...state]
    },
  ],
  hp_layouts: [
    'name, version, mapping, csv_digest, xlsx_digest, created_by, created_at',
    (i) => [layoutName(i), 1, '{}', hash(i), hash(i + rows), 'sara', at(i)],
  ],
  hp_layout_versions: [
    'name, number, mapping, csv_digest, xlsx_digest, created_by, created_at',
    (i) => [layoutName(i % layouted), 1 + Math.floor(i / layouted), '{}', hash(i), hash(i + rows), 'sara', at(i)],
  ],
  hp_saved_filters: [
    'id, actor, path, name, query',
    (i) => [id('flt', i), `clerk-${i % clerks}`, i % 2 === 0 ? '/lines' : '/payments', `Filter ${i}`, 'status=open'],
  ],
  hp_uploads: [
    'id, actor, status, file_name, form_fields, size, created_at, version',
    (i) => [id('upl', i), `clerk-${i % clerks}`, 'whole', 'november.csv', '{}', 1000, at(i), 1],
  ],
  hp_upload_parts: [
    'upload_id, ordinal, content',
    (i) => [id('upl', Math.floor(i / partsOfFile)), 1 + (i % partsOfFile), 'eA=='],
  ],
  hp_attempts: [
    'id, status, payment_id, provider, account, amount, currency, failure, line_key, next_check_at, created_at, updated_at, payment_reference, reference, code, receipt, receipt_key, met_by, events, fingerprint, version, stuck',
    (i) => {
      const [status, failure = null, lineKey = null, nextCheckAt = null, stuck = null] = attemptOf(i)
      const ofPayment = [id('pay', i), i % 100 === 0 ? 'momo' : 'mpesa', i % 100 === 0 ? 'momo' : 'mpesa.1', 100, 'KES']
      const isPaid = status === 'paid'
      const receipt = isPaid ? ['proved', `rec-${i}`, `met-${i}`] : ['none', null, null]
      const names = [`INV-${i}`, `INV-${i}`, codeOf(i)]
      return [
        ...[id('att', i), status, ...ofPayment, failure, lineKey, nextCheckAt, at(i), at(i)],
        ...[...names, ...receipt, 2, 'f', 3, stuck],
      ]
    },
  ],
  hp_provider_messages: [
    'id, provider, status, received_at, content, attempt_id, version',
    (i) => {
      const content = i % ofWaiting === 0 ? '{"proof":"hint","about":{"attemptId":"a"}}' : null
      return [
        `m-${i}`,
        'mpesa',
        content === null ? 'done' : 'new',
        at(i),
        content,
        id('att', i),
        content === null ? 2 : 1,
      ]
    },
  ],
  hp_payment_events: [
    'id, created_at, type, payment_id, reference, amount, currency, status, amount_reconciled, version, actor',
    (i) => [
      ...[id('evt', i), at(i), 'payment.created', id('pay', i), `INV-${i}`, 100, 'ETB', 'pending', 0, 1],
      actorOf(i),
    ],
  ],
  hp_line_events: [
    'line_key, version, id, type, created_at, actor, allocations, counted',
    (i) => [`line-${i}`, 1, id('evt', i), 'line.imported', at(i), actorOf(i), '[]', 1],
  ],
  hp_row_events: [
    'stream, version, id, type, created_at, actor, document',
    (i) => [id('csh', i), 1, id('evt', i), 'session.took', at(i), actorOf(i), '{}'],
  ],
  hp_payer_entries: [
    'id, payer_id, at, kind, payment_id, line_key, amount, currency',
    (i) => [id('evt', i), payerOf(i), at(i), 'allocation', id('pay', i), `line-${i}`, 100, 'ETB'],
  ],
}

const literal = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value))

async function fill(database: Served, tenant: string): Promise<void> {
  for (const [table, [columns, rowOf]] of Object.entries(tables)) {
    for (let first = 0; first < rows; first += 500) {
      const values = Array.from(
        { length: 500 },
        (_, i) =>
          `('${tenant}', ${rowOf(first + i)
            .map(literal)
            .join(', ')})`,
      )
      await database.rows(`INSERT INTO ${table} (tenant, ${columns}) VALUES ${values.join(', ')}`)
    }
    await analyze(database, table)
  }
}

const forRules = { statuses: ['open'], outcomes: outcomesForRules, held: false, direction: 'credit' } as const
const after = { at: instant(rows / 2), id: id('ref', rows / 2) }
const by = 'createdAt'
const newest = { direction: 'desc', limit } as const
const waitingWaivers = rows / ofWaiting
const dueAttempts = rows / ofWaiting
const flagged = { by, direction: 'asc', limit } as const
const afterHalf = { at: instant(rows / 2), id: id('pay', rows / 2) }

/** Reads, the maximum of rows that each may read, and whether these few may be put in order then. */
const reads: readonly [
  name: string,
  maxRows: number,
  call: (repository: FinanceRepository) => Promise<readonly unknown[]>,
  mayBeSorted?: boolean,
][] = [
  ['refunds, newest first', limit, (repository) => pageRefunds(repository, { by, limit })],
  ['refunds, behind one', limit + 1, (repository) => pageRefunds(repository, { by, after, limit })],
  // Each status has its part of the newest, where a planner goes by these.
  [
    'refunds of a status',
    statuses.length * limit,
    (repository) => pageRefunds(repository, { by, statuses: ['failed'], limit }),
  ],
  [
    'refunds that wait for people',
    waitingCount,
    (repository) => pageRefunds(repository, { by, statuses: waiting, limit }),
    true,
  ],
  ['refunds by the time of payment', limit, (repository) => pageRefunds(repository, { by: 'paidAt', limit })],
  ['refunds of a payment', 3, (repository) => pageRefunds(repository, { by, paymentId: id('pay', 3), limit })],
  ['refunds by reference', 1, (repository) => refundsBy(repository, { references: ['R-77'] })],
  ['refunds of a line', 1, (repository) => refundsBy(repository, { lineKeys: ['line-78'] })],
  ['lines of a session', limit, (repository) => repository.pageLines({ sessionId: 'csh_70', limit })],
  ['lines of a payer', limit, (repository) => repository.pageLines({ payerId: 'pyr_70', limit }), true],
  [
    'money that is on its way to an account',
    limit,
    (repository) => repository.pageLines({ transferTo: 'cash.safe', statuses: ['open'], limit }),
  ],
  [
    'rules that are not deleted',
    rows / ofWaiting,
    (repository) => repository.pageRows(rules, { list: 'living', where: { living: 'yes' }, direction: 'asc', limit }),
    true,
  ],
  ['layouts, by name', limit, (repository) => repository.pageRows(layouts, { list: 'name', direction: 'asc', limit })],
  [
    'layouts, behind one',
    limit + 1,
    (repository) =>
      repository.pageRows(layouts, { list: 'name', after: [layoutName(rows / 2)], direction: 'asc', limit }),
  ],
  [
    'versions of a layout',
    rows / layouted,
    (repository) =>
      repository.pageRows(layoutVersions, { list: 'number', where: { name: layoutName(7) }, direction: 'asc', limit }),
  ],
  ['layouts by the digest of imports', 1, (repository) => repository.findRows(layoutVersions, 'csvDigest', [hash(77)])],
  [
    'filters that a person saved',
    rows / clerks,
    (repository) =>
      repository.pageRows(savedFilters, {
        ...{ list: 'name', where: { actor: 'clerk-8', path: '/lines' }, direction: 'asc', limit },
      }),
    true,
  ],
  [
    'files that a person sent',
    rows / clerks,
    (repository) => repository.pageRows(uploads, { ...newest, list: 'actor', where: { actor: 'clerk-8' } }),
    true,
  ],
  [
    'files that are a day old',
    limit,
    (repository) =>
      repository.pageRows(uploads, { list: 'created', before: instant(rows / 2), direction: 'asc', limit }),
  ],
  [
    'parts of a file',
    partsOfFile,
    (repository) =>
      repository.pageRows(uploadParts, {
        ...{ list: 'ordinal', where: { uploadId: id('upl', 7) }, direction: 'asc', limit },
      }),
    true,
  ],
  // The few lines that are open may be put in order.
  ['open lines for rules', rows / openEvery, (repository) => repository.pageLines({ ...forRules, limit }), true],
  [
    'open lines for rules, behind one',
    rows / openEvery,
    (repository) => repository.pageLines({ ...forRules, after: { valueDate: day(30), key: 'line-3000' }, limit }),
    true,
  ],
  [
    'open lines for rules, of one account',
    rows / openEvery,
    (repository) => repository.pageLines({ ...forRules, account: often, limit }),
    true,
  ],
  ['closings, newest first', limit, (repository) => repository.pageClosings({ limit })],
  [
    'closings, behind one',
    limit + 1,
    (repository) =>
      repository.pageClosings({
        after: { at: instant(rows / 2), sequence: rows / 2 + 1, hash: hash(rows / 2) },
        limit,
      }),
  ],
  ['closings of an account of many', 2 * limit, (repository) => repository.pageClosings({ account: often, limit })],
  ['closings of an account of few', limit, (repository) => repository.pageClosings({ account: seldom, limit })],
  [
    'closings of an account of few, behind one',
    limit + 1,
    (repository) =>
      repository.pageClosings({
        account: seldom,
        after: { at: instant(rows / 2), sequence: rows / 2 + 1, hash: hash(rows / 2) },
        limit,
      }),
  ],
  ['closings of a day', 1, (repository) => repository.pageClosings({ from: day(rows / 2), to: day(rows / 2), limit })],
  ['receipts, by number', limit, (repository) => pageReceipts(repository, { limit })],
  ['receipts of a year', limit, (repository) => pageReceipts(repository, { year: 2026, limit })],
  [
    'receipts, behind one',
    2 * limit,
    (repository) => pageReceipts(repository, { after: { year: 2026, number: rows / 2 }, limit }),
  ],
  [
    'receipts of a year, behind one',
    2 * limit,
    (repository) => pageReceipts(repository, { year: 2026, after: { year: 2026, number: rows / 2 }, limit }),
  ],
  [
    'receipts of a payer',
    rows / 1000,
    (repository) => repository.pageRows(receipts, { list: 'payer', where: { payerId: 'p7' }, direction: 'asc', limit }),
  ],
  [
    'receipts of an actor',
    rows / 1000,
    (repository) =>
      repository.pageRows(receipts, { list: 'actor', where: { issuedBy: 'clerk-7' }, direction: 'asc', limit }),
  ],
  [
    'receipts of a day',
    limit,
    (repository) => repository.pageRows(receipts, { list: 'issued', from: instant(rows / 2), direction: 'asc', limit }),
  ],
  ['waivers, newest first', limit, (repository) => repository.pageRows(waivers, { ...newest, list: 'created' })],
  [
    'waivers of a status',
    waitingWaivers,
    (repository) => repository.pageRows(waivers, { ...newest, list: 'status', where: { status: 'requested' } }),
  ],
  [
    'waivers of a scheme',
    limit,
    (repository) => repository.pageRows(waivers, { ...newest, list: 'scheme', where: { scheme: 'chief' } }),
  ],
  [
    'waivers of a payment',
    1,
    (repository) => repository.pageRows(waivers, { ...newest, list: 'payment', where: { paymentId: id('pay', 3) } }),
  ],
  ['attempts, newest first', limit, (repository) => repository.pageRows(attempts, { ...newest, list: 'created' })],
  [
    'attempts of a status',
    dueAttempts,
    (repository) => repository.pageRows(attempts, { ...newest, list: 'status', where: { status: 'pending' } }),
  ],
  [
    'attempts of a provider',
    limit,
    (repository) => repository.pageRows(attempts, { ...newest, list: 'provider', where: { provider: 'momo' } }),
  ],
  [
    'attempts of a payment and a status',
    1,
    (repository) =>
      repository.pageRows(attempts, { ...newest, list: 'payment', where: { paymentId: id('pay', 4), status: 'paid' } }),
  ],
  [
    'attempts of an account',
    limit,
    (repository) =>
      repository.pageRows(attempts, { list: 'account', where: { account: 'momo' }, direction: 'asc', limit }),
  ],
  [
    'attempts that are due',
    dueAttempts,
    (repository) =>
      repository.pageRows(attempts, {
        ...{ list: 'due', where: { provider: ['mpesa', 'momo'] }, direction: 'asc', limit },
        before: instant(rows),
      }),
  ],
  ['attempts by reference', 1, (repository) => repository.findRows(attempts, 'reference', ['INV-77'])],
  ['attempts by code', 1, (repository) => repository.findRows(attempts, 'code', [codeOf(77)])],
  ['attempts by receipt', 1, (repository) => repository.findRows(attempts, 'receiptKey', ['rec-77'])],
  ['attempts by the line that met theirs', 1, (repository) => repository.findRows(attempts, 'metBy', ['met-77'])],
  ['attempts by line', 1, (repository) => repository.findRows(attempts, 'lineKey', ['line-77'])],
  [
    'messages that are not done',
    dueAttempts,
    (repository) =>
      repository.pageRows(messages, {
        ...{ list: 'status', where: { status: 'new' }, direction: 'asc', limit },
        before: instant(rows),
      }),
    true,
  ],
  ['lines by receipt', 1, (repository) => repository.markedLines('receipt', ['rm-77'])],
  ['lines by reference', 1, (repository) => repository.markedLines('reference', ['fm-77'])],
  [
    "entries of a payer's statement",
    Math.ceil(rows / payers),
    (repository) =>
      repository.pageRows(payerEntries, {
        list: 'payer',
        where: { payerId: payerOf(7) },
        direction: 'asc',
        limit,
      }),
  ],
  [
    'payments of a payer',
    Math.ceil(rows / payers),
    (repository) => repository.page({ by, direction: 'asc', limit, customerId: payerOf(7) }),
  ],
  [
    'payments on no statement',
    rows / unprovedEvery,
    (repository) => repository.page({ ...flagged, by: 'paidAt', flag: 'unproved', before: instant(rows) }),
    true,
  ],
  [
    'payments on no statement of some channels, behind one',
    rows / unprovedEvery,
    (repository) =>
      repository.page({ ...flagged, by: 'paidAt', flag: 'unproved', channels: ['cash', 'card'], after: afterHalf }),
    true,
  ],
  [
    'payments that were paid in part',
    rows / underPaidEvery,
    (repository) => repository.page({ ...flagged, flag: 'under_paid', statuses: ['pending', 'succeeded'] }),
    true,
  ],
  [
    'payments that were paid in part, by another time',
    rows / underPaidEvery,
    (repository) => repository.page({ ...flagged, by: 'expiresAt', flag: 'under_paid' }),
    true,
  ],
  [
    'failed payments with money',
    rows / underPaidEvery,
    (repository) => repository.page({ ...flagged, flag: 'unpaid_with_money' }),
    true,
  ],
  [
    'payments that were given back and are not proved',
    rows / givenBackEvery,
    (repository) => repository.page({ ...flagged, flag: 'refunded_unproved' }),
    true,
  ],
  [
    'payments that were canceled',
    limit,
    (repository) => repository.page({ ...flagged, flag: 'canceled', statuses: ['succeeded', 'expired'] }),
  ],
  [
    'payments that were canceled, behind one',
    2 * limit,
    (repository) => repository.page({ ...flagged, flag: 'canceled', after: afterHalf }),
  ],
  [
    'payments that were canceled, by another time',
    rows / canceledEvery,
    (repository) => repository.page({ ...flagged, by: 'expiresAt', flag: 'canceled' }),
    true,
  ],
  [
    'payments that were paid twice',
    limit,
    (repository) => repository.page({ ...flagged, flag: 'duplicate_reference', statuses: ['succeeded', 'pending'] }),
  ],
]

const wholeTime = { from: instant(0), before: instant(rows) }
const hourOfMiddle = { from: instant(rows / 2), before: instant(rows / 2 + 60) }
const afterEvent = { at: instant(rows / 2), id: id('evt', rows / 2) }

/** Reads of events by time, the index, and the maximum of rows that each may read, those of joined lines and events included. */
const byTime: readonly [
  name: string,
  index: string,
  maxRows: number,
  call: (repository: FinanceRepository) => Promise<readonly unknown[]>,
][] = [
  [
    'events of payments, newest first',
    'payment_events_by_time',
    limit,
    (repository) => repository.pageEvents({ ...wholeTime, limit }),
  ],
  [
    'events of payments, behind one',
    'payment_events_by_time',
    limit + 1,
    (repository) => repository.pageEvents({ ...wholeTime, after: afterEvent, limit }),
  ],
  [
    'events of payments of one person',
    'payment_events_by_time',
    10 * limit,
    (repository) => repository.pageEvents({ ...wholeTime, actor: 'sara', limit }),
  ],
  [
    'events of lines, newest first',
    'line_events_by_time',
    3 * limit,
    (repository) => repository.pageLineMovements({ ...wholeTime, limit }),
  ],
  [
    'events of lines, behind one',
    'line_events_by_time',
    3 * limit + 1,
    (repository) => repository.pageLineMovements({ ...wholeTime, after: afterEvent, limit }),
  ],
  [
    'events of rows of some kinds',
    'row_events_by_time',
    limit,
    (repository) => repository.pageRowEvents({ ...wholeTime, kinds: ['session', 'rule'], limit }),
  ],
  [
    'closings by the time of the action',
    'closings_by_created',
    limit + 1,
    (repository) => repository.pageClosings({ createdFrom: instant(0), createdBefore: instant(rows), limit }),
  ],
]

/** Sums, the index that is read for each, and the maximum of its rows. */
const sums: readonly [
  name: string,
  index: string,
  maxRows: number,
  call: (repository: FinanceRepository) => Promise<readonly unknown[]>,
][] = [
  [
    'attempts whose outcome is not known',
    'attempts_by_stuck',
    dueAttempts,
    (repository) => repository.sumRows(attempts, { list: 'stuck', where: { stuck: 'yes' } }),
  ],
  [
    'the sums of open lines',
    'account_lines_open',
    rows / openEvery,
    (repository) => repository.sumLines({ statuses: ['open'] }),
  ],
  ['open lines', 'account_lines_open', rows / openEvery, (repository) => repository.sumOpenLines()],
  [
    'open lines up to a day',
    'account_lines_open',
    rows / openEvery,
    (repository) => repository.sumOpenLines({ to: day(30) }),
  ],
  [
    // MariaDB counts them once more in the table that it makes of them.
    'so many payments without a line, and one more',
    'payments_unproved',
    2 * limit,
    (repository) => repository.sumUnproved({ paidBefore: instant(rows), exactUpTo: limit - 1 }),
  ],
  [
    // MariaDB counts them once more in the table that it makes of them.
    'the actions of an hour',
    'payment_events_by_time',
    2 * 60,
    (repository) => repository.sumEvents(hourOfMiddle),
  ],
  [
    'payments that were paid in part',
    'payments_under_paid',
    rows / underPaidEvery,
    (repository) => repository.totals({ by, flag: 'under_paid' }),
  ],
  [
    'payments that were paid twice',
    'payments_by_reason',
    rows / twiceEvery,
    (repository) => repository.totals({ by, flag: 'duplicate_reference' }),
  ],
  [
    'payments that were canceled',
    'payments_canceled',
    rows / canceledEvery,
    (repository) => repository.totals({ by, flag: 'canceled' }),
  ],
  [
    'payments of an hour',
    'payments_paid',
    60,
    (repository) => repository.totals({ by: 'paidAt', from: instant(600), before: instant(660) }),
  ],
  [
    "versions of an account's lines of a day",
    'account_lines_by_account',
    1,
    (repository) => repository.lineVersions({ account: seldom, day: day(30) }),
  ],
  [
    "the number of an account's lines of a day, and of their versions",
    'account_lines_by_account',
    1,
    (repository) => repository.countLines({ account: seldom, from: day(30), to: day(30) }),
  ],
  // Of each day and account one line, and one look at its closings.
  [
    'days that are not closed',
    'account_lines_by_account',
    (5 * rows) / linesADay,
    (repository) => repository.unclosedDays({ before: day(rows) }),
  ],
  [
    'days of one account that are not closed',
    'account_lines_by_account',
    (6 * rows) / linesADay,
    (repository) => repository.unclosedDays({ before: day(rows), account: seldom }),
  ],
]

async function refundsBy(repository: FinanceRepository, lookUps: { references?: string[]; lineKeys?: string[] }) {
  return findRefunds(repository, lookUps)
}

onEach([postgres, mariadb, libsql], 'sqlRepository: the plan', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)
  const tenant = freshTenant()
  const statements: SqlStatement[] = []
  let repository: FinanceRepository
  beforeAll(async () => {
    await fill(database(), tenant)
    // Another hospital's rows are none of this one's.
    await fill(database(), freshTenant())
    const sql = sqlOn(database())
    const listening: typeof sql = {
      ...sql,
      read(statement, deadline) {
        statements.push(statement)
        return sql.read(statement, deadline)
      },
    }
    repository = sqlRepository(listening, { tenant })
  })

  const plan = (statement: SqlStatement) => planOf(database() as Served, statement)

  it.each(reads)('for %s is an index and a page of rows', async (_, maxRows, call, mayBeSorted = false) => {
    statements.length = 0
    expect((await call(repository)).length).toBeGreaterThan(0)
    expect(statements).toHaveLength(1)
    const { indexes, read, isWhole, isSorted } = await plan(statements[0]!)
    expect(indexes).toHaveLength(1)
    expect(isWhole).toBe(false)
    if (!mayBeSorted) expect(isSorted).toBe(false)
    if (read !== null) expect(read).toBeLessThanOrEqual(maxRows)
  })

  it.each(byTime)('for %s is the index of their time', async (_, index, maxRows, call) => {
    statements.length = 0
    expect((await call(repository)).length).toBeGreaterThan(0)
    expect(statements).toHaveLength(1)
    const { indexes, read, isWhole, isSorted } = await plan(statements[0]!)
    expect(indexes).toContain(`hp_${index}`)
    expect([isWhole, isSorted]).toEqual([false, false])
    if (read !== null) expect(read).toBeLessThanOrEqual(maxRows)
  })

  it.each([
    ['all accounts', {}],
    ['some accounts', { accounts: [often, seldom] }],
  ])('for a part of the journal of %s is the index of the time of events', async (_, accounts) => {
    const { dialect } = database() as Served
    const settings = { dialect: dialectOf(dialect, { writes: undefined }), tables: tablesOf(), tenant }
    const statement = eventStatements(settings).movements({ ...wholeTime, ...accounts }, { after: afterEvent, limit })
    const { indexes, read, isWhole, isSorted } = await plan(statement)
    expect(indexes).toContain('hp_line_events_by_time')
    expect([isWhole, isSorted]).toEqual([false, false])
    if (read !== null) expect(read).toBeLessThanOrEqual(3 * limit + 2)
  })

  it.each(sums)('for the sums of %s is an index and what they are about', async (_, index, maxRows, call) => {
    statements.length = 0
    expect((await call(repository)).length).toBeGreaterThan(0)
    expect(statements).toHaveLength(1)
    const { indexes, read } = await plan(statements[0]!)
    expect(indexes).toContain(`hp_${index}`)
    if (read !== null) expect(read).toBeLessThanOrEqual(maxRows)
  })
})
