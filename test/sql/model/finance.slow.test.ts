/** Random calls of finance, answered by every SQL storage as memory answers them. */
import { wholeLine } from '../../../src/repository/rows.js'
import { memoryRepository, type Payment, type Refund } from 'hospital-payments'
import type { FinanceRepository, LineEntry, LineRowFilter, ReplaceOutcome } from 'hospital-payments/repository'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  eventsOfRefund,
  findRefunds,
  pageRefunds,
  refundOfKey,
  scanRefunds,
  totalsOfRefunds,
} from '../../../src/operations/refunds/stored-refunds.js'
import { accounts } from '../../../src/repository/aggregates/accounts.js'
import { attempts } from '../../../src/repository/aggregates/attempts.js'
import { receipts } from '../../../src/repository/aggregates/receipts.js'
import { requestKeys } from '../../../src/repository/aggregates/request-keys.js'
import { newRow } from '../../../src/repository/aggregates/rows.js'
import { sessions } from '../../../src/repository/aggregates/sessions.js'
import type { RefundRowFilter } from '../../../src/repository/aggregates/refunds.js'
import { movedAccount } from '../../../src/domain/accounts/account.js'
import type { CashSessionEventType } from '../../../src/domain/cash/session.js'
import type { AccountLine, StoredAllocation } from '../../../src/domain/reconciliation/account-line.js'
import {
  importFixture,
  lineChangeFixture,
  lineEntryFixture,
  lineFixture,
  receiptFixture,
  refundChangeFixture,
  refundEntryFixture,
  refundFixture,
  refundsOfGroup,
} from '../../support/finance-contract/index.js'
import { addNote, notesOf } from '../../support/finance-contract/line-steps.js'
import { scannedRefunds } from '../../support/finance-contract/refund-steps.js'
import { deepFrozen } from '../../support/frozen.js'
import { databases, onEach, pglite } from '../../support/databases/index.js'
import { numberedReceipt } from '../../support/finance-contract/day-fixtures.js'
import {
  closedSession,
  nextSession,
  sessionEntryFixture,
  sessionFixture,
} from '../../support/finance-contract/session-fixtures.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { inAnyOrder } from './agree.js'
import { askAboutAttempts, askAboutMessages, attemptCall, AttemptRows } from './attempt-calls.js'
import { isLong, playAll, sequences, timeout } from './runs.js'
import { neighbourImports, pageImports, saveImport } from '../../../src/operations/statements/stored-imports.js'

/** The question of a page of sessions. */
type PageRowsQuery = Parameters<FinanceRepository['pageRows']>[1]

const keys = ['line-A', 'line-a', 'LINE', 'line_', 'line%', 'łine', 'line-10', 'line-9']
const days = ['2026-11-19', '2026-11-20', '2026-11-21']
const bankAccounts = ['cbe', 'CBE']
const texts = ['Abebe \\ 100%_', "O'Neil", 'ŞİMDİ', '']
const terms = ['r:1', 'r:1nv', 'a:1', 'w:abebe', 'w:Abebe', 'w:bekele', 'p:119', 'p:11']
const parts = ['100%', '_', '\\', "'", 'İ'.toLowerCase(), 'beb', '']
const instants = [0, 1, 2, 1000].map((ms) => new Date(Date.UTC(2026, 10, 20) + ms).toISOString())
const maxAmount = Number.MAX_SAFE_INTEGER

const pick = <Value>(values: readonly Value[]) => fc.constantFrom(...values)
const maybe = <Value>(values: readonly Value[]) => fc.option(pick(values), { nil: undefined, freq: 2 })
const present = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>
  }

const drawnLine = fc.record({
  key: pick(keys),
  expected: pick(['nothing', 'right', 'right', 'right', 'behind'] as const),
  valueDate: pick(days),
  account: pick(bankAccounts),
  direction: pick(['credit', 'debit'] as const),
  amount: pick([1, 100, maxAmount]),
  allocation: pick(['none', 'none', 'part', 'whole', 'payment'] as const),
  held: fc.boolean(),
  assignee: pick([null, 'clerk-1', 'Clerk-1']),
  importId: pick([null, 'imp_1']),
  sessionId: pick([null, 'csh_1', 'csh_2']),
  payerId: pick([null, 'pyr_1']),
  transferTo: pick([null, 'cash.safe']),
  narration: maybe(texts),
  reference: maybe(texts),
  outcome: pick(['unmatched_line', 'matched', 'ambiguous'] as const),
  hasEvent: fc.boolean(),
})
type DrawnLine = typeof drawnLine extends fc.Arbitrary<infer Value> ? Value : never

