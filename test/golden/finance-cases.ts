/** The calls of finance whose statements the golden files show. */
import { type FinanceRepository } from 'hospital-payments/repository'
import { sqlRepository, type SqlDatabase } from 'hospital-payments/sql'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { expect } from 'vitest'
import {
  findRefunds,
  pageRefunds,
  refundOfKey,
  scanRefunds,
  totalsOfRefunds,
} from '../../src/operations/refunds/stored-refunds.js'
import { type AccountState, movedAccount } from '../../src/domain/accounts/account.js'
import { accounts } from '../../src/repository/aggregates/accounts.js'
import type { RowEntry } from '../../src/repository/aggregates/port.js'
import type { DialectName } from '../../src/sql/core/database.js'
import { freshTenant } from '../support/databases/index.js'
import {
  closingFixture,
  importFixture,
  issueReceipt,
  lineChangeFixture,
  lineEntryFixture,
  lineFixture,
  receiptFixture,
  refundChangeFixture,
  refundEntryFixture,
  refundFixture,
  refundsOfGroup,
  type RefundWrite,
} from '../support/finance-contract/index.js'
import {
  numberedReceipt,
  pageReceipts,
  printEntry,
  receiptOfPayment,
} from '../support/finance-contract/day-fixtures.js'
import { receipts } from '../../src/repository/aggregates/receipts.js'
import { addNote, notesOf } from '../support/finance-contract/line-steps.js'
import { group, insertOne } from '../support/writes.js'
import type { Record } from './cases.js'
import {
  findImport,
  neighbourImports,
  pageImports,
  saveImport,
} from '../../src/operations/statements/stored-imports.js'

export interface FinanceCalls {
  readonly dialect: DialectName
  readonly repository: FinanceRepository
  readonly record: Record
}

const at = '2026-11-20T09:00:00.000Z'
const replaced = { outcome: 'replaced' }
const lineNamed = (key: string, more: Partial<Parameters<typeof lineFixture>[0]> = {}) => lineFixture({ key, ...more })

export async function lineWrites({ repository, record }: FinanceCalls): Promise<void> {
  const payment = paymentFixture({ reference: 'INV-1' })
  const terms = ['r:1nv1', 'a:150000']
  await record('insert: a payment with search terms', () => insertOne(repository, { ...insertFixture(payment), terms }))
  const paid = changeFixture(payment, { status: 'succeeded', paidAt: at })
  await record('replace: a change with more search terms', async () => {
    expect(await repository.replace(group([{ ...paid, terms: ['w:late'] }]))).toEqual(replaced)
  })
  const first = lineNamed('whole-1')
  await record('replace: one change and a new line', async () => {
    const changes = [changeFixture(paid.payment, { amountReconciled: 1 })]
    expect(await repository.replace({ changes, lines: [lineEntryFixture(first)] })).toEqual(replaced)
  })
  await record('replace: the next version of a line', async () => {
    const lines = [lineChangeFixture(first, { held: true })]
    expect(await repository.replace({ changes: [], lines })).toEqual(replaced)
  })
  await record('replace: a line has another version', async () => {
    const lines = [lineChangeFixture(first, { held: true })]
    expect(await repository.replace({ changes: [], lines })).toMatchObject({ outcome: 'line_stale' })
  })
  await record('replace: a line is stored already', async () => {
    const lines = [lineEntryFixture(first), lineEntryFixture(lineNamed('whole-2'))]
    expect(await repository.replace({ changes: [], lines })).toEqual({ outcome: 'line_taken' })
  })
  const three = ['whole-3', 'whole-4', 'whole-5'].map((key) => lineNamed(key))
  await record('replace: three new lines', async () => {
    const lines = three.map((line) => lineEntryFixture(line))
    expect(await repository.replace({ changes: [], lines })).toEqual(replaced)
  })
  await record('replace: the next versions of three lines', async () => {
    const lines = three.map((line) => lineChangeFixture(line, { assignee: 'clerk-1' }))
    expect(await repository.replace({ changes: [], lines })).toEqual(replaced)
  })
  const accountEntry = (former: AccountState | null, account = 'cbe-1000123'): RowEntry => ({
    of: accounts,
    row: movedAccount(former, { account, currency: 'ETB' }, 150_000n),
    ...(former ? { beside: null, expected: former.version } : { beside: {}, expected: 'nothing' }),
    events: [],
  })
  const opened = accountEntry(null)
  await record('replace: a new line and the first row of its account', async () => {
    const lines = [lineEntryFixture(lineNamed('whole-6'))]
    expect(await repository.replace({ changes: [], lines, rows: [opened] })).toEqual(replaced)
  })
  const raised = accountEntry(opened.row as AccountState)
  await record('replace: a new line and the next row of its account', async () => {
    const lines = [lineEntryFixture(lineNamed('whole-7'))]
    expect(await repository.replace({ changes: [], lines, rows: [raised] })).toEqual(replaced)
  })
  await record('replace: an account has another version', async () => {
    const lines = [lineEntryFixture(lineNamed('whole-8'))]
    const stale = { outcome: 'row_stale', of: 'accounts', stored: { row: raised.row, beside: {} } }
    expect(await repository.replace({ changes: [], lines, rows: [raised] })).toEqual(stale)
  })
  const other = accountEntry(null, 'cbe-1000124')
  await repository.replace({ changes: [], lines: [], rows: [other] })
  await record('replace: the next rows of two accounts', async () => {
    const rows = [accountEntry(raised.row as AccountState), accountEntry(other.row as AccountState, 'cbe-1000124')]
    expect(await repository.replace({ changes: [], lines: [], rows })).toEqual(replaced)
  })
  await record('findRows: an account in all currencies', () =>
    repository.findRows(accounts, 'account', ['cbe-1000123']),
  )
}

