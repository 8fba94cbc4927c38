/** Random versions of attempts and of providers' messages, and questions about them. */
import type { FinanceRepository, RowEntry } from 'hospital-payments/repository'
import fc from 'fast-check'
import type { StoredAttempt } from '../../../src/domain/attempts/attempt.js'
import { sortedByText } from '../../../src/internal/sorted-by-text.js'
import { attempts } from '../../../src/repository/aggregates/attempts.js'
import { messages, type StoredMessage } from '../../../src/repository/aggregates/messages.js'

/** The question of a page of rows. */
type PageRowsQuery = Parameters<FinanceRepository['pageRows']>[1]

const instants = [0, 1, 2, 1000].map((ms) => new Date(Date.UTC(2026, 10, 20) + ms).toISOString())
const bills = ['pay_1', 'pay_2', 'Pay_1'].map((id) => id.padEnd(30, '0'))
const providers = ['mpesa', 'MPESA']
const codes = ['ABCDEFGHJK', 'BBCDEFGHJK', 'CBCDEFGHJK', 'DBCDEFGHJK', 'EBCDEFGHJK', 'FBCDEFGHJK']
const references = ['INV-1', 'inv-1', 'INV-1 ']
const lineKeys = ['receipt:1', 'Receipt:1', 'id:1']
const receipts = ['sk1', 'SK1']

const pick = <Value>(values: readonly Value[]) => fc.constantFrom(...values)
const orNull = <Value>(values: readonly Value[]) => fc.option(pick(values), { nil: null, freq: 2 })

const attemptFields = fc.record({
  /** The attempt that was written before, counted from the last; beyond them, or `null`, a new one. */
  former: fc.option(fc.nat(4), { freq: 3 }),
  isStale: pick([false, false, false, true]),
  status: pick(['starting', 'pending', 'paid', 'paid', 'failed', 'unknown'] as const),
  paymentId: pick(bills),
  provider: pick(providers),
  amount: pick([1, 100, Number.MAX_SAFE_INTEGER]),
  currency: pick(['ETB', 'KES']),
  reference: pick(references),
  code: pick(codes),
  phone: orNull(['+254712345678']),
  returnUrl: orNull(['https://h.example/paid?x=é']),
  session: orNull([{ id: 'ws_CO_1', deep: [1, null, 'é'] }, {}]),
  sessionMark: orNull(['mark-1', 'mark-2']),
  lineKey: pick(lineKeys),
  receipt: pick(['none', 'hint', 'proved'] as const),
  receiptKey: orNull(receipts),
  metBy: orNull(lineKeys),
  feeKey: orNull(lineKeys),
  requestKey: orNull(['key-1', 'Key-1']),
  nextCheckAt: orNull(instants),
  createdAt: pick(instants),
  hasEvent: fc.boolean(),
})

type DrawnAttempt = typeof attemptFields extends fc.Arbitrary<infer Value> ? Value : never

const lists = [
  { list: 'created' },
  { list: 'status', where: { status: 'pending' } },
  { list: 'status', where: { status: 'unknown' } },
  { list: 'created', where: { status: ['starting', 'unknown'] } },
  { list: 'provider', where: { provider: 'mpesa' } },
  { list: 'payment', where: { paymentId: bills[0]! } },
  { list: 'account', where: { account: 'mpesa.174379' } },
  { list: 'due', where: { provider: providers } },
  { list: 'stuck', where: { stuck: 'yes' } },
] as const

const lookUps = {
  id: [],
  paymentId: bills,
  reference: references,
  code: codes,
  lineKey: lineKeys,
  receiptKey: receipts,
  metBy: lineKeys,
  feeKey: lineKeys,
  requestKey: ['key-1', 'Key-1'],
} as const

export const attemptCall = fc.oneof(
  { weight: 5, arbitrary: attemptFields.map((fields) => ({ kind: 'attempt' as const, ...fields })) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('message' as const),
      id: pick(['message-1', 'Message-1', 'message-2']),
      isStale: pick([false, false, true]),
      isNew: pick([true, false]),
      receivedAt: pick(instants),
      attemptId: orNull(['att_1']),
    }),
  },
  fc.record({
    kind: fc.constant('attempts' as const),
    list: pick(lists),
    field: pick(Object.keys(lookUps) as (keyof typeof lookUps)[]),
    direction: pick(['asc', 'desc'] as const),
    before: fc.option(pick(instants), { nil: undefined }),
    limit: pick([1, 2, 50]),
  }),
  fc.record({
    kind: fc.constant('messages' as const),
    status: pick(['new', 'done'] as const),
    direction: pick(['asc', 'desc'] as const),
    limit: pick([1, 50]),
  }),
)

export type AttemptCall = typeof attemptCall extends fc.Arbitrary<infer Value> ? Value : never

let count = 0