const filter = fc
  .record({
    statuses: maybe([['open'], ['settled'], ['open', 'settled'], []] as AccountLine['status'][][]),
    held: maybe([true, false]),
    outcomes: maybe([['unmatched_line'], ['matched', 'ambiguous']] as AccountLine['outcome'][][]),
    account: maybe(bankAccounts),
    direction: maybe(['credit', 'debit'] as const),
    from: maybe(days),
    to: maybe(days),
    amount: maybe([1, 100]),
    text: maybe([...parts, 'abebe']),
    assignee: maybe([null, 'clerk-1']),
    importId: maybe(['imp_1']),
    sessionId: maybe(['csh_1', 'csh_2']),
    payerId: maybe(['pyr_1']),
    transferTo: maybe(['cash.safe']),
  })
  .map((drawn) => present(drawn) as LineRowFilter)

const clause = fc
  .record({
    terms: maybe([['r:1'], ['w:abebe', 'w:bekele'], ['a:1']]),
    prefixes: maybe([
      [{ start: 'w:' }],
      [{ start: 'w:', part: 'beb' }],
      [{ start: 'p:11' }],
      [{ start: 'r:', part: '1' }],
    ]),
    providerTransactionId: maybe(['TX-1', 'tx-1']),
  })
  .map(present)

const call = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('lines' as const),
      lines: fc.array(drawnLine, { minLength: 1, maxLength: 4 }),
      payment: fc.option(fc.record({ place: fc.nat(9), isStale: fc.boolean(), terms: fc.subarray(terms) }), {
        freq: 2,
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      terms: fc.subarray(terms),
      createdAt: pick(instants),
      transaction: maybe(['TX-1']),
      currency: pick(['ETB', 'KES']),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      /** The refund that was written before, counted from the last; beyond them, or 'new', a new one. */
      former: fc.option(fc.nat(5), { freq: 3 }),
      isStale: fc.boolean(),
      place: fc.option(fc.nat(9), { freq: 2 }),
      amount: pick([1, 100, maxAmount]),
      status: pick(['requested', 'pending', 'succeeded', 'failed', 'canceled'] as const),
      reason: pick(['duplicate', 'other'] as const),
      createdAt: pick(instants),
      paidAt: maybe(instants),
      reference: pick(['R-1', 'r-1', 'R-2']),
      transaction: maybe(['TX-1', 'tx-1', 'TX-2']),
      note: maybe(texts),
      key: maybe(['key-1', 'Key-1', 'key-2', 'key-3']),
      line: maybe(keys),
    }),
  },
  fc.record({
    kind: fc.constant('refunds' as const),
    by: pick(['createdAt', 'paidAt'] as const),
    statuses: maybe([['pending'], ['requested', 'succeeded'], []] as Refund['status'][][]),
    place: maybe([0, 1, 2]),
    from: maybe(instants),
    before: maybe(instants),
    limit: pick([1, 2, 50]),
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('counter' as const),
      type: pick([
        'session.opened',
        'session.took',
        'session.took',
        'session.sent',
        'session.closed',
        'session.explained',
      ]),
      point: pick(['a', 'A', 'b']),
      currency: pick(['ETB', 'KES']),
      isStale: pick([false, false, false, true]),
      isStaleAccount: pick([false, false, false, true]),
      amount: pick([1, 100]),
      openedAt: pick(instants),
      denominations: maybe([{ 100: 3, 5000: 0 }, {}]),
      difference: pick([0, -3, 100]),
      reason: pick([null, ...texts.filter((text) => text !== '')]),
      line: maybe(keys),
      key: maybe(['key-1', 'Key-1', 'key-2']),
      year: pick([2026, 2027]),
    }),
  },
  fc.record({
    kind: fc.constant('sessions' as const),
    list: pick([
      { list: 'opened' },
      { list: 'point', where: { point: 'a' } },
      { list: 'status', where: { status: 'open' } },
      { list: 'status', where: { status: 'closed', currency: 'KES' } },
      { list: 'opener', where: { openedBy: 'sara' } },
      { list: 'unexplained', where: { unexplained: 'yes' } },
    ]),
    direction: pick(['asc', 'desc'] as const),
    before: maybe(instants),
    limit: pick([1, 2, 50]),
  }),
  fc.record({ kind: fc.constant('key' as const), key: pick(keys) }),
  fc.record({ kind: fc.constant('page' as const), filter, limit: pick([0, 1, 2, 50]) }),
  fc.record({ kind: fc.constant('scan' as const), filter }),
  fc.record({ kind: fc.constant('note' as const), key: pick(keys), text: pick(texts) }),
  fc.record({ kind: fc.constant('forget' as const), before: pick([...days, '2026-11-22']), limit: pick([1, 50]) }),
  fc.record({
    kind: fc.constant('import' as const),
    id: pick(['imp_1', 'imp_2', 'imp_3']),
    account: pick(bankAccounts),
    createdAt: pick(instants),
    isDone: fc.boolean(),
    format: pick([null, 'camt']),
    day: pick(days),
  }),
  fc.record({
    kind: fc.constant('neighbours' as const),
    account: pick(bankAccounts),
    from: pick(days),
    to: pick(days),
  }),
  fc.record({
    kind: fc.constant('search' as const),
    clauses: fc.array(clause, { maxLength: 3 }),
    currency: maybe(['ETB']),
    from: maybe(instants),
    before: maybe(instants),
    limit: pick([1, 2, 50]),
  }),
  fc.record({
    kind: fc.constant('candidates' as const),
    terms: fc.subarray(terms),
    commonTerms: fc.subarray(terms),
    prefixes: fc.subarray(['w:', 'p:1', 'r:1nv']),
    around: pick(instants),
    limitEach: pick([1, 2, 50]),
  }),
)