export async function lineReads({ repository, record }: FinanceCalls): Promise<void> {
  const page = { limit: 50 }
  const after = { valueDate: '2026-11-20', key: 'line-1' }
  await record('findLines', () => repository.findLines(['line-1', 'line-2']))
  await record('pageLines: of all', () => repository.pageLines(page))
  await record('pageLines: behind one', () => repository.pageLines({ ...page, after }))
  await record('pageLines: of one status and one outcome', () =>
    repository.pageLines({ ...page, statuses: ['open'], outcomes: ['unmatched_line'] }),
  )
  await record('pageLines: of two statuses, which are all, and two outcomes', () =>
    repository.pageLines({ ...page, statuses: ['open', 'settled'], outcomes: ['unmatched_line', 'matched'] }),
  )
  await record('pageLines: of everything at once', () =>
    repository.pageLines({
      ...page,
      held: true,
      account: 'cbe',
      direction: 'credit',
      currency: 'ETB',
      from: '2026-11-01',
      to: '2026-11-30',
      amount: 1,
      text: 'inv',
      assignee: 'clerk-1',
      importId: 'imp_1',
      sessionId: 'csh_1',
      payerId: 'pyr_1',
      transferTo: 'cash.safe',
      after,
    }),
  )
  await record('pageLines: of no one', () => repository.pageLines({ ...page, assignee: null }))
  await record('scanLines: of one account', async () => {
    for await (const lines of repository.scanLines({ account: 'cbe' })) expect(lines).toEqual([])
  })
  await record('lineHistory', () => repository.lineHistory('line-1'))
  await record('countLines', () => repository.countLines({ account: 'cbe', from: '2026-11-01', to: '2026-11-30' }))
  await record('lineHistories', () => repository.lineHistories(['line-1', 'line-2']))
  const period = { from: '2030-01-01T00:00:00.000Z', before: '2030-02-01T00:00:00.000Z' }
  await record('scanLineMovements', async () => {
    for await (const movements of repository.scanLineMovements(period)) expect(movements).toEqual([])
  })
  await record('scanLineMovements: of two accounts', async () => {
    const query = { ...period, accounts: ['cbe', 'abay'] }
    for await (const movements of repository.scanLineMovements(query)) expect(movements).toEqual([])
  })
  await record('pageLineMovements', () => repository.pageLineMovements({ ...period, limit: 50 }))
  await record('pageLineMovements: of one person, behind an event', () =>
    repository.pageLineMovements({ ...period, actor: 'sara', after: { at, id: 'evt_1' }, limit: 50 }),
  )
  await record('pageEvents', () => repository.pageEvents({ ...period, limit: 50 }))
  await record('pageEvents: of one person, behind an event', () =>
    repository.pageEvents({ ...period, actor: 'sara', after: { at, id: 'evt_1' }, limit: 50 }),
  )
  await record('pageRowEvents: of some kinds and one person', () =>
    repository.pageRowEvents({ ...period, kinds: ['session', 'attempt'], actor: 'sara', limit: 50 }),
  )
  await record('sumEvents', () => repository.sumEvents(period))
  await record('sumOpenLines', () => repository.sumOpenLines())
  await record('sumOpenLines: up to a day', () => repository.sumOpenLines({ to: '2026-11-30' }))
  await record('sumLines', () => repository.sumLines({}))
  await record('sumLines: of an account, with a text', () =>
    repository.sumLines({ account: 'cbe', statuses: ['open'], from: '2026-11-01', text: 'inv' }),
  )
  await record('pageLines: of some amounts', () =>
    repository.pageLines({ ...page, statuses: ['open'], currency: 'ETB', amounts: [1, 2] }),
  )
  await record('replace: a note', () =>
    addNote(repository, { id: 'note_1', lineKey: 'whole-1', text: 'called', actor: null, createdAt: at }),
  )
  await record('pageRows: the notes of a line', () => notesOf(repository, 'whole-1'))
  const withTerms = insertFixture(paymentFixture({ reference: 'INV-2' }), {
    terms: ['r:1nv2', 'w:abebe'],
    idempotency: { key: 'key-2', fingerprint: 'a'.repeat(64) },
  })
  await insertOne(repository, withTerms)
  const erasing = { ...lineEntryFixture(lineNamed('id:erased')), event: null, expected: 1, erases: true } as const
  await repository.replace({ changes: [], lines: [lineEntryFixture(lineNamed('id:erased'))] })
  await record('replace: the erasure of a payer', () =>
    repository.replace({
      changes: [changeFixture(withTerms.payment, {}, { erases: { terms: ['w:abebe'] } })],
      lines: [erasing],
    }),
  )
  await record('eraseLineTexts', () => repository.eraseLineTexts({ before: '2026-12-01', limit: 100 }))
  await record('eraseLineTexts: behind a line', () =>
    repository.eraseLineTexts({ before: '2026-12-01', after, limit: 100 }),
  )
}

