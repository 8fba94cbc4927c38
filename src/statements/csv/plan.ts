import { minorUnitExponent } from '../../domain/currencies.js'
import { isTimeZone } from '../../domain/calendar.js'
import { unknownNames } from '../../internal/option-checks.js'
import { dateReader, type DateReader } from './dates.js'
import type { CsvMapping } from './mapping.js'
import { collapsed, folded } from './text.js'

type Role = keyof CsvMapping['columns']

/** A column, and the values of it that count, folded. */
interface Condition {
  column: string
  values: ReadonlySet<string>
}

/** A mapping that was checked, copied and made ready: names are collapsed, several columns are always a list. */
export interface Plan {
  columns: { [One in Exclude<Role, 'bookedAt' | 'narration'>]?: string } & { bookedAt?: string[]; narration?: string[] }
  /** Every mapped column once. */
  names: readonly string[]
  readDate: DateReader
  currency: string | undefined
  decimal: '.' | ','
  hasHeader: boolean
  debitWhen: Condition | null
  /** What an amount without a sign is. */
  positive: 'credit' | 'debit'
  only: Condition | null
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
  ...['delimiter', 'encoding', 'only'],
]

function refuse(path: string, problem: string): never {
  throw new TypeError(`the CSV mapping is wrong: ${path} ${problem}`)
}

/** A copy of it, without a property of another name. */
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

function columnOf(path: string, value: unknown, hasHeader: boolean): string {
  if (typeof value !== 'string' || value.trim() === '') refuse(path, 'must be the name of a column')
  if (!hasHeader && !/^[1-9]\d{0,3}$/.test(value)) refuse(path, "must be '1', '2', … in a file without a header row")
  return collapsed(value)
}

function columnsOf(value: unknown, hasHeader: boolean): Plan['columns'] {
  const given = objectOf('columns', value, [...single, ...several])
  const columns: Plan['columns'] = {}
  for (const role of single) {
    if (given[role] !== undefined) columns[role] = columnOf(`columns.${role}`, given[role], hasHeader)
  }
  for (const role of several) {
    const value = given[role]
    if (value === undefined) continue
    const names = typeof value === 'string' ? [value] : textsOf(`columns.${role}`, value)
    columns[role] = names.map((name) => columnOf(`columns.${role}`, name, hasHeader))
  }
  const { valueDate, bookedAt, amount, credit, debit } = columns
  if (!valueDate && !bookedAt) refuse('columns', 'must have valueDate or bookedAt')
  if (!amount && !credit && !debit) refuse('columns', 'must have amount, or credit and debit')
  if (amount && (credit || debit)) refuse('columns', 'must have either amount, or credit and debit')
  return columns
}

function conditionOf(path: string, value: unknown, hasHeader: boolean): Condition | null {
  if (value === undefined) return null
  const { column, values } = objectOf(path, value, ['column', 'values'])
  return {
    column: columnOf(`${path}.column`, column, hasHeader),
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
  const given = objectOf('it', mapping, options)
  const { timeZone, currency, decimal = '.', header, positive, upperCaseTransactionId, delimiter } = given
  const { encoding = 'utf-8' } = given
  if (header !== undefined && header !== false) refuse('header', 'must be false, or left out')
  const hasHeader = header === undefined

  const columns = columnsOf(given['columns'], hasHeader)
  const debitWhen = conditionOf('debitWhen', given['debitWhen'], hasHeader)
  const only = conditionOf('only', given['only'], hasHeader)
  if (debitWhen && !columns.amount) refuse('debitWhen', 'needs columns.amount')
  if (positive !== undefined && positive !== 'debit') refuse('positive', "must be 'debit', or left out")
  if (positive !== undefined && (!columns.amount || debitWhen))
    refuse('positive', 'needs columns.amount, and no debitWhen')
  if (currency !== undefined && (typeof currency !== 'string' || minorUnitExponent(currency) === undefined))
    refuse('currency', 'is no active ISO 4217 code with minor units')
  if (currency === undefined && !columns.currency) refuse('currency', 'is missing, and so is columns.currency')
  if (decimal !== '.' && decimal !== ',') refuse('decimal', "must be '.' or ','")
  if (upperCaseTransactionId !== undefined && upperCaseTransactionId !== true)
    refuse('upperCaseTransactionId', 'must be true, or left out')
  if (delimiter !== undefined && (typeof delimiter !== 'string' || !/^[^"\r\n]{1,8}$/.test(delimiter)))
    refuse('delimiter', 'must be a text of 1 to 8 characters without quotes and line breaks')
  if (!isTimeZone(timeZone)) refuse('timeZone', 'must be the IANA name of a time zone')

  const conditions = [debitWhen, only].flatMap((condition) => condition?.column ?? [])
  return {
    columns,
    names: [...new Set([...Object.values(columns).flat(), ...conditions])],
    readDate: dateReader(textsOf('dates', given['dates']), timeZone, (index, problem) =>
      refuse(`dates[${index}]`, problem),
    ),
    currency: currency as string | undefined,
    decimal,
    hasHeader,
    debitWhen,
    positive: positive ?? 'credit',
    only,
    upperCaseTransactionId: upperCaseTransactionId === true,
    delimiter,
    encoding: encodingOf(encoding),
  }
}
