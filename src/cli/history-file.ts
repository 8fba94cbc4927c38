/** A CSV file of payments from before this library, read as rows for `importHistory`. */
import { minorUnitExponent } from '../domain/currencies.js'
import { startOfDay } from '../domain/calendar.js'
import { isAmount, parseAmount } from '../domain/money.js'
import type { HistoryRow } from '../domain/payments/imported-payment.js'
import { openCsvTable, type TableColumn, type TableRow } from '../statements/csv/csv-table.js'
import { dateReader } from '../statements/csv/dates.js'
import type { StatementInput } from '../statements/input.js'
import { UsageError } from './failures.js'

const required = (name: string): TableColumn => ({ names: [name], isRequired: true })
const optional = (name: string): TableColumn => ({ names: [name] })

/** The columns, under the names that `exportCsv` writes. */
const columns = {
  id: optional('id'),
  reference: required('reference'),
  amount: optional('amount'),
  amountDecimal: optional('amountDecimal'),
  currency: optional('currency'),
  channel: optional('channel'),
  createdAt: required('createdAt'),
  paidAt: required('paidAt'),
  status: optional('status'),
  reversedAt: optional('reversedAt'),
  providerTransactionId: optional('providerTransactionId'),
  customerId: optional('customerId'),
  customerName: optional('customerName'),
  customerPhone: optional('customerPhone'),
} as const satisfies Readonly<Record<string, TableColumn>>

type Name = keyof typeof columns
type Texts = Readonly<Partial<Record<Name, string>>>

/** The patterns of times without an offset from UTC, which are in the zone of the hospital. */
export const usualDates = ['yyyy-MM-dd HH:mm:ss', "yyyy-MM-dd'T'HH:mm:ss", 'yyyy-MM-dd HH:mm', 'yyyy-MM-dd']

export interface HistoryFileOptions {
  /** Values for rows without them. */
  readonly currency: string | undefined
  readonly channel: string | undefined
  /** Patterns of dates, tried before an instant of RFC 3339 is refused. */
  readonly dates: readonly string[]
  readonly timeZone: string
}

/** A row that cannot be read, with the reason: it is sent on as no payment, and rejected. */
class Unreadable extends Error {}

const isInstant = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/

function timeReader({ dates, timeZone }: HistoryFileOptions): (name: Name, text: string) => string {
  const read = dateReader(dates, timeZone, (index, problem) => {
    throw new UsageError(`--dates: ${JSON.stringify(dates[index])} ${problem}.`)
  })
  return (name, text) => {
    if (isInstant.test(text)) return text
    const date = read(text)
    if (!date) throw new Unreadable(`${name} is no time of the given patterns`)
    return date.at ?? startOfDay(date.day, timeZone)
  }
}

function amountOf({ amount, amountDecimal }: Texts, currency: string): number {
  if (amount !== undefined && amountDecimal === undefined) {
    const minor = /^\d{1,16}$/.test(amount) ? Number(amount) : 0
    if (!isAmount(minor)) throw new Unreadable('amount is no number of minor units; 1500.00 belongs into amountDecimal')
    return minor
  }
  if (minorUnitExponent(currency) === undefined) throw new Unreadable('currency is not an active ISO 4217 code')
  const minor = amountDecimal === undefined ? null : parseAmount(amountDecimal, currency)
  if (minor === null) throw new Unreadable('amountDecimal is no amount of the currency, such as 1500.00')
  if (amount !== undefined && amount !== String(minor)) throw new Unreadable('amount and amountDecimal differ')
  return minor
}

function customerOf({ customerId: id, customerName: name, customerPhone: phone }: Texts): Pick<HistoryRow, 'customer'> {
  if (id === undefined && name === undefined && phone === undefined) return {}
  return { customer: { ...(id && { id }), ...(name && { name }), ...(phone && { phone }) } }
}

function needed(name: Name, text: string | undefined): string {
  if (text === undefined) throw new Unreadable(`${name} is missing`)
  return text
}

function rowReader(options: HistoryFileOptions): (texts: TableRow<Name>['texts']) => HistoryRow {
  const timeOf = timeReader(options)
  return (texts) => {
    if (!texts) throw new Unreadable('the row has more cells than the header, or a quote without counterpart')
    const { id, reversedAt, providerTransactionId } = texts
    const currency = needed('currency', texts.currency ?? options.currency).toUpperCase()
    return {
      ...(id !== undefined && { id }),
      reference: needed('reference', texts.reference),
      amount: amountOf(texts, currency),
      currency,
      channel: needed('channel', texts.channel ?? options.channel),
      createdAt: timeOf('createdAt', needed('createdAt', texts.createdAt)),
      paidAt: timeOf('paidAt', needed('paidAt', texts.paidAt)),
      // A value that is neither status is refused by the import.
      status: (texts.status ?? (reversedAt === undefined ? 'succeeded' : 'reversed')) as HistoryRow['status'],
      ...(reversedAt !== undefined && { reversedAt: timeOf('reversedAt', reversedAt) }),
      ...(providerTransactionId !== undefined && { providerTransactionId }),
      ...customerOf(texts),
    }
  }
}

/** The lines of a file on which its rows begin, kept as the few places at which a row is longer than a line. */
class Places {
  private readonly changes: { readonly from: number; readonly offset: number }[] = []
  count = 0

  add(line: number): void {
    const offset = line - ++this.count
    if (this.changes.at(-1)?.offset !== offset) this.changes.push({ from: this.count, offset })
  }

  lineOf(row: number): number {
    return row + (this.changes.findLast(({ from }) => from <= row)?.offset ?? 0)
  }
}

/** A file of payments from before this library. */
export class HistoryFile {
  private readonly places = new Places()
  private readonly problems = new Map<number, string>()
  private readonly sumsByCurrency = new Map<string, bigint>()

  constructor(
    private readonly input: StatementInput,
    private readonly options: HistoryFileOptions,
  ) {}

  /** Reads the rows as they come; one that cannot be read is no payment, which the import rejects. */
  async *rows(): AsyncGenerator<HistoryRow> {
    const read = rowReader(this.options)
    const { missing, header, rows } = await openCsvTable(this.input, columns)
    const lacking = (header.amount ?? header.amountDecimal) ? missing : [...missing, 'amount or amountDecimal']
    if (lacking.length > 0) throw new UsageError(`The file has no header row with the columns: ${lacking.join(', ')}.`)
    for await (const { row, texts } of rows) {
      this.places.add(row)
      try {
        const payment = read(texts)
        const { currency, amount } = payment
        this.sumsByCurrency.set(currency, (this.sumsByCurrency.get(currency) ?? 0n) + BigInt(amount))
        yield payment
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        this.problems.set(this.places.count, error.message)
        yield {} as HistoryRow
      }
    }
  }

  get count(): number {
    return this.places.count
  }

  /** Returns the line of the file on which a row begins, and why the row could not be read. */
  placeOf(row: number): { readonly line: number; readonly problem: string | null } {
    return { line: this.places.lineOf(row), problem: this.problems.get(row) ?? null }
  }

  /** The sums of the rows that could be read, in minor units. */
  get sums(): readonly { readonly currency: string; readonly amount: string }[] {
    const known = [...this.sumsByCurrency].filter(([currency]) => minorUnitExponent(currency) !== undefined)
    return known.map(([currency, amount]) => ({ currency, amount: String(amount) }))
  }
}
