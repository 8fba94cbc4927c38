/** The columns of a row's next version. */
import type { AnyAggregate } from '../../../repository/aggregates/aggregate.js'
import type { Column } from '../../../repository/aggregates/column.js'
import { changedText, columnName } from '../columns.js'

/** A field with its column. */
export type Field = readonly [field: string, column: Column]

interface NextVersion {
  /** Fields that a next version may change. */
  readonly changing: readonly Field[]
  /** Fields that a next version must leave as they are. */
  readonly fixed: readonly Field[]
  /** Returns the assignments of an UPDATE, which also ends a lease; `stored` stands before each stored column. */
  assignments(valueOf: (column: string) => string, stored?: string): string
}

export function nextVersionOf(of: AnyAggregate): NextVersion {
  const later = Array.from(of.columns).filter(([field]) => ![...of.key, ...of.besideFields].includes(field))
  const changing = later.filter(([, { isFixed }]) => !isFixed)
  const endsLease = of.leases ? ['lease_owner = NULL', 'lease_end = 0'] : []
  return {
    changing,
    fixed: later.filter(([, { isFixed }]) => isFixed),
    assignments(valueOf, stored = '') {
      const assigned = changing.map(([field, { isErasable }]) => {
        const column = columnName(of.columns, field)
        const value = valueOf(column)
        return `${column} = ${isErasable ? changedText(stored + column, value) : value}`
      })
      return [...assigned, ...endsLease].join(', ')
    },
  }
}