const anyCall = fc.oneof({ weight: 5, arbitrary: call }, { weight: 2, arbitrary: attemptCall })

const plainLine: DrawnLine = {
  key: '',
  expected: 'right',
  valueDate: days[0]!,
  account: bankAccounts[0]!,
  direction: 'credit',
  amount: 100,
  allocation: 'none',
  held: true,
  assignee: null,
  importId: null,
  sessionId: null,
  payerId: null,
  transferTo: null,
  narration: undefined,
  reference: undefined,
  outcome: 'unmatched_line',
  hasEvent: true,
}

type Call = typeof anyCall extends fc.Arbitrary<infer Value> ? Value : never

/** Calls both the same, and finds their answers to be the same. */
class Player {
  readonly #model: FinanceRepository
  readonly #storage: FinanceRepository
  readonly #ids: string[] = []
  readonly #refunds: Refund[] = []
  readonly #sessions = new Set<string>()
  readonly #attempts: AttemptRows
  #notes = 0

  constructor(model: FinanceRepository, storage: FinanceRepository) {
    this.#model = model
    this.#storage = storage
    this.#attempts = new AttemptRows(model)
  }

  async #both<Answer>(question: unknown, ask: (repository: FinanceRepository) => Promise<Answer>): Promise<Answer> {
    const answer = (repository: FinanceRepository) =>
      ask(repository).then(
        (value) => ({ value }),
        (error: { code?: string }) => ({ code: error.code }),
      )
    const [right, answered] = [await answer(this.#model), await answer(this.#storage)]
    expect(answered, JSON.stringify(question)).toStrictEqual(right)
    return (right as { value: Answer }).value
  }

  async #entryOf(drawn: DrawnLine, paymentId: string): Promise<LineEntry> {
    const { key, expected, allocation, held, assignee, payerId, narration, hasEvent } = drawn
    const [stored] = await this.#model.findLines([key])
    if (expected === 'nothing' || !stored) {
      const { direction, amount, valueDate, account, importId, reference, outcome, sessionId, transferTo } = drawn
      const line = lineFixture({
        ...present({ key, direction, amount, valueDate, account, importId, reference, outcome, narration }),
        ...{ sessionId, payerId, transferTo },
        allocations: allocationsOf(allocation, amount, paymentId),
      })
      return lineEntryFixture(line)
    }
    const allocations = allocationsOf(allocation, stored.amount, paymentId)
    const entry = lineChangeFixture(stored, { allocations, held, assignee, payerId })
    if (expected === 'behind')
      return {
        ...entry,
        expected: stored.version + 1,
        line: { ...entry.line, version: stored.version + 2 },
        event: { ...entry.event!, version: stored.version + 2 },
      }
    if (hasEvent) return entry
    return wholeLine({ ...stored, outcome: drawn.outcome, importId: drawn.importId }, stored.version, null)
  }

