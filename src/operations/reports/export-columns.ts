import type { CsvColumn } from '../../domain/csv.js'
import { minorUnitExponent } from '../../domain/currencies.js'
import { isMetadataField, type MetadataField } from '../../domain/payments/metadata.js'
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

/** Columns that show more than a stored field; each gets its field, and the row's amount and currency. */
const computed: Partial<Record<string, (field: number, amount: number, currency: string) => Cell>> = {
  // A currency that ISO withdrew after the payment was made has no exponent here any more.
  amountDecimal: (amount, _, currency) =>
    minorUnitExponent(currency) === undefined ? null : formatAmount(amount, currency),
  netAmount: (refunded, amount) => amount - refunded,
}

/** Returns the rows as stored, with computed values in the columns that have one. */
export function exportedRows(
  columns: readonly ExportColumn[],
  rows: readonly (readonly Cell[])[],
): readonly (readonly Cell[])[] {
  const places = [...columns.entries()].flatMap(([at, { name }]) => {
    const compute = computed[name]
    return compute ? [{ at, compute }] : []
  })
  if (places.length === 0) return rows
  const place = (name: string) => columns.findIndex((column) => column.name === name)
  const [amount, currency] = [place('amount'), place('currency')]
  return rows.map((row) => {
    const cells = [...row]
    for (const { at, compute } of places) {
      cells[at] = compute(row[at] as number, row[amount] as number, row[currency] as string)
    }
    return cells
  })
}
