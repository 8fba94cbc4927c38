/** Attempts to take payments by providers, with all that is stored of them; readers see only a part. */
import { attemptStatuses, isLiving, type StoredAttempt } from '../../domain/attempts/attempt.js'
import { aggregate } from './aggregate.js'
import {
  document,
  erasable,
  fixed,
  flag,
  instant,
  integer,
  key,
  longText,
  oneOf,
  orNull,
  positive,
  text,
} from './column.js'

export const attempts = aggregate<StoredAttempt>({
  name: 'attempts',
  columns: {
    id: key(64),
    status: oneOf(attemptStatuses),
    paymentId: fixed(key(64)),
    provider: fixed(key(64)),
    account: fixed(key(1020)),
    amount: fixed(positive),
    currency: fixed(key(3)),
    instructions: orNull(document),
    failure: orNull(document),
    lineKey: orNull(key(1020)),
    checks: integer,
    nextCheckAt: orNull(instant),
    createdBy: fixed(orNull(text(255))),
    createdAt: fixed(instant),
    updatedAt: instant,
    paymentReference: fixed(key(1020)),
    reference: fixed(key(1020)),
    code: fixed(key(10)),
    phone: erasable(orNull(text(16))),
    hadPhone: fixed(flag),
    phoneMark: erasable(orNull(key(64))),
    returnUrl: orNull(longText),
    isAnswered: flag,
    session: orNull(document),
    sessionMark: orNull(key(64)),
    receipt: oneOf(['none', 'hint', 'proved']),
    receiptKey: orNull(key(1020)),
    metBy: orNull(key(1020)),
    feeKey: orNull(key(1020)),
    feeMetBy: orNull(key(1020)),
    polls: integer,
    pollAt: orNull(instant),
    wakes: integer,
    wokenAt: orNull(instant),
    leasedUntil: orNull(instant),
    events: positive,
    requestKey: orNull(key(255)),
    fingerprint: fixed(key(64)),
    version: positive,
  },
  beside: {},
  derived: {
    /** A living attempt whose provider is asked no more. */
    stuck: {
      column: orNull(key(8)),
      of: (attempt) => (isLiving(attempt) && attempt.nextCheckAt === null ? 'yes' : null),
    },
  },
  key: ['id'],
  unique: {
    request: { fields: ['requestKey'] },
    code: { fields: ['code'] },
    living: { fields: ['paymentId'], whileOneOf: { field: 'status', values: ['starting', 'pending', 'unknown'] } },
    session: { fields: ['provider', 'sessionMark'] },
    /** A line is the money of one attempt. */
    line: { fields: ['lineKey'] },
    /** A debit is the fee of one attempt. */
    fee: { fields: ['feeKey'] },
  },
  lists: {
    created: { order: ['createdAt', 'id'] },
    status: { equal: ['status'], order: ['createdAt', 'id'] },
    provider: { equal: ['provider'], order: ['createdAt', 'id'] },
    payment: { equal: ['paymentId'], order: ['createdAt', 'id'] },
    account: { equal: ['account'], order: ['createdAt', 'id'] },
    due: { order: ['nextCheckAt', 'id'] },
    stuck: { equal: ['stuck'], order: ['createdAt', 'id'] },
  },
  lookups: ['paymentId', 'reference', 'code', 'lineKey', 'receiptKey', 'metBy', 'feeKey', 'feeMetBy'],
  sums: ['currency'],
  rules: [
    {
      sql: "(status = 'failed') = (failure IS NOT NULL) AND (line_key IS NULL OR status = 'paid')",
      holds: ({ status, failure, lineKey }) =>
        (status === 'failed') === (failure !== null) && (lineKey === null || status === 'paid'),
    },
  ],
})
