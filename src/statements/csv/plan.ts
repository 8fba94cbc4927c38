import { minorUnitExponent } from '../../domain/currencies.js'
import { isTimeZone } from '../../domain/calendar.js'
import { isPlainObject, unknownNames } from '../../internal/option-checks.js'
import { type Column, columnIn, spelling } from './column.js'
import { dateReader, type DateReader, localDateReader, type LocalDateReader } from './dates.js'
import type { CsvMapping } from './mapping.js'
import { collapsed, folded } from './text.js'

type Role = keyof CsvMapping['columns']

/** A column, and the values of it that count, folded. */
interface Condition {
  column: string
  values: ReadonlySet<string>
}

/** A mapping that was checked, copied and prepared: columns are named by their keys, several are always a list. */
export interface Plan {
  columns: { [One in Exclude<Role, 'bookedAt' | 'narration'>]?: string } & { bookedAt?: string[]; narration?: string[] }
  /** Every mapped column once. */
  all: readonly Column[]
  /** The number of cells of the shortest header. */
  minCells: number
  /** The spellings of columns that have several, by their name. */
  spellings: ReadonlyMap<string, ReadonlySet<string>>
  readDate: DateReader
  /** Reads a local time of the statement's zone. */
  readLocalTime: LocalDateReader
  currency: string | undefined
  decimal: '.' | ','
  hasHeader: boolean
  debitWhen: Condition | null
  /** The direction of an amount without a sign. */
  positive: 'credit' | 'debit'
  only: Condition | null
  continues: boolean
  /** The sheet of a workbook; a CSV file has none. */
  sheet: string | undefined
  upperCaseTransactionId: boolean
  delimiter: string | undefined
  encoding: string
}

const single = [
  'valueDate',
  'amount',
  'credit',
  'debit',
  'currency',
  'reference',
  'providerTransactionId',
  'lineId',
  'balance',
] as const
const several = ['bookedAt', 'narration'] as const
const options = [
  ...[
    'columns',
    'dates',
    'timeZone',
    'currency',
    'decimal',
    'header',
    'debitWhen',
    'positive',
    'upperCaseTransactionId',
  ],
  ...['delimiter', 'encoding', 'only', 'otherNames', 'continues', 'calendar', 'sheet'],
]

function refuse(path: string, problem: string): never {
  throw new TypeError(`the CSV mapping is wrong: ${path} ${problem}`)
}

/** Returns a copy of an object, and refuses a property of another name. */
function objectOf(path: string, value: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(path, 'must be an object')
  const [unknown] = unknownNames(value, names)
  if (unknown !== undefined) refuse(path, `has an unknown property ${JSON.stringify(unknown)}`)
  return { ...value }
}

function textsOf(path: string, value: unknown): string[] {
  const isList = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
  return isList ? (value as string[]) : refuse(path, 'must be a list of texts, and not empty')
}

/** A function that returns the key of a column, and keeps the column. */
type TakeColumn = (path: string, value: unknown) => string

function columnTaker(hasHeader: boolean) {
  const columns = new Map<string, Column>()
  const take: TakeColumn = (path, value) => {
    const column = columnIn(value, hasHeader)
    if (typeof column === 'string') return refuse(path, column)
    columns.set(column.key, column)
    return column.key
  }
  return { take, columns }
}

/** Returns each name with its other ones, by spelling. */
function spellingsOf(value: unknown): Plan['spellings'] {
  const spellings = new Map<string, ReadonlySet<string>>()
  if (value === undefined) return spellings
  if (!isPlainObject(value)) refuse('otherNames', 'must be an object')
  for (const [name, others] of Object.entries(value)) {
    if (others === undefined) continue
    const isList = Array.isArray(others) && others.every((one) => typeof one === 'string' && one.trim() !== '')
    if (!isList) refuse(`otherNames[${JSON.stringify(name)}]`, 'must be a list of texts')
    spellings.set(collapsed(name), new Set([name, ...(others as string[])].map(spelling)))
  }
  return spellings
}

function columnsOf(value: unknown, take: TakeColumn): Plan['columns'] {
  const entries = objectOf('columns', value, [...single, ...several])
  const columns: Plan['columns'] = {}
  for (const role of single) {
    if (entries[role] !== undefined) columns[role] = take(`columns.${role}`, entries[role])
  }
  for (const role of several) {
    const value = entries[role]
    if (value === undefined) continue
    const isList = Array.isArray(value)
    if (isList ? value.length === 0 || !value.every(isColumn) : !isColumn(value))
      refuse(`columns.${role}`, 'must be a list of texts, and not empty')
    columns[role] = (isList ? value : [value]).map((one) => take(`columns.${role}`, one))
  }
  const { valueDate, bookedAt, amount, credit, debit } = columns
  if (!valueDate && !bookedAt) refuse('columns', 'must have valueDate or bookedAt')
  if (!amount && !credit && !debit) refuse('columns', 'must have amount, or credit and debit')
  if (amount && (credit || debit)) refuse('columns', 'must have either amount, or credit and debit')
  return columns
}