  /** Makes a refund's next version, or a new one, with the change of its payment or with a line beside it. */
  async #refundGroup(drawn: Extract<Call, { kind: 'refund' }>) {
    const { former, isStale, place, key, line, reference, note, amount, reason, createdAt, status } = drawn
    const before = former === null ? undefined : this.#refunds.at(-1 - former)
    const paymentId = before ? before.paymentId : place === null ? null : (this.#ids[place] ?? null)
    const payment = paymentId === null ? null : await this.#model.get(paymentId)
    const more = payment ? { payment } : {}
    const end = present({ status, paidAt: drawn.paidAt ?? null, providerTransactionId: drawn.transaction })
    const stored = before && (await findRefunds(this.#model, { ids: [before.id] }))[0]
    const lines = line !== undefined && !payment ? [await this.#entryOf({ ...plainLine, key: line }, 'pay_none')] : []
    if (stored) {
      const seen = isStale ? { ...stored, version: stored.version + 1 } : stored
      const { entry, changes } = refundChangeFixture(refundEntryFixture(seen, more), end, more)
      return { changes, lines, ...refundsOfGroup([entry]) }
    }
    const drawnFields = present({ amount, reason, createdAt, reference, note })
    const refund = refundFixture({
      ...drawnFields,
      ...end,
      paymentId: payment?.id ?? null,
      currency: payment?.currency ?? 'ETB',
    })
    const idempotency = key === undefined ? null : { key, fingerprint: 'a'.repeat(64) }
    const { entry, changes } = refundEntryFixture(refund, { ...more, idempotency })
    return { changes, lines, ...refundsOfGroup([entry]) }
  }

  /** Makes a write at the counter: a session's version with its account, and of a take a receipt and a key too. */
  async #counterGroup(drawn: Extract<Call, { kind: 'counter' }>) {
    const { type, point, currency, isStale, isStaleAccount, amount, openedAt, difference, reason, line, key } = drawn
    const account = `cash.${point}`
    const place = { point, currency, openedAt, floatDifference: difference }
    const ofPoint = await this.#model.pageRows(sessions, {
      ...{ list: 'point', where: { point, currency }, direction: 'desc', limit: 1 },
    })
    const [before] = type === 'session.opened' ? [] : ofPoint
    const isTake = type === 'session.took'
    const seen = before && (isStale ? { ...before, version: before.version + 1 } : before)
    const moved = {
      received: (seen?.received ?? 0) + (isTake ? amount : 0),
      sent: (seen?.sent ?? 0) + (isTake ? 0 : amount),
    }
    const counted = { difference, reason, denominations: drawn.denominations ?? null }
    const session = !seen
      ? sessionFixture(place)
      : type === 'session.closed'
        ? { ...closedSession(seen), ...counted }
        : nextSession(seen, type === 'session.explained' ? { reason, floatReason: reason } : moved)
    const [stored] = (await this.#model.findRows(accounts, 'account', [account])).filter(
      ({ row }) => row.currency === currency,
    )
    const openSessionId = session.status === 'open' ? session.id : null
    const former = stored?.row ?? null
    const state = movedAccount(former, { account, currency }, BigInt(amount), { openSessionId })
    const expected = former === null ? ('nothing' as const) : former.version + (isStaleAccount ? 1 : 0)
    const version = expected === 'nothing' ? 1 : expected + 1
    const lines = line === undefined ? [] : [await this.#entryOf({ ...plainLine, key: line, account }, 'pay_none')]
    const receipt = receiptFixture({ lineKey: lines[0]?.line.key ?? null, year: drawn.year, received: amount })
    const request = { space: 'cash', fingerprint: 'a'.repeat(64), subject: session.id }
    const rows = [
      sessionEntryFixture(session, type as CashSessionEventType),
      { of: accounts, row: { ...state, version }, beside: former ? null : {}, expected, events: [] },
      ...(isTake ? [newRow(receipts, numberedReceipt(receipt, 0))] : []),
      ...(isTake && key !== undefined ? [newRow(requestKeys, { ...request, idempotencyKey: key })] : []),
    ]
    return { session, group: { changes: [], lines, rows } }
  }

  async call(drawn: Call): Promise<void> {
    switch (drawn.kind) {
      case 'insert': {
        const { createdAt, currency, transaction } = drawn
        const payment = paymentFixture({
          createdAt,
          currency,
          ...(transaction !== undefined && this.#ids.length === 0 && { providerTransactionId: transaction }),
        })
        this.#ids.push(payment.id)
        const entries = [{ ...insertFixture(payment), terms: drawn.terms }]
        await this.#both(drawn, (repository) => repository.insert(entries))
        return
      }
      case 'lines': {
        const paymentId = this.#ids[(drawn.payment?.place ?? 0) % Math.max(this.#ids.length, 1)] ?? 'pay_none'
        const lines: LineEntry[] = []
        for (const line of drawn.lines) {
          if (!lines.some((entry) => entry.line.key === line.key)) lines.push(await this.#entryOf(line, paymentId))
        }
        const stored = drawn.payment ? await this.#model.get(paymentId) : null
        const changes = stored && drawn.payment ? [changeOf(stored, drawn.payment)] : []
        const group = deepFrozen({ changes, lines })
        const { outcome } = await this.#both(group, (repository) => repository.replace(group))
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
        return
      }
      case 'refund': {
        const group = deepFrozen(await this.#refundGroup(drawn))
        // Refused by both: refunds of more than their payment, or a change of what a refund was asked for.
        const answer = (await this.#both(group, (repository) => repository.replace(group))) as
          ReplaceOutcome | undefined
        const outcome = answer?.outcome ?? 'refused'
        if (outcome === 'replaced') this.#refunds.push(group.rows[0]!.row as Refund)
        const name = answer?.outcome === 'row_taken' ? `${outcome} ${answer.unique}` : outcome
        counts.set(name, (counts.get(name) ?? 0) + 1)
        return
      }
      case 'counter': {
        const { session, group } = await this.#counterGroup(drawn)
        const answer = (await this.#both(group, (repository) => repository.replace(deepFrozen(group)))) as
          ReplaceOutcome | undefined
        const { outcome = 'refused' } = answer ?? {}
        if (outcome === 'replaced') this.#sessions.add(session.id)
        const of = answer && 'of' in answer ? ` ${answer.of}` : ''
        counts.set(`counter ${outcome}${of}`, (counts.get(`counter ${outcome}${of}`) ?? 0) + 1)
        return
      }
      case 'sessions': {
        const { list, direction, before, limit } = drawn
        const query = present({ ...list, direction, before, limit }) as PageRowsQuery
        await this.#both(drawn, async (repository) => {
          const first = await repository.pageRows(sessions, query)
          const last = first.at(-1)
          const after = last && [last.openedAt, last.id]
          return [first, after ? await repository.pageRows(sessions, { ...query, after }) : []]
        })
        return
      }
      case 'refunds': {
        const { by, statuses, place, from, before, limit } = drawn
        const paymentId = place === undefined ? undefined : (this.#ids[place] ?? 'pay_none')
        const filter = { by, ...present({ statuses, paymentId, from, before }) } as RefundRowFilter
        await this.#both(drawn, async (repository) => {
          const first = await pageRefunds(repository, { ...filter, limit })
          const last = first.at(-1)
          const after = last && { at: last[by]!, id: last.id }
          return [first, after ? await pageRefunds(repository, { ...filter, limit, after }) : []]
        })
        await this.#both(drawn, (repository) => scannedRefunds(scanRefunds(repository, filter)))
        await this.#both(drawn, async (repository) => inAnyOrder(await totalsOfRefunds(repository, filter)))
        return
      }
      case 'key': {
        const lines = [{ key: drawn.key, paymentIds: ['pay_1'] }]
        await this.#both(drawn, (repository) => repository.replace({ changes: [], lines }))
        return
      }
      case 'page':
        await this.#both(drawn, (repository) => allPages(repository, drawn.filter, drawn.limit))
        return
      case 'scan':
        await this.#both(drawn, (repository) => scanned(repository, drawn.filter))
        return
      case 'note': {
        const note = {
          id: `note_${String(this.#notes++).padStart(6, '0')}`,
          lineKey: drawn.key,
          text: drawn.text,
          actor: null,
          createdAt: instants[0]!,
        }
        await this.#both(drawn, (repository) => addNote(repository, note))
        return
      }
      case 'forget': {
        const { before, limit } = drawn
        const first = await this.#both(drawn, (repository) => repository.eraseLineTexts({ before, limit }))
        if (first.last)
          await this.#both(drawn, (repository) => repository.eraseLineTexts({ before, limit, after: first.last! }))
        return
      }
      case 'import': {
        const { id, account, createdAt, format, day: from } = drawn
        const entry = importFixture({
          id,
          account,
          createdAt,
          completedAt: drawn.isDone ? createdAt : null,
          format,
          from,
          to: from,
        })
        await this.#both(drawn, (repository) => saveImport(repository, entry))
        await this.#both(drawn, (repository) => pageImports(repository, { account, limit: 2 }))
        return
      }
      case 'neighbours': {
        const { account, from, to } = drawn
        await this.#both(drawn, (repository) => neighbourImports(repository, { account, from, to }))
        await this.#both(drawn, (repository) => repository.countLines({ account, from, to }))
        await this.#both(drawn, async (repository) => inAnyOrder(await repository.lineVersions({ account, day: from })))
        return
      }
      case 'search': {
        const { kind: _, ...query } = present(drawn)
        await this.#both(drawn, async (repository) => {
          const first = await repository.searchPayments(query)
          const last = first.at(-1)
          const after = last && { at: last.createdAt, id: last.id }
          return [first, after ? await repository.searchPayments({ ...query, after }) : []]
        })
        return
      }
      case 'attempt':
      case 'message': {
        const group = deepFrozen(await this.#attempts.groupOf(drawn))
        const answer = (await this.#both(group, (repository) => repository.replace(group))) as
          ReplaceOutcome | undefined
        const { outcome = 'refused' } = answer ?? {}
        if (outcome === 'replaced') this.#attempts.stored(group)
        const name = `${drawn.kind} ${outcome}${answer?.outcome === 'row_taken' ? ` ${answer.unique}` : ''}`
        counts.set(name, (counts.get(name) ?? 0) + 1)
        return
      }
      case 'attempts':
        await this.#both(drawn, (repository) => askAboutAttempts(repository, drawn))
        return
      case 'messages':
        await this.#both(drawn, (repository) => askAboutMessages(repository, drawn))
        return
      case 'candidates': {
        const { kind: _, ...query } = drawn
        await this.#both(drawn, async (repository) =>
          inAnyOrder(await repository.findCandidates({ ...query, limit: 100 })),
        )
        return
      }
    }
  }

  async end(): Promise<void> {
    await this.#both('lines', (repository) => scanned(repository, {}))
    await this.#both('sums', async (repository) => inAnyOrder(await repository.sumOpenLines()))
    await this.#both('sums of a filter', async (repository) =>
      inAnyOrder(await repository.sumLines({ direction: 'credit' })),
    )
    await this.#both('unproved', async (repository) =>
      inAnyOrder(await repository.sumUnproved({ paidBefore: '2027-01-01T00:00:00.000Z' })),
    )
    await this.#both('histories', (repository) => repository.histories(this.#ids))
    await this.#both('refunds', (repository) => scannedRefunds(scanRefunds(repository, { by: 'createdAt' })))
    for (const refund of this.#refunds) await this.#both(refund, (repository) => eventsOfRefund(repository, refund))
    await this.#both('sessions', (repository) => repository.rowHistories([...this.#sessions]))
    await this.#both('attempts', async (repository) => [
      inOneOrder(await repository.findRows(attempts, 'id', this.#attempts.ids)),
      await repository.rowHistories(this.#attempts.ids),
    ])
    const cashAccounts = ['cash.a', 'cash.A', 'cash.b']
    await this.#both('accounts', async (repository) =>
      inOneOrder(await repository.findRows(accounts, 'account', cashAccounts)),
    )
    await this.#both('receipts', (repository) =>
      repository.pageRows(receipts, { list: 'number', direction: 'asc', limit: 100 }),
    )
    await this.#both('keys of requests', async (repository) =>
      inOneOrder(await repository.findRows(requestKeys, 'idempotencyKey', ['key-1', 'Key-1', 'key-2'])),
    )
    const lookUp = { references: ['R-1', 'r-1'], providerTransactionIds: ['Tx-1'] }
    await this.#both('found', async (repository) => inAnyOrder(await findRefunds(repository, lookUp)))
    for (const key of ['key-1', 'Key-1', 'key-2']) await this.#both(key, (repository) => refundOfKey(repository, key))
    for (const key of keys) {
      await this.#both(key, (repository) => repository.lineHistory(key))
      await this.#both(key, (repository) => notesOf(repository, key))
    }
    const lineKeys = { references: [], providerTransactionIds: [], lineKeys: keys }
    await this.#both('keys', async (repository) => inAnyOrder((await repository.lookup(lineKeys)).lines))
  }
}

