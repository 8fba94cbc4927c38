import { demand } from './usage.js'

const fields = ['date', 'amount', 'credit', 'debit', 'flag', 'currency', 'reference', 'description'] as const
export type Field = (typeof fields)[number]

/** The column of each field: a name in the header, or a number from 1. */
export interface ColumnMap {
  readonly columns: ReadonlyMap<Field, string>
  /** The values of the flag column for credits and for debits. */
  readonly flags: { readonly in: string; readonly out: string } | null
}

function isField(name: string): name is Field {
  return (fields as readonly string[]).includes(name)
}

function checkTogether(columns: ReadonlyMap<Field, string>): void {
  const has = (field: Field) => columns.has(field)
  demand(has('date'), '--map needs date=COLUMN. After `npm start`, a lone -- stands before FILE and options.')
  demand(has('amount') !== has('credit'), '--map needs either amount=COLUMN or credit=COLUMN.')
  demand(has('credit') || !has('debit'), '--map takes debit=COLUMN only together with credit=COLUMN.')
  demand(has('amount') || !has('flag'), '--map takes flag=COLUMN only together with amount=COLUMN.')
}

/**
 * Reads `date=1,amount=Betrag,flag=5:I/O`.
 *
 * @throws UsageError
 */
export function readColumnMap(texts: readonly string[]): ColumnMap {
  const columns = new Map<Field, string>()
  let flags: ColumnMap['flags'] = null
  for (const pair of texts.flatMap((text) => text.split(','))) {
    const [, field = '', column = ''] = /^\s*(\w+)=(.+)$/.exec(pair) ?? []
    demand(isField(field), `--map is a list of FIELD=COLUMN, and FIELD one of ${fields.join(', ')}.`)
    demand(!columns.has(field), `--map names ${field} twice.`)
    columns.set(field, column)
    if (field !== 'flag') continue
    const [, name, credit, debit] = /^(.+):([^:/]+)\/([^:/]+)$/.exec(column) ?? []
    demand(
      name !== undefined && credit !== undefined && debit !== undefined,
      '--map writes a flag as flag=COLUMN:IN/OUT.',
    )
    columns.set(field, name)
    flags = { in: credit, out: debit }
  }
  checkTogether(columns)
  return { columns, flags }
}

/** The position of a field in a row; absent when the file has no such column. */
export type Places = { readonly [Name in Field]?: number }

/**
 * Returns the columns as positions from 0; `header` is null when the file has none.
 *
 * @throws UsageError
 */
export function placesOf({ columns }: ColumnMap, header: readonly string[] | null): Places {
  const names = header?.map((name) => name.trim()) ?? []
  const place = (column: string): number => {
    demand(names.indexOf(column) === names.lastIndexOf(column), `The header names ${column} twice; give its number.`)
    if (names.includes(column)) return names.indexOf(column)
    const known = header ? `The header has ${JSON.stringify(names)}.` : 'Without a header, give its number.'
    demand(/^[1-9]\d{0,3}$/.test(column), `There is no column ${column}. ${known}`)
    return Number(column) - 1
  }
  return Object.fromEntries([...columns].map(([field, column]) => [field, place(column)]))
}