function newAttempt(drawn: DrawnAttempt): StoredAttempt {
  const { paymentId, provider, amount, currency, reference, code, phone, returnUrl, requestKey, createdAt } = drawn
  return {
    ...{
      id: `att_${String(++count).padStart(26, '0')}`,
      paymentId,
      provider,
      account: 'mpesa.174379',
      amount,
      currency,
    },
    ...{ status: 'starting', instructions: { type: 'text', message: 'Type the PIN é' }, failure: null, lineKey: null },
    ...{ checks: 0, nextCheckAt: drawn.nextCheckAt, createdBy: null, createdAt, updatedAt: createdAt },
    ...{ paymentReference: reference, reference, code, phone, hadPhone: phone !== null, phoneMark: null, returnUrl },
    ...{ isAnswered: false, session: null, sessionMark: null, receipt: 'none', receiptKey: null, metBy: null },
    ...{ feeKey: null, feeMetBy: null, polls: 0, pollAt: drawn.nextCheckAt, wakes: 0, wokenAt: null },
    ...{ leasedUntil: null, events: 1, requestKey, fingerprint: 'a'.repeat(64), version: 1 },
  }
}

function nextAttempt(stored: StoredAttempt, drawn: DrawnAttempt): StoredAttempt {
  const { status, session, sessionMark, receipt, receiptKey, metBy, feeKey, nextCheckAt, hasEvent } = drawn
  return {
    ...stored,
    ...{ status, session, sessionMark, receipt, receiptKey, metBy, feeKey, nextCheckAt },
    failure: status === 'failed' ? { code: 'no_money', retry: true } : null,
    lineKey: status === 'paid' ? drawn.lineKey : null,
    phone: status === 'paid' || status === 'failed' ? null : stored.phone,
    checks: stored.checks + 1,
    events: stored.events + (hasEvent ? 1 : 0),
    version: stored.version + (drawn.isStale ? 2 : 1),
  }
}

/** The rows of a random sequence, as the model has them. */
export class AttemptRows {
  readonly ids: string[] = []

  constructor(private readonly model: FinanceRepository) {}

  private async attemptEntry(drawn: DrawnAttempt): Promise<RowEntry> {
    const id = drawn.former === null ? undefined : this.ids.at(-1 - drawn.former)
    const [stored] = id === undefined ? [] : await this.model.findRows(attempts, 'id', [id])
    const row = stored ? nextAttempt(stored.row, drawn) : newAttempt(drawn)
    const isNew = row.version === 1
    const event = {
      ...{ id: `evt_${row.id}_${row.version}`, stream: row.id, version: row.events, createdAt: row.updatedAt },
      ...{ type: `attempt.${row.status}`, actor: null, reason: 'é', data: { attemptId: row.id } },
    }
    return {
      of: attempts,
      row,
      beside: isNew ? {} : null,
      expected: isNew ? 'nothing' : row.version - 1,
      events: isNew || drawn.hasEvent ? [event] : [],
    }
  }

  private async messageEntry({ id, isStale, isNew, receivedAt, attemptId }: AttemptCall & { kind: 'message' }) {
    const [stored] = await this.model.findRows(messages, 'id', [id])
    const about = { attemptId: attemptId ?? 'att_1' }
    const first: StoredMessage = {
      ...{ id, provider: 'mpesa', status: 'new', receivedAt, attemptId, version: 1 },
      content: { proof: 'hint', about, session: { id: 'é' } },
    }
    if (!stored || isNew) return { of: messages, row: first, beside: {}, expected: 'nothing', events: [] } as const
    const version = stored.row.version + (isStale ? 2 : 1)
    const row: StoredMessage = { ...stored.row, status: 'done', content: null, version }
    return { of: messages, row, beside: null, expected: version - 1, events: [] } as const
  }

  /** Makes the write of a call. */
  async groupOf(drawn: Extract<AttemptCall, { kind: 'attempt' | 'message' }>) {
    const entry = drawn.kind === 'attempt' ? await this.attemptEntry(drawn) : await this.messageEntry(drawn)
    return { changes: [], lines: [], rows: [entry as RowEntry] }
  }

  /** Takes note of a write that was stored. */
  stored({ rows: [entry] }: { readonly rows: readonly RowEntry[] }): void {
    const { id, version } = entry!.row as StoredAttempt
    if (entry!.of.name === attempts.name && version === 1) this.ids.push(id)
  }
}

/** Asks a storage for two pages of a list, for the sums of it, and for the rows that one look-up finds. */
export async function askAboutAttempts(
  repository: FinanceRepository,
  { list, field, direction, before, limit }: AttemptCall & { kind: 'attempts' },
): Promise<unknown> {
  const query = { ...list, direction, limit, ...(before !== undefined && { before }) } as PageRowsQuery
  const first = await repository.pageRows(attempts, query)
  const last = first.at(-1)
  const after = last && [list.list === 'due' ? last.nextCheckAt! : last.createdAt, last.id]
  const next = after ? await repository.pageRows(attempts, { ...query, after }) : []
  const rows = await repository.findRows(attempts, field, lookUps[field])
  const sums =
    list.list === 'due' ? [] : await repository.sumRows(attempts, list as Parameters<FinanceRepository['sumRows']>[1])
  return [first, next, sortedByText(rows, ({ row }) => row.id), sortedByText(sums, ({ by }) => by['currency'] ?? '')]
}

/** Asks a storage for a page of messages. */
export function askAboutMessages(
  repository: FinanceRepository,
  { status, direction, limit }: AttemptCall & { kind: 'messages' },
): Promise<readonly StoredMessage[]> {
  return repository.pageRows(messages, { list: 'status', where: { status }, direction, limit })
}
