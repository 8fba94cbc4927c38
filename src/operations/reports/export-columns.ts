import type { CsvColumn } from '../../domain/csv.js'
import { minorUnitExponent } from '../../domain/currencies.js'
import { isMetadataField, type MetadataField } from '../../domain/payments/metadata.js'
import { amountAsked } from '../../domain/payments/open-amount.js'
import { formatAmount } from '../../domain/money.js'
import type { ExtraColumn } from '../../domain/report.js'
import type { Cell, ScanField } from '../../repository/port.js'

/** A column of the export, and the stored field that it shows. */
export interface ExportColumn extends CsvColumn {
  field: ScanField
}

function column(name: string, kind: CsvColumn['kind'], field = name as ScanField): ExportColumn {
  return { name, kind, field }
}

/** The columns of every export, in the order of a report item. */
const standard = [
  column('paymentId', 'plain', 'id'),
  column('reference', 'callerText'),
  column('amount', 'plain'),
  column('currency', 'plain'),
  column('status', 'plain'),
  column('paidAt', 'plain'),
]

const extras: Record<Exclude<ExtraColumn, MetadataField>, ExportColumn> = {
  createdAt: column('createdAt', 'plain'),
  channel: column('channel', 'callerText'),
  amountDecimal: column('amountDecimal', 'plain', 'amount'),
  providerTransactionId: column('providerTransactionId', 'callerText'),
  late: column('late', 'plain'),
  reversedAt: column('reversedAt', 'plain'),
  amountReconciled: column('amountReconciled', 'plain'),
  amountRefundPending: column('amountRefundPending', 'plain'),
  amountRefunded: column('amountRefunded', 'plain'),
  amountWaived: column('amountWaived', 'plain'),
  netAmount: column('netAmount', 'plain', 'amountRefunded'),
  statusReason: column('statusReason', 'callerText'),
  description: column('description', 'callerText'),
  customerId: column('customerId', 'callerText'),
  customerName: column('customerName', 'callerText'),
  // Begins with + by its own rule (E.164); a quote mark before it would spoil the number.
  customerPhone: column('customerPhone', 'text'),
}

export function exportColumns(names: readonly ExtraColumn[]): ExportColumn[] {
  return [...standard, ...names.map((name) => (isMetadataField(name) ? column(name, 'callerText') : extras[name]))]
}

/** The value of a stored field of the row that a computed column is in. */
type ValueOf = (field: ScanField) => Cell

/** A column that shows more than a stored field, and the fields that it needs beside those of every export. */
interface Computed {
  readonly needs: readonly ScanField[]
  of(valueOf: ValueOf): Cell
}

const computed: Partial<Record<string, Computed>> = {
  amountDecimal: {
    needs: [],
    of(valueOf) {
      const [amount, currency] = [valueOf('amount') as number, valueOf('currency') as string]
      // A currency that ISO withdrew after the payment was made has no exponent here any more.
      return minorUnitExponent(currency) === undefined ? null : formatAmount(amount, currency)
    },
  },
  netAmount: {
    needs: ['amountRefunded', 'amountWaived', 'amountReconciled'],
    of(valueOf) {
      const number = (field: ScanField) => valueOf(field) as number
      const wasPaid = valueOf('paidAt') !== null
      const amountToPay = amountAsked({ amount: number('amount'), amountWaived: number('amountWaived') })
      const came = wasPaid ? amountToPay : number('amountReconciled')
      return came - number('amountRefunded')
    },
  },
}

/** Returns the fields of a scan: one for each column, and behind them those that computed columns need. */
export function scannedFields(columns: readonly ExportColumn[]): readonly ScanField[] {
  const fields = columns.map(({ field }) => field)
  const needed = new Set(columns.flatMap(({ name }) => computed[name]?.needs ?? []))
  return [...fields, ...[...needed].filter((field) => !fields.includes(field))]
}

/** Returns the rows of a scan of `scannedFields`, with computed values in the columns that have one. */
export function exportedRows(
  columns: readonly ExportColumn[],
  rows: readonly (readonly Cell[])[],
): readonly (readonly Cell[])[] {
  const places = [...columns.entries()].flatMap(([at, { name }]) => {
    const compute = computed[name]
    return compute ? [{ at, compute }] : []
  })
  if (places.length === 0) return rows
  const placeOf = new Map(scannedFields(columns).map((field, at) => [field, at]))
  return rows.map((row) => {
    const cells = row.slice(0, columns.length)
    for (const { at, compute } of places) cells[at] = compute.of((field) => row[placeOf.get(field)!]!)
    return cells
  })
}