export async function importsAndSearch({ repository, record }: FinanceCalls): Promise<void> {
  await record('replace: an import', () => saveImport(repository, importFixture({ id: 'imp_1' })))
  await record('findRows: an import', () => findImport(repository, 'imp_1'))
  await record('pageRows: imports of all accounts', () => pageImports(repository, { limit: 50 }))
  await record('pageRows: imports of one account, behind one', () =>
    pageImports(repository, { account: 'cbe', after: { at, id: 'imp_1' }, limit: 50 }),
  )
  await record('pageRows: the imports beside a month', () =>
    neighbourImports(repository, { account: 'cbe', from: '2026-11-01', to: '2026-11-30' }),
  )
  const limit = 50
  const after = { at, id: 'pay_1' }
  await record('searchPayments: of nothing', () => repository.searchPayments({ clauses: [], limit, after }))
  await record('searchPayments: of one term', () => repository.searchPayments({ clauses: [{ terms: ['r:1'] }], limit }))
  await record('searchPayments: of two terms, a beginning with a part, and a receipt', () =>
    repository.searchPayments({
      clauses: [{ terms: ['r:1', 'r:2'], prefixes: [{ start: 'w:', part: 'bek' }], providerTransactionId: 'TX-1' }],
      limit,
    }),
  )
  await record('searchPayments: of three clauses and everything else', () =>
    repository.searchPayments({
      clauses: [{ terms: ['a:1'] }, { prefixes: [{ start: 'p:119' }] }, { providerTransactionId: 'TX-1' }],
      currency: 'ETB',
      statuses: ['pending', 'failed'],
      channels: ['cash'],
      from: at,
      before: '2026-12-01T00:00:00.000Z',
      after,
      limit,
    }),
  )
  await record('searchPayments: of two clauses, the second of two terms and a receipt', () =>
    repository.searchPayments({
      clauses: [{ terms: ['a:1'] }, { terms: ['r:1', 'r:2'], prefixes: [{ start: 'w:', part: 'x' }] }],
      limit,
    }),
  )
  await record('findCandidates', () =>
    repository.findCandidates({
      terms: ['r:1nv1', 'r:1nv2'],
      commonTerms: ['a:1', 'a:2', 'a:3'],
      prefixes: ['p:11'],
      around: at,
      limitEach: 10,
      limit: 100,
    }),
  )
  await record('findCandidates: of several lines', () =>
    repository.findCandidates({
      ...{ terms: ['r:1nv1'], commonTerms: [], prefixes: [], around: at, limitEach: 10, limit: 100 },
      others: [
        { commonTerms: ['a:1'], prefixes: [], around: at },
        { commonTerms: ['w:abebe'], prefixes: ['p:11'], around: '2026-11-21T09:00:00.000Z' },
      ],
    }),
  )
  await record('histories', () => repository.histories(['pay_1', 'pay_2']))
  await record('sumUnproved', () => repository.sumUnproved({ paidBefore: at }))
  await record('sumUnproved: of two channels', () =>
    repository.sumUnproved({ paidBefore: at, channels: ['cash', 'bank'] }),
  )
  await record('sumUnproved: up to so many', () => repository.sumUnproved({ paidBefore: at, exactUpTo: 1000 }))
  for (const kind of ['underPaid', 'unpaidWithMoney', 'refundedUnproved'] as const) {
    await record(`sumWaiting: ${kind}`, () => repository.sumWaiting(kind))
  }
  const payer = { payerId: 'MRN-1042', limit }
  await record('pagePayer', () => repository.pagePayer(payer))
  await record('pagePayer: behind one', () => repository.pagePayer({ ...payer, after: { at, id: 'pay_1' } }))
  await record('sumPayer', () => repository.sumPayer('MRN-1042'))
  await record('pageDeadEvents', () => repository.pageDeadEvents({ limit }))
  await record('pageDeadEvents: behind one', () => repository.pageDeadEvents({ limit, after: { at, id: 'evt_1' } }))
}