/** Sorts rows by the values of their fields, which no collation decides. */
function inOneOrder<Row extends { readonly row: object }>(rows: readonly Row[]): Row[] {
  const textOf = ({ row }: Row) => Object.values(row).map(String).sort().join()
  return [...rows].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
}

const counts = new Map<string, number>()

function allocationsOf(allocation: DrawnLine['allocation'], amount: number, paymentId: string): StoredAllocation[] {
  if (allocation === 'none') return []
  if (allocation === 'payment') return [{ to: 'payment', paymentId, amount, by: 'rule' }]
  if (allocation === 'whole') {
    return amount === maxAmount
      ? [{ to: 'category', category: 'x', amount, by: 'hand' }]
      : [
          { to: 'payment', paymentId, amount: amount + 1, by: 'hand' },
          { to: 'category', category: 'fee', amount: -1, by: 'hand' },
        ]
  }
  return amount > 1 ? [{ to: 'category', category: 'fee', amount: 1, by: 'hand' }] : []
}

function changeOf(stored: Payment, { isStale, terms: added }: { isStale: boolean; terms: string[] }) {
  const before = isStale ? { ...stored, version: stored.version + 1 } : stored
  const paid = {
    status: 'succeeded',
    paidAt: instants[1]!,
    amountReconciled: Math.min(stored.amount, stored.amountReconciled + 1),
  } as const
  return { ...changeFixture(before, paid), ...(added.length > 0 && { terms: added }) }
}