function isColumn(value: unknown): boolean {
  return typeof value === 'string' || isPlainObject(value)
}

function conditionOf(path: string, value: unknown, take: TakeColumn): Condition | null {
  if (value === undefined) return null
  const { column, values } = objectOf(path, value, ['column', 'values'])
  return {
    column: take(`${path}.column`, column),
    values: new Set(textsOf(`${path}.values`, values).map(folded)),
  }
}

function encodingOf(value: unknown): string {
  if (typeof value !== 'string') refuse('encoding', 'must be a text')
  try {
    return new TextDecoder(value).encoding
  } catch {
    return refuse('encoding', 'is none of the WHATWG Encoding Standard')
  }
}

/** @throws TypeError naming what is wrong with the mapping */
export function planOf(mapping: unknown): Plan {
  const properties = objectOf('it', mapping, options)
  const { timeZone, currency, decimal = '.', header, positive, upperCaseTransactionId, delimiter } = properties
  const { encoding = 'utf-8', sheet } = properties
  if (sheet !== undefined && (typeof sheet !== 'string' || sheet.trim() === ''))
    refuse('sheet', 'must be the name of a sheet')
  if (header !== undefined && header !== false) refuse('header', 'must be false, or left out')
  const hasHeader = header === undefined

  const { take, columns: columnsByKey } = columnTaker(hasHeader)
  const columns = columnsOf(properties['columns'], take)
  const debitWhen = conditionOf('debitWhen', properties['debitWhen'], take)
  const only = conditionOf('only', properties['only'], take)
  const all = [...columnsByKey.values()]
  const named = new Set(all.filter(({ at }) => at === null).map(({ name }) => name))
  if (hasHeader && named.size === 0) refuse('columns', 'must have one by its name, by which the header row is known')
  if (debitWhen && !columns.amount) refuse('debitWhen', 'needs columns.amount')
  const { continues, calendar } = properties
  if (calendar !== undefined && calendar !== 'ethiopic') refuse('calendar', "must be 'ethiopic', or left out")
  if (continues !== undefined && continues !== true) refuse('continues', 'must be true, or left out')
  if (continues && !columns.narration) refuse('continues', 'needs columns.narration')
  if (positive !== undefined && positive !== 'debit') refuse('positive', "must be 'debit', or left out")
  if (positive !== undefined && (!columns.amount || debitWhen))
    refuse('positive', 'needs columns.amount, and no debitWhen')
  if (currency !== undefined && (typeof currency !== 'string' || minorUnitExponent(currency) === undefined))
    refuse('currency', 'is not an active ISO 4217 code with minor units')
  if (currency === undefined && !columns.currency) refuse('currency', 'is missing, and so is columns.currency')
  if (decimal !== '.' && decimal !== ',') refuse('decimal', "must be '.' or ','")
  if (upperCaseTransactionId !== undefined && upperCaseTransactionId !== true)
    refuse('upperCaseTransactionId', 'must be true, or left out')
  if (delimiter !== undefined && (typeof delimiter !== 'string' || !/^[^"\r\n]{1,8}$/.test(delimiter)))
    refuse('delimiter', 'must be a text of 1 to 8 characters without quotes and line breaks')
  if (!isTimeZone(timeZone)) refuse('timeZone', 'must be the IANA name of a time zone')

  return {
    columns,
    all,
    minCells: Math.max(named.size, ...all.map(({ at }) => (at ?? 0) + 1)),
    spellings: spellingsOf(properties['otherNames']),
    readDate: dateReader(
      textsOf('dates', properties['dates']),
      timeZone,
      (index, problem) => refuse(`dates[${index}]`, problem),
      calendar,
    ),
    readLocalTime: localDateReader(timeZone),
    sheet: sheet as string | undefined,
    currency: currency as string | undefined,
    decimal,
    hasHeader,
    debitWhen,
    positive: positive ?? 'credit',
    only,
    continues: continues === true,
    upperCaseTransactionId: upperCaseTransactionId === true,
    delimiter,
    encoding: encodingOf(encoding),
  }
}