/** Runs the cases of lines on a connection on which the host has a transaction open. */
export async function linesInHostTransaction(
  database: SqlDatabase,
  { dialect, record }: Pick<FinanceCalls, 'dialect' | 'record'>,
): Promise<void> {
  const repository = sqlRepository(database, { dialect, tenant: freshTenant() })
  const line = lineNamed('bound-1')
  await record("in the host's transaction: replace: a new line", async () => {
    const lines = [lineEntryFixture(line)]
    expect(await repository.replace({ changes: [], lines })).toEqual(replaced)
    expect(await repository.replace({ changes: [], lines })).toEqual({ outcome: 'line_taken' })
  })
  await record("in the host's transaction: replace: the next version of a line", async () => {
    const lines = [lineChangeFixture(line, { held: true })]
    expect(await repository.replace({ changes: [], lines })).toEqual(replaced)
    expect(await repository.replace({ changes: [], lines })).toMatchObject({ outcome: 'line_stale' })
  })
}

export async function refundCalls({ repository, record }: FinanceCalls): Promise<void> {
  const payment = paymentFixture({ reference: 'INV-7', status: 'pending' })
  await insertOne(repository, insertFixture(payment))
  const refundRequest = refundEntryFixture(refundFixture({ id: 'ref_1', paymentId: payment.id, reference: 'R-1' }), {
    payment,
    idempotency: { key: 'refund-1', fingerprint: 'a'.repeat(64) },
  })
  const groupOf = ({ entry, changes }: RefundWrite) => ({ changes, lines: [], ...refundsOfGroup([entry]) })
  await record('replace: a new refund with the change of its payment', async () => {
    expect(await repository.replace(groupOf(refundRequest))).toEqual(replaced)
  })
  const paid = refundChangeFixture(refundRequest, { status: 'succeeded', paidAt: '2026-11-20T12:00:00.000Z' })
  await record("replace: a refund's next version", async () => {
    expect(await repository.replace(groupOf(paid))).toEqual(replaced)
  })
  const ofLine = refundEntryFixture(refundFixture({ id: 'ref_2', lineKey: 'whole-9', reference: 'R-2' }))
  await record('replace: a new refund of a line, with an event of its own', async () => {
    expect(await repository.replace(groupOf(ofLine))).toEqual(replaced)
  })
  await record('replace: a refund has another version', async () => {
    expect(await repository.replace(groupOf(ofLine))).toMatchObject({ outcome: 'row_stale', of: 'refunds' })
  })
  const after = { at, id: 'ref_1' }
  const by = 'createdAt' as const
  await record('findRefunds: by every key', () =>
    findRefunds(repository, { ids: ['ref_1'], references: ['R-1'], providerTransactionIds: ['TX-1'], lineKeys: ['a'] }),
  )
  await record('refundOfKey', () => refundOfKey(repository, 'refund-1'))
  await record('pageRefunds: of all', () => pageRefunds(repository, { by, limit: 50 }))
  await record('pageRefunds: of two statuses, behind one', () =>
    pageRefunds(repository, { by, statuses: ['requested', 'pending'], after, limit: 50 }),
  )
  await record('pageRefunds: of one payment, in a period of payment', () =>
    pageRefunds(repository, {
      by: 'paidAt',
      paymentId: 'pay_1',
      from: at,
      before: '2026-12-01T00:00:00.000Z',
      limit: 50,
    }),
  )
  await record('scanRefunds: of one status', async () => {
    for await (const refunds of scanRefunds(repository, { by, statuses: ['failed'] })) expect(refunds).toEqual([])
  })
  await record('totalsOfRefunds', () => totalsOfRefunds(repository, { by, from: at }))
}

