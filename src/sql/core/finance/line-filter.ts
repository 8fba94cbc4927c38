/** The conditions of a WHERE for a filter of statement lines. */
import type { LineRowFilter, LinePosition } from '../../../repository/finance-port.js'
import type { SqlValue } from '../database.js'
import type { Condition, Dialect } from '../dialect.js'

const columns = {
  account: 'account',
  direction: 'direction',
  currency: 'currency',
  amount: 'amount',
  importId: 'import_id',
  sessionId: 'session_id',
  payerId: 'payer_id',
  transferTo: 'transfer_to',
} as const satisfies Partial<Record<keyof LineRowFilter, string>>

function equalities(filter: LineRowFilter): Condition[] {
  const names = Object.keys(columns) as (keyof typeof columns)[]
  return names.flatMap((name) => {
    const value = filter[name]
    return value === undefined ? [] : [{ text: `${columns[name]} = ?`, values: [value] }]
  })
}

function listed(column: string, values: readonly (string | number)[] | undefined): Condition[] {
  if (!values) return []
  const uniqueValues = [...new Set(values)]
  const text = uniqueValues.length === 1 ? `${column} = ?` : `${column} IN (${uniqueValues.map(() => '?').join(', ')})`
  return [{ text, values: uniqueValues }]
}

/** Returns the condition `text` with its value, where there is a value. */
function optional(text: string, value: SqlValue | undefined): Condition[] {
  return value === undefined ? [] : [{ text, values: [value] }]
}

/**
 * Returns the condition that one of the two columns contains a text. The text has no line break, and a line break
 * separates the parts of each column.
 */
function withText({ finance }: Dialect, part: string | undefined): Condition[] {
  if (part === undefined) return []
  const conditions = ['search_text', 'narration_text'].map((column) => finance.contains(column, part))
  return [
    {
      text: `(${conditions.map(({ text }) => text).join(' OR ')})`,
      values: conditions.flatMap(({ values }) => values),
    },
  ]
}

/** Returns all conditions of a filter, for one tenant. */
export function lineConditions(
  filter: LineRowFilter,
  { dialect, tenant, after }: { dialect: Dialect; tenant: string; after?: LinePosition | undefined },
): Condition {
  const { statuses, outcomes, amounts, held, from, to, text, assignee } = filter
  // Both of them are no condition.
  const status = statuses && new Set(statuses).size > 1 ? undefined : statuses
  const conditions: Condition[] = [
    { text: 'tenant = ?', values: [tenant] },
    ...listed('status', status),
    ...listed('outcome', outcomes),
    ...listed('amount', amounts),
    ...equalities(filter),
    ...optional('held = ?', held === undefined ? undefined : Number(held)),
    ...optional('value_date >= ?', from),
    ...optional('value_date <= ?', to),
    ...(assignee === null ? [{ text: 'assignee IS NULL', values: [] }] : optional('assignee = ?', assignee)),
    ...withText(dialect, text),
    ...(after ? [behind(dialect, after)] : []),
  ]
  return {
    text: conditions.map((condition) => condition.text).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  }
}

/** Returns the condition for the lines behind one, in the order of their value dates and keys. */
export function behind(dialect: Dialect, { valueDate, key }: LinePosition): Condition {
  return dialect.rowsAfter({ columns: ['value_date', 'line_key'], direction: 'asc', values: [valueDate, key] })
}

/** Returns `true` for a filter that nothing can match: an empty list. */
export function matchesNoLine({ statuses, outcomes, amounts }: LineRowFilter): boolean {
  return statuses?.length === 0 || outcomes?.length === 0 || amounts?.length === 0
}
