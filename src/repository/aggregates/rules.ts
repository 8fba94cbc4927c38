import type { StoredRule } from '../../domain/rules/rule.js'
import { maxLength } from '../../domain/limits.js'
import { aggregate } from './aggregate.js'
import { fixed, instant, key, oneOf, orNull, positive, text } from './column.js'

/** Remembered rules. A deleted one stays, because lines name it. */
export const rules = aggregate<StoredRule>({
  name: 'rules',
  columns: {
    id: key(64),
    account: fixed(orNull(key(1020))),
    direction: fixed(oneOf(['credit', 'debit'])),
    text: fixed(text(maxLength.ruleText)),
    amount: fixed(orNull(positive)),
    currency: fixed(orNull(key(3))),
    category: fixed(key(64)),
    createdBy: fixed(text(maxLength.actor)),
    createdAt: fixed(instant),
    deletedAt: orNull(instant),
    version: positive,
  },
  beside: {},
  derived: { living: { column: orNull(key(8)), of: ({ deletedAt }) => (deletedAt === null ? 'yes' : null) } },
  key: ['id'],
  lists: { living: { equal: ['living'], order: ['createdAt', 'id'] } },
  rules: [
    {
      sql: '(deleted_at IS NULL) = (version = 1) AND (amount IS NULL OR currency IS NOT NULL)',
      holds: ({ deletedAt, version, amount, currency }) =>
        (deletedAt === null) === (version === 1) && (amount === null || currency !== null),
    },
  ],
})