export async function dayCalls({ repository, record }: FinanceCalls): Promise<void> {
  const line = lineNamed('closed-1', { account: 'bank-days' })
  await repository.replace({ changes: [], lines: [lineEntryFixture(line)] })
  const { account } = line
  const first = closingFixture({ account }, { lines: [line] })
  await record('addClosing: the first of a chain, with lines', async () => {
    expect(await repository.addClosing(first, 0)).toEqual({ outcome: 'added' })
  })
  const second = closingFixture({ kind: 'reopening', reason: 'r' }, { after: first })
  await record('addClosing: the next one, without lines', async () => {
    expect(await repository.addClosing(second, 0)).toEqual({ outcome: 'added' })
  })
  await record('addClosing: the chain ends elsewhere', async () => {
    expect(await repository.addClosing(second, 0)).toEqual({ outcome: 'chain_moved' })
  })
  const chains = [{ account, sequence: 2 }]
  await record('replace: a line, where the chain ends as it was read', async () => {
    const lines = [lineChangeFixture(line, { held: true })]
    expect(await repository.replace({ changes: [], lines, chains })).toEqual(replaced)
  })
  await record('addClosing: money was taken back since', async () => {
    const third = closingFixture({}, { after: second })
    expect(await repository.addClosing(third, 0)).toEqual({ outcome: 'chain_moved' })
  })
  await record('replace: the chain ends elsewhere', async () => {
    const lines = [lineEntryFixture(lineNamed('closed-2', { account }))]
    const moved = { changes: [], lines, chains: [{ account, sequence: 1 }] }
    expect(await repository.replace(moved)).toMatchObject({ outcome: 'chain_moved' })
  })
  const days = ['2026-11-20', '2026-11-21'].map((day) => ({ account, day }))
  await record('chainStates', () => repository.chainStates([account, 'bank-other']))
  await record('findClosings', () => repository.findClosings(days))
  await record('pageClosings: of all', () => repository.pageClosings({ limit: 50 }))
  await record('pageClosings: of a time', () =>
    repository.pageClosings({ createdFrom: at, createdBefore: '2026-12-01T00:00:00.000Z', limit: 50 }),
  )
  await record('pageClosings: of one account and days, behind one', () =>
    repository.pageClosings({
      account,
      from: '2026-11-01',
      to: '2026-11-30',
      after: { at, sequence: 1, hash: first.hash },
      limit: 50,
    }),
  )
  await record('scanClosings', async () => {
    for await (const links of repository.scanClosings(account)) expect(links).toHaveLength(2)
  })
  await record('closingLines', () => repository.closingLines({ account, sequence: 1 }))
  await record('lineVersions', () => repository.lineVersions({ account, day: '2026-11-20' }))
  await record('unclosedDays', () => repository.unclosedDays({ before: '2026-12-01' }))
  await record('unclosedDays of an account', () => repository.unclosedDays({ before: '2026-12-01', account }))
}

