import { foldedReceipt, receiptKey } from '../../domain/payments/receipt-spelling.js'
import { JsonLog } from './json-log.js'
import { NumberByText } from './number-by-text.js'

/** The fields of a row that are kept of a change. A row may lack those that are `optional`. */
type Fields<Row> = { readonly [Field in keyof Row]?: 'always' | 'optional' }

/**
 * The rows that a run changed, each by its fields that a run may change: the others are read from the storage with the row.
 * They are kept as bytes, so that those of a year's statement fit into the memory of a small server.
 */
export class ChangedRows<Row extends object> {
  private readonly always: readonly (keyof Row)[]
  private readonly optional: readonly (keyof Row)[]
  private readonly fields: readonly (keyof Row)[]
  private readonly versions = new JsonLog()
  private readonly latest = new NumberByText()
  private readonly outdated = new Set<number>()

  constructor(
    private readonly keyOf: (row: Row) => string,
    fields: Fields<Row>,
  ) {
    const names = Object.keys(fields) as (keyof Row)[]
    this.always = names.filter((field) => fields[field] === 'always')
    this.optional = names.filter((field) => fields[field] === 'optional')
    this.fields = [...this.always, ...this.optional]
  }

  /** Adds the next version of a row, and returns its number and that of the version before it. */
  add(row: Row): { number: number; former: number | undefined } {
    const number = this.versions.size
    const key = this.keyOf(row)
    const former = this.latest.get(key)
    if (former !== undefined) this.outdated.add(former)
    this.latest.set(key, number)
    const values: unknown[] = this.fields.map((field) => row[field] ?? null)
    while (values.at(-1) === null) values.pop()
    this.versions.add(values)
    return { number, former }
  }

  /** Returns a stored row as the run has changed it. */
  now(stored: Row): Row {
    const number = this.latest.get(this.keyOf(stored))
    if (number === undefined) return stored
    const row = { ...stored }
    for (const field of this.optional) delete row[field]
    return Object.assign(row, this.version(number))
  }

  latestNumber(key: string): number | undefined {
    return this.latest.get(key)
  }

  /** Returns true for a version that the run has changed again. */
  isOutdated(number: number): boolean {
    return this.outdated.has(number)
  }

  /** Reads the kept fields of a version. */
  version(number: number): Row {
    const values = this.versions.get(number) as unknown[]
    const row: Partial<Record<keyof Row, unknown>> = {}
    this.always.forEach((field, place) => (row[field] = values[place] ?? null))
    this.optional.forEach((field, place) => {
      const value = values[this.always.length + place] ?? null
      if (value !== null) row[field] = value
    })
    return row as Row
  }
}

/** Changed rows that are found by their receipts. */
export class ChangedHolders<Row extends { readonly providerTransactionId?: string }> extends ChangedRows<Row> {
  private readonly lastHolders = new NumberByText()
  /** The version that had a version's receipt before it. */
  private readonly holdersBefore: (number | undefined)[] = []

  override add(row: Row) {
    const added = super.add(row)
    const receipt = receiptKey(row)
    if (receipt !== null) {
      this.holdersBefore[added.number] = this.lastHolders.get(receipt)
      this.lastHolders.set(receipt, added.number)
    }
    return added
  }

  /** Reads the kept fields of the rows that have one of these receipts now, in whichever letter case. */
  *withReceipts(receipts: readonly string[]): Generator<Row> {
    for (const receipt of receipts) {
      let number = this.lastHolders.get(foldedReceipt(receipt))
      for (; number !== undefined; number = this.holdersBefore[number]) {
        if (!this.isOutdated(number)) yield this.version(number)
      }
    }
  }
}