async function scanned(repository: FinanceRepository, filter: LineRowFilter): Promise<AccountLine[]> {
  const lines: AccountLine[] = []
  for await (const batch of repository.scanLines(filter)) lines.push(...batch)
  return lines
}

async function allPages(repository: FinanceRepository, filter: LineRowFilter, limit: number): Promise<unknown> {
  const pages: (readonly AccountLine[])[] = []
  for (let after: { valueDate: string; key: string } | undefined; pages.length < 20;) {
    const page = await repository.pageLines({ ...filter, limit, ...(after && { after }) })
    pages.push(page)
    const last = page.at(-1)
    if (!last || page.length < limit) break
    after = { valueDate: last.valueDate, key: last.key }
  }
  return pages
}

onEach(databases, 'FinanceRepository: in random sequences', (entry) => {
  const database = migrated(entry)
  // The same statements as on a server, and ten times as slow.
  const isSlow = entry === pglite
  const count = isSlow ? Math.ceil(sequences / 5) : sequences

  it('sqlRepository answers every call as memoryRepository does', { timeout }, async () => {
    counts.clear()
    const play = async (calls: readonly Call[]) => {
      const player = new Player(memoryRepository(), repositoryOn(database()))
      for (const drawn of calls) await player.call(drawn)
      await player.end()
    }
    await playAll(fc.array(anyCall, { minLength: 5, maxLength: 90, size: 'max' }), play, { count })
    if (isSlow && !isLong) return
    const refusals = ['line_taken', 'line_stale', 'stale', 'row_stale', 'row_taken key', 'row_taken transaction']
    const ofCounter = ['replaced', 'row_stale cash_sessions', 'row_taken cash_sessions', 'row_stale accounts']
    refusals.push(...ofCounter.map((outcome) => `counter ${outcome}`))
    refusals.push(...['replaced', 'row_stale', 'row_taken code', 'row_taken living'].map((name) => `attempt ${name}`))
    refusals.push('attempt row_taken request', 'message replaced', 'message row_stale')
    for (const outcome of ['replaced', ...refusals]) expect(counts.get(outcome), outcome).toBeGreaterThan(0)
  })
})
