/** A layout made of what a person says of the columns of a file, and of what the file shows. */
import { collapsed, folded } from '../csv/text.js'
import { spelling } from '../csv/column.js'
import type { CsvColumn, CsvMapping } from '../csv/mapping.js'
import { planOf } from '../csv/plan.js'
import { type AmountReading, amountReadings } from './amount-readings.js'
import { type DateReading, dateReadings } from './date-readings.js'
import type { FirstRows, ShownRow } from './first-rows.js'

/** The meanings of a column. `payer` is a part of the narration, `mark` says which rows are debits. */
export const columnRoles = [
  ...(['bookedAt', 'valueDate', 'amount', 'credit', 'debit', 'mark', 'currency', 'reference'] as const),
  ...(['providerTransactionId', 'narration', 'payer', 'balance', 'lineId'] as const),
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** The roles that a mapping has one column of, in its order. */
const singleRoles = [
  ...(['valueDate', 'amount', 'credit', 'debit', 'currency', 'reference'] as const),
  ...(['providerTransactionId', 'balance', 'lineId'] as const),
]

/** The roles that several columns may have. */
const severalOf: readonly ColumnRole[] = ['bookedAt', 'narration', 'payer']

/** The choice of a person about a file; what is left out is found, or has to be said. */
export interface ColumnChoice {
  /** The row with the names of the columns; 0 for none. */
  readonly headerRow: number
  /** The roles by column, counted from 0. */
  readonly roles: ReadonlyMap<number, ColumnRole>
  readonly order: string
  readonly decimal: string
  /** The direction of an amount without a sign: `credit` or `debit`. */
  readonly positive: string
  /** The values of the column `mark` by which a row is a debit. */
  readonly debitValues: readonly string[]
  readonly currency: string
}

/** The reason why there is no layout yet. */
export type ProposalProblem =
  | 'noDate'
  | 'noAmount'
  | 'amountTwice'
  | 'roleTwice'
  | 'datesUnread'
  | 'datesTwoWays'
  | 'amountsUnread'
  | 'amountsTwoWays'
  | 'signTwoWays'
  | 'noDebitValue'
  | 'noCurrency'

export interface LayoutProposal {
  readonly dates: readonly DateReading[]
  readonly amounts: readonly AmountReading[]
  /** True where no amount has a sign, so that a person has to say which way the money went. */
  readonly needsDirection: boolean
  /** The values of the column `mark`. */
  readonly marks: readonly string[]
  readonly problems: readonly ProposalProblem[]
  /** The mapping; `null` while there are problems. */
  readonly mapping: CsvMapping | null
  /** The refusal of the mapping by the reader, in English; `null` for none. */
  readonly refusal: string | null
}

const names: Readonly<Record<ColumnRole, RegExp>> = {
  valueDate: /^(val(ue)?(date|dt|dated)|effectivedate)$/,
  bookedAt:
    /^(date|time|(trans(action)?|tran|txn|trx|post(ing)?|book(ing|ed)?|entry|completion|payment)(date|time|dt)(time)?|datetime|dateandtime|tarehe|ቀን)$/,
  credit: /^(credits?|cr|deposits?|paidin|moneyin|in|creditamount|amountcredit|lodgements?|receipts|cramount)$/,
  debit: /^(debits?|dr|withdrawals?|withdrawn|paidout|moneyout|out|debitamount|amountdebit|payments?|dramount)$/,
  amount: /^(amount|amt|(trans(action)?|tran|txn)amount|value|sum|kiasi|መጠን)$/,
  mark: /^(drcr|crdr|debitcredit|creditdebit|dc|cd|sign|debcredind|transactiontype|direction)$/,
  currency: /^(currency|ccy|curr?|cur)$/,
  balance: /^((running|book|account|closing|ledger|available)?balance|bal|salio)$/,
  reference:
    /^(ref(erence)?(no|number|num)?|(customer|your|bill|payment|invoice)ref(erence)?(no|number)?|billno|invoice(no|number)?|accountno|acno)$/,
  providerTransactionId:
    /^((trans(action)?|txn|trx|tran)(id|no|number|ref|reference|code)|receipt(no|number)?|ftnumber|bankref(erence)?)$/,
  payer:
    /^(payer(name)?|sender(name)?|customer(name)?|name|otherparty(info)?|payee|counterparty|from|orderingcustomer|depositor)$/,
  narration:
    /^(narrations?|narratives?|descriptions?|details?|particulars?|remarks?|memo|(trans(action)?|txn|payment)(details?|description|narration|particulars)|text|notes?|maelezo)$/,
  lineId: /^(lineid|entryid|uniqueid|serialno|sequence(no)?)$/,
}
/** A row number looks like a line's id, and is none: it begins anew in each file. */
const neverGuessed: readonly ColumnRole[] = ['lineId']

const maxHeaderRows = 30
const maxMarks = 12
const debitMark = /^(d|dr|debit|db|deb|withdrawal|paid out|out|-)$/

const looksLikeValue = (text: string) => /^[\s\d.,:/()+-]*\d[\s\d.,:/()+-]*$/.test(text)

/** Finds the row with the names of the columns; 0 where there is none. */
export function findHeader({ rows }: FirstRows): number {
  let best = { row: 0, count: 1 }
  for (const { row, cells, typed } of rows.slice(0, maxHeaderRows)) {
    const filled = cells.filter((cell) => cell.trim() !== '')
    if (typed.size > 0 || filled.some(looksLikeValue)) continue
    if (filled.length > best.count) best = { row, count: filled.length }
  }
  return best.row
}

/** Finds what the columns are, by their names. */
export function findRoles({ rows }: FirstRows, headerRow: number): Map<number, ColumnRole> {
  const roles = new Map<number, ColumnRole>()
  const header = rows.find(({ row }) => row === headerRow)?.cells ?? []
  const used = new Set<ColumnRole>()
  for (const [column, cell] of header.entries()) {
    const name = spelling(cell)
    const role = columnRoles.find((one) => !neverGuessed.includes(one) && names[one].test(name))
    if (role === undefined || (used.has(role) && !severalOf.includes(role))) continue
    roles.set(column, role)
    used.add(role)
  }
  // An amount beside credits and debits is of another money, or the same again.
  if (used.has('credit') || used.has('debit'))
    for (const [column, role] of roles) if (role === 'amount' || role === 'mark') roles.delete(column)
  return roles
}

function columnsOf(roles: ColumnChoice['roles'], ...of: readonly ColumnRole[]): number[] {
  return [...roles].filter(([, role]) => of.includes(role)).map(([column]) => column)
}

/** Returns how a mapping names a column. */
function namer({ rows }: FirstRows, headerRow: number): (column: number) => CsvColumn {
  if (headerRow === 0) return (column) => String(column + 1)
  const header = (rows.find(({ row }) => row === headerRow)?.cells ?? []).map(collapsed)
  return (column) => {
    const name = header[column] ?? ''
    if (name === '') return { at: column + 1 }
    const nth = header.slice(0, column + 1).filter((other) => other === name).length
    return header.filter((other) => other === name).length === 1 ? name : { name, nth }
  }
}

/** Returns the texts of columns below the header, joined in each row; cells that are values by themselves are left out. */
function textsIn(rows: readonly ShownRow[], columns: readonly number[]): string[] {
  return rows.map(({ cells, typed }) =>
    columns
      .filter((column) => !typed.has(column))
      .map((column) => (cells[column] ?? '').trim())
      .filter((text) => text !== '')
      .join(' '),
  )
}

/**
 * Makes a layout of what a person chose, or says what has to be chosen first.
 *
 * @param about the time zone of the hospital, its day, and its calendar
 */
export function proposeLayout(
  file: FirstRows,
  choice: ColumnChoice,
  about: { readonly timeZone: string; readonly today: string; readonly mayBeEthiopic: boolean },
): LayoutProposal {
  const { headerRow, roles } = choice
  const rows = file.rows.filter(({ row }) => row > headerRow)
  const problems: ProposalProblem[] = []
  const [booked, valued] = [columnsOf(roles, 'bookedAt'), columnsOf(roles, 'valueDate')]
  const amountColumns = columnsOf(roles, 'amount', 'credit', 'debit')
  const [amount] = columnsOf(roles, 'amount')
  const [mark] = columnsOf(roles, 'mark')
  const isTwice = columnRoles.some((role) => !severalOf.includes(role) && columnsOf(roles, role).length > 1)
  if (isTwice) problems.push('roleTwice')
  if (booked.length + valued.length === 0) problems.push('noDate')
  if (amountColumns.length === 0) problems.push('noAmount')
  if (amount !== undefined && amountColumns.length > 1) problems.push('amountTwice')

  const dateTexts = [...textsIn(rows, booked), ...textsIn(rows, valued)].filter((text) => text !== '')
  const dates = dateReadings(dateTexts, about)
  const isDated = rows.some(({ typed }) => [...booked, ...valued].some((column) => typed.has(column)))
  const date = dates.find(({ order }) => order === choice.order) ?? (dates.length === 1 ? dates[0] : undefined)
  if (booked.length + valued.length > 0 && !date && !(isDated && dates.length === 0))
    problems.push(dates.length === 0 ? 'datesUnread' : 'datesTwoWays')

  const amountTexts = amountColumns.flatMap((column) => textsIn(rows, [column]))
  const amounts = amountReadings(amountTexts)
  const numbers = rows.filter(({ typed }) => amountColumns.some((column) => typed.has(column)))
  const reading =
    amounts.find(({ decimal }) => decimal === choice.decimal) ?? (amounts.length === 1 ? amounts[0] : undefined)
  if (amountColumns.length > 0 && !reading && !(numbers.length > 0 && amounts.length === 0))
    problems.push(amounts.length === 0 ? 'amountsUnread' : 'amountsTwoWays')

  const isNegative = numbers.some(({ cells }) => amount !== undefined && (cells[amount] ?? '').startsWith('-'))
  const hasSigns = amounts.some((one) => one.hasSigns) || isNegative
  const needsDirection = amount !== undefined && mark === undefined && !hasSigns
  const isDirection = choice.positive === 'credit' || choice.positive === 'debit'
  if (needsDirection && !isDirection) problems.push('signTwoWays')

  const marks =
    mark === undefined ? [] : [...new Set(textsIn(rows, [mark]).filter((text) => text !== ''))].slice(0, maxMarks)
  const debits =
    choice.debitValues.length > 0 ? choice.debitValues : marks.filter((text) => debitMark.test(folded(text)))
  if (mark !== undefined && debits.length === 0) problems.push('noDebitValue')

  const currency = choice.currency || (reading?.currency ?? '')
  const [currencyColumn] = columnsOf(roles, 'currency')
  if (currency === '' && currencyColumn === undefined) problems.push('noCurrency')

  const readings = { dates, amounts, needsDirection, marks, problems }
  if (problems.length > 0) return { ...readings, mapping: null, refusal: null }
  const name = namer(file, headerRow)
  const one = (role: ColumnRole) => columnsOf(roles, role).slice(0, 1).map(name)[0]
  const narration = columnsOf(roles, 'narration', 'payer').map(name)
  const columns: Record<string, CsvColumn | CsvColumn[]> = {}
  for (const role of singleRoles) {
    const column = one(role)
    if (column !== undefined) columns[role] = column
  }
  if (booked.length > 0) columns['bookedAt'] = booked.length === 1 ? name(booked[0]!) : booked.map(name)
  if (narration.length > 0) columns['narration'] = narration.length === 1 ? narration[0]! : narration
  const mapping: CsvMapping = {
    columns,
    dates: date ? [...date.patterns] : ['yyyy-MM-dd'],
    timeZone: about.timeZone,
    ...(date?.calendar && { calendar: date.calendar }),
    ...(currency !== '' && { currency }),
    ...(reading?.decimal === ',' && { decimal: ',' }),
    ...(headerRow === 0 && { header: false }),
    ...(mark !== undefined && { debitWhen: { column: name(mark), values: [...debits] } }),
    ...(amount !== undefined && mark === undefined && choice.positive === 'debit' && { positive: 'debit' }),
    ...(file.encoding !== null && { encoding: file.encoding }),
    ...(file.sheet !== null && { sheet: file.sheet }),
  }
  try {
    planOf(mapping)
    return { ...readings, mapping, refusal: null }
  } catch (error) {
    return { ...readings, mapping: null, refusal: (error as Error).message }
  }
}
