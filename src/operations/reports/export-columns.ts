import type { CsvColumn } from '../../domain/csv.js'
import { minorUnitExponent } from '../../domain/currencies.js'
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

/** Always there, in the order of a report item. */
const standard = [
  column('paymentId', 'plain', 'id'),
  column('reference', 'callerText'),
  column('amount', 'plain'),
  column('currency', 'plain'),
  column('status', 'plain'),
  column('paidAt', 'plain'),
]

const extras: Record<ExtraColumn, ExportColumn> = {
  createdAt: column('createdAt', 'plain'),
  channel: column('channel', 'callerText'),
  amountDecimal: column('amountDecimal', 'plain', 'amount'),
  providerTransactionId: column('providerTransactionId', 'callerText'),
  late: column('late', 'plain'),
  reversedAt: column('reversedAt', 'plain'),
  amountReconciled: column('amountReconciled', 'plain'),
  description: column('description', 'callerText'),
  customerName: column('customerName', 'callerText'),
  // Begins with + by its own rule (E.164); a quote mark before it would spoil the number.
  customerPhone: column('customerPhone', 'text'),
}

export function exportColumns(wanted: readonly ExtraColumn[]): ExportColumn[] {
  return [...standard, ...wanted.map((name) => extras[name])]
}

/** Rows as stored, with amounts made decimal where a column asks for it. */
export function exportedRows(
  columns: readonly ExportColumn[],
  rows: readonly (readonly Cell[])[],
): readonly (readonly Cell[])[] {
  const decimal = columns.findIndex(({ name }) => name === 'amountDecimal')
  if (decimal < 0) return rows
  const currency = columns.findIndex(({ name }) => name === 'currency')
  return rows.map((row) => {
    const code = row[currency] as string
    // A currency that ISO withdrew after the payment was made has no exponent here any more.
    const known = minorUnitExponent(code) !== undefined
    return row.with(decimal, known ? formatAmount(row[decimal] as number, code) : null)
  })
}
