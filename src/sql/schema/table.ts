import type { ColumnTypes } from './column-types.js'

/** An index of a table; its name follows the table's. */
export interface Index {
  readonly name: string
  readonly columns: string
  readonly unique?: boolean
  /** Rows without it need not be in the index, where the database can leave them out. */
  readonly where?: string
}

export interface TableShape {
  /** SQL, one a line: the columns, the primary key and the checks. */
  readonly columns: readonly string[]
  readonly indexes?: readonly Index[]
  readonly rows: 'long' | 'short'
}

/** The statements that make a table. */
export function createTable(types: ColumnTypes, table: string, { columns, indexes = [], rows }: TableShape): string[] {
  const { commitsByItself } = types
  const options = rows === 'short' ? types.shortRowOptions : types.tableOptions
  const kind = ({ unique = false }: Index) => (unique ? 'UNIQUE INDEX' : 'INDEX')
  const within = indexes.map((index) => `${kind(index)} ${table}_${index.name} (${index.columns})`)
  const apart = indexes.map((index) => {
    const where = index.where === undefined ? '' : ` WHERE ${index.where} IS NOT NULL`
    return `CREATE ${kind(index)} ${table}_${index.name} ON ${table} (${index.columns})${where}`
  })
  const create = commitsByItself ? 'CREATE TABLE IF NOT EXISTS' : 'CREATE TABLE'
  const lines = (commitsByItself ? [...columns, ...within] : columns).map((line) => `  ${line}`)
  return [`${create} ${table} (\n${lines.join(',\n')}\n)${options}`, ...(commitsByItself ? [] : apart)]
}
