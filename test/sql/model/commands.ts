/** Calls of the port, as few numbers each: what they stand for is seen only when the sequence is played. */
import type { PaymentStatus } from 'hospital-payments'
import type { Filter, ScanField } from 'hospital-payments/repository'
import fc from 'fast-check'
import { paymentFlags } from '../../../src/domain/payments/flags.js'
import { maybe, pick, record, seldom } from './draw.js'

const rarely = <Value>(value: fc.Arbitrary<Value>, otherwise: Value) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value })

const statuses = ['pending', 'succeeded', 'failed', 'expired', 'reversed'] as const satisfies PaymentStatus[]
const orders = ['createdAt', 'paidAt', 'reversedAt', 'expiresAt'] as const satisfies Filter['by'][]

const entry = record({
  id: pick,
  request: pick,
  reference: pick,
  channel: pick,
  createdAt: pick,
  expiresAt: maybe(pick),
  instructions: pick,
  isLive: fc.boolean(),
  key: seldom(pick),
  fingerprint: fc.constantFrom('a', 'b'),
  actor: maybe(pick),
  /** One that the core never sends refuses the whole insert. */
  isWrong: fc.nat(40).map((draw) => draw === 0),
})

/** Mostly one; of more, some meet each other. */
const insert = record({
  kind: fc.constant('insert' as const),
  entries: fc.oneof(
    fc.array(entry, { minLength: 1, maxLength: 1 }),
    fc.array(entry, { minLength: 0, maxLength: 5, size: 'max' }),
  ),
})

/** The mistake of a change: the payment is unknown or changed already, or what never changes does. */
const mistake = fc.oneof(
  { weight: 12, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constantFrom('unknown', 'again', 'behind', 'ahead') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('reference', 'amount', 'currency', 'channel', 'createdAt', 'expiresAt'),
  },
)

const change = record({
  id: pick,
  status: fc.constantFrom(...statuses),
  updatedAt: pick,
  paidAt: maybe(pick),
  reversedAt: maybe(pick),
  canceledAt: maybe(pick),
  late: fc.boolean(),
  amountReconciled: fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER),
  refunds: fc.constantFrom({}, { amountRefundPending: 1 }, { amountRefunded: 1 }),
  /** Another's description, payer and metadata. */
  request: maybe(pick),
  text: maybe(pick),
  transaction: maybe(pick),
  live: fc.constantFrom('own', 'own', 'none', 'none', 'other'),
  evidence: fc.constantFrom('none', 'confirmation', 'statement'),
  mistake,
})

/** Places of the changes that each line pays, of which there may be fewer. */
const lines = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(record({ key: pick, pays: fc.array(fc.nat(3), { maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  },
)

const replace = record({
  kind: fc.constant('replace' as const),
  changes: fc.array(change, { minLength: 0, maxLength: 4 }),
  lines,
})

/** Two payments of one reference, of which the first lets go of it and the second takes it, or the other way round. */
const supersede = record({
  kind: fc.constant('supersede' as const),
  change,
  isInOrder: fc.boolean(),
  lines,
})

const filter = record({
  by: fc.constantFrom(...orders),
  from: maybe(pick),
  before: maybe(pick),
  reference: seldom(pick),
  statuses: maybe(fc.subarray([...statuses])),
  channels: maybe(fc.array(pick, { maxLength: 4 })),
  flag: seldom(fc.constantFrom(...paymentFlags)),
})

const page = record({
  kind: fc.constant('page' as const),
  filter,
  direction: fc.constantFrom('asc', 'desc'),
  limit: fc.constantFrom(0, 1, 2, 3, 7, 1000),
  after: maybe(record({ at: pick, id: pick })),
})

const fields = [
  ...(['id', 'status', 'reference', 'amount', 'currency', 'channel', 'createdAt', 'updatedAt', 'expiresAt'] as const),
  ...(['paidAt', 'reversedAt', 'late', 'amountReconciled', 'version', 'description', 'statusReason'] as const),
  ...(['canceledAt', 'amountRefundPending', 'amountRefunded'] as const),
  ...(['providerTransactionId', 'customerId', 'customerName', 'customerPhone'] as const),
] satisfies ScanField[]

const scan = record({
  kind: fc.constant('scan' as const),
  filter,
  fields: fc.shuffledSubarray(fields, { minLength: 1 }),
})

const list = fc.array(pick, { maxLength: 4 })

const lookup = record({
  kind: fc.constant('lookup' as const),
  references: list,
  transactions: list,
  lineKeys: list,
  isTooLong: rarely(fc.boolean(), false),
})

const claim = record({
  kind: fc.constant('claim' as const),
  from: fc.constantFrom('due', 'due', 'dead'),
  owner: pick,
  waitMs: fc.constantFrom(0, 1, 999, 30_000),
  leaseMs: fc.constantFrom(1, 1000, 30_000),
  limit: fc.constantFrom(0, 1, 2, 5, 100),
})

const next = fc.oneof(
  fc.constantFrom('delivered' as const, 'dead' as const),
  record({ retryMs: fc.constantFrom(0, 1, 1000, 60_000) }),
)

const complete = record({
  kind: fc.constant('complete' as const),
  /** Mostly who holds the lease. */
  owner: rarely(maybe(pick), null),
  /** Results of events that were claimed before, the latest first. */
  results: fc.array(record({ claimed: fc.oneof(fc.nat(4), pick), next }), { maxLength: 4 }),
})

const ofOne = record({ kind: fc.constantFrom('get', 'history'), id: pick })
const totals = record({ kind: fc.constant('totals' as const), filter })

type Drawn<From> = From extends fc.Arbitrary<infer Value> ? Value : never

export type DrawnFilter = Drawn<typeof filter>
export type DrawnChange = Drawn<typeof change>
export type DrawnEntry = Drawn<typeof entry>
export type DrawnLine = Drawn<typeof lines>[number]
export type DrawnEvidence = DrawnChange['evidence']
export type Command = Drawn<typeof command>

const command = fc.oneof(
  { weight: 8, arbitrary: insert },
  { weight: 7, arbitrary: replace },
  { weight: 3, arbitrary: supersede },
  { weight: 4, arbitrary: claim },
  { weight: 4, arbitrary: complete },
  { weight: 3, arbitrary: page },
  { weight: 2, arbitrary: scan },
  { weight: 1, arbitrary: totals },
  { weight: 2, arbitrary: lookup },
  { weight: 1, arbitrary: ofOne },
)

export const commands: fc.Arbitrary<Command[]> = fc.array(command, { minLength: 1, maxLength: 60, size: 'max' })
