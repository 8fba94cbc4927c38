import type { ColumnTypes } from './column-types.js'

/** Integers that a double holds exactly. */
export const largest = 9007199254740991

/** An index of a table; its name follows the table's. */
export interface Index {
  readonly name: string
  readonly columns: string
  readonly unique?: boolean
  /** The condition of the rows that it is about, where the database can leave out the others. */
  readonly where?: string
}

interface TableShape {
  /** SQL, one a line: the columns, the primary key and the checks. */
  readonly columns: readonly string[]
  readonly indexes?: readonly Index[]
  readonly rows: 'long' | 'short'
}

/** Makes the one check of a table: PostgreSQL reads every CHECK of a table anew for every statement that writes to it. */
export function check(...conditions: readonly string[]): string {
  return `CHECK (\n    ${conditions.join('\n    AND ')}\n  )`
}

/** Returns the statements that make a table. */
export function createTable(types: ColumnTypes, table: string, { columns, indexes = [], rows }: TableShape): string[] {
  const { commitsByItself } = types
  const options = rows === 'short' ? types.shortRowOptions : types.tableOptions
  const kind = ({ unique = false }: Index) => (unique ? 'UNIQUE INDEX' : 'INDEX')
  const distributed = types.distribute?.(table)
  const again = commitsByItself || distributed?.isRepeatable ? ' IF NOT EXISTS' : ''
  const within = indexes.map((index) => `${kind(index)} ${table}_${index.name} (${index.columns})`)
  const apart = indexes.map((index) => {
    const where = index.where === undefined ? '' : ` WHERE ${index.where}`
    return `CREATE ${kind(index)}${again} ${table}_${index.name} ON ${table} (${index.columns})${where}`
  })
  const lines = (commitsByItself ? [...columns, ...within] : columns).map((line) => `  ${line}`)
  return [
    `CREATE TABLE${again} ${table} (\n${lines.join(',\n')}\n)${options}${distributed?.end ?? ''}`,
    ...(commitsByItself ? [] : apart),
    ...(distributed?.placement ?? []),
  ]
}
