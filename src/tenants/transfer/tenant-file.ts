/** The lines of a file with everything that is stored of one tenant. */
import { invalidRequest } from '../../domain/issue.js'
import { isTenant } from '../../domain/tenant.js'
import { isPlainObject } from '../../internal/option-checks.js'
import type { SqlValue } from '../../sql/core/database.js'
import { migrations } from '../../sql/schema/migrations.js'
import { type StoredTable, storedTables } from '../tables/stored-tables.js'

const format = 'hospital-payments tenant'

/** The first line: whose rows follow, and how the tables of the release that wrote them are. */
interface TenantHeader {
  readonly format: typeof format
  /** The newest change of the tables, such as `0001_tables`. */
  readonly schema: string
  readonly tenant: string
  /** The columns of each table, in the order of the values of its rows. */
  readonly columns: Readonly<Record<string, readonly string[]>>
}

/** The last line: how many rows there are, so that a file that was cut off is known. */
interface TenantEnd {
  readonly end: true
  readonly rows: number
  readonly counts: Readonly<Record<string, number>>
}

/** A row as it is in a file: the name of its table, then its values. */
export interface FileRow {
  readonly table: StoredTable
  readonly values: readonly SqlValue[]
}

const columnsOfTables = Object.fromEntries(
  storedTables.map(({ name, columns }) => [name, columns.map((column) => column.name)]),
)

function schemaOf(): string {
  return migrations.filter(({ guards }) => !guards).at(-1)!.name
}

const sumOf = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`

/** Writes the first line. */
export function headerLine(tenant: string): string {
  const header: TenantHeader = { format, schema: schemaOf(), tenant, columns: columnsOfTables }
  return lineOf(header)
}

/** Writes a row as a line. */
export function rowLine({ name }: StoredTable, values: readonly SqlValue[]): string {
  return lineOf([name, ...values])
}

/** Writes the last line. */
export function endLine(counts: ReadonlyMap<string, number>): string {
  const end: TenantEnd = {
    end: true,
    rows: sumOf(counts),
    counts: Object.fromEntries(counts),
  }
  return lineOf(end)
}

/** Makes the error for a file that cannot be imported. */
export function refusedFile(problem: string): ReturnType<typeof invalidRequest> {
  return invalidRequest([{ path: 'lines', message: problem }])
}

/** The reader of a file, line by line: it refuses what no export wrote, and a file without its end. */
export class TenantFileReader {
  private header: TenantHeader | null = null
  private isEnded = false
  private place = 0
  private row = 0
  private readonly counts = new Map<string, number>()

  /** The tenant whose rows they are; known behind the first line. */
  get tenant(): string {
    if (!this.header) throw refusedFile('must begin with the first line of an export of a tenant')
    return this.header.tenant
  }

  /** True behind the first line. */
  get hasHeader(): boolean {
    return this.header !== null
  }

  /** The number of rows so far. */
  get rows(): number {
    return sumOf(this.counts)
  }

  /**
   * Reads a line; `null` for the first, the last and an empty one.
   *
   * @throws PaymentError `invalid_request`
   */
  read(line: unknown): FileRow | null {
    this.row++
    if (typeof line !== 'string') throw refusedFile('must be lines of text')
    const text = line.trim()
    if (text === '') return null
    if (this.isEnded) throw this.refused('stands behind the end of the file')
    const value = this.parsed(text)
    if (!this.header) {
      this.header = this.headerOf(value)
      return null
    }
    if (Array.isArray(value)) return this.rowOf(value)
    this.end(value)
    return null
  }

  /** @throws PaymentError `invalid_request` where the last line is missing */
  finish(): void {
    if (!this.isEnded) throw refusedFile('must end with the last line of an export: the file was cut off')
  }

  private parsed(text: string): unknown {
    try {
      return JSON.parse(text) as unknown
    } catch {
      throw this.refused('is no JSON')
    }
  }

  private headerOf(value: unknown): TenantHeader {
    const header = value as Partial<TenantHeader>
    if (!isPlainObject(value) || header.format !== format || !isTenant(header.tenant))
      throw this.refused('is not the first line of an export of a tenant')
    const isSame = JSON.stringify(header.columns) === JSON.stringify(columnsOfTables)
    if (header.schema !== schemaOf() || !isSame)
      throw refusedFile('must be written by a release with the same tables: export with the release that imports')
    return header as TenantHeader
  }

  private rowOf([name, ...values]: readonly unknown[]): FileRow {
    const place = storedTables.findIndex((table) => table.name === name)
    if (place < this.place) throw this.refused('is a row of no table, or stands in another order than an export has')
    this.place = place
    const table = storedTables[place]!
    const isRow =
      values.length === table.columns.length &&
      table.columns.every(({ isNumber, isOptional }, i) => {
        const value = values[i]
        if (value === null) return isOptional
        return isNumber ? Number.isSafeInteger(value) : typeof value === 'string'
      })
    if (!isRow) throw this.refused('does not have the values of its table')
    this.counts.set(table.name, (this.counts.get(table.name) ?? 0) + 1)
    return { table, values: values as SqlValue[] }
  }

  private end(value: unknown): void {
    const { end, rows, counts } = (isPlainObject(value) ? value : {}) as Partial<TenantEnd>
    const isCounted = storedTables.every(({ name }) => (counts?.[name] ?? 0) === (this.counts.get(name) ?? 0))
    if (end !== true || rows !== this.rows || !isCounted) throw this.refused('counts other rows than the file has')
    this.isEnded = true
  }

  private refused(problem: string): ReturnType<typeof invalidRequest> {
    return refusedFile(`line ${this.row} ${problem}`)
  }
}