export async function receiptCalls({ repository, record }: FinanceCalls): Promise<void> {
  const receipt = receiptFixture()
  await record('replace: a receipt, the first of a year', async () => {
    expect(await issueReceipt(repository, receipt)).toMatchObject({ number: 1 })
  })
  await record('replace: a receipt, the next one', async () => {
    expect(await issueReceipt(repository, receiptFixture())).toMatchObject({ number: 2 })
  })
  const third = receiptFixture({ paymentId: receipt.paymentId, ordinal: 2, payerId: 'p1' })
  await record('replace: a receipt of a payment that has one, by its next part', async () => {
    expect(await issueReceipt(repository, third)).toMatchObject({ number: 3 })
  })
  await record('replace: a receipt is printed', async () => {
    const rows = [printEntry(numberedReceipt(third, 3))]
    expect(await repository.replace({ changes: [], lines: [], rows })).toEqual(replaced)
  })
  await record('replace: a receipt, the part of the payment has one', async () => {
    expect(await issueReceipt(repository, receiptFixture({ paymentId: receipt.paymentId }))).toMatchObject({
      number: 1,
    })
  })
  await record('findRows: of a payment with a receipt', () => receiptOfPayment(repository, receipt.paymentId))
  await record('pageRows: receipts of all years', () => pageReceipts(repository, { limit: 50 }))
  await record('pageRows: receipts of one year, behind one', () =>
    pageReceipts(repository, { year: 2026, after: { year: 2026, number: 1 }, limit: 50 }),
  )
  const page = { direction: 'asc', limit: 50 } as const
  await record('pageRows: receipts of a payer', () =>
    repository.pageRows(receipts, { ...page, list: 'payer', where: { payerId: 'p1' } }),
  )
  await record('pageRows: receipts of an actor, behind one', () =>
    repository.pageRows(receipts, { ...page, list: 'actor', where: { issuedBy: 'sara' }, after: [2026, 1] }),
  )
  await record('pageRows: receipts of some days', () =>
    repository.pageRows(receipts, { ...page, list: 'issued', from: at, before: '2026-11-21T09:00:00.000Z' }),
  )
  await record('findRows: of the line of a receipt', () => repository.findRows(receipts, 'lineKey', ['line-1']))
}
