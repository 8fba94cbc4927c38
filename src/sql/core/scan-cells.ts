import type { Cell, ScanField } from '../../repository/port.js'
import type { SqlRow } from './database.js'
import type { Dialect } from './dialect.js'
import { instantText } from './instant-text.js'
import { text, truth } from './row.js'

type Kind = 'text' | 'number' | 'instant' | 'truth'

const kinds: Readonly<Record<ScanField, Kind>> = {
  id: 'text',
  status: 'text',
  reference: 'text',
  amount: 'number',
  currency: 'text',
  channel: 'text',
  createdAt: 'instant',
  updatedAt: 'instant',
  expiresAt: 'instant',
  paidAt: 'instant',
  reversedAt: 'instant',
  canceledAt: 'instant',
  late: 'truth',
  amountReconciled: 'number',
  amountRefundPending: 'number',
  amountRefunded: 'number',
  amountWrittenOff: 'number',
  version: 'number',
  description: 'text',
  statusReason: 'text',
  providerTransactionId: 'text',
  customerName: 'text',
  customerPhone: 'text',
}

/**
 * Converts a value to a cell. It is a switch, because a call through a table of functions costs as much again for each
 * cell.
 */
function cell(kind: Kind, value: unknown): Cell {
  switch (kind) {
    case 'text':
      return text(value)
    case 'number':
      return Number(value)
    case 'instant':
      return instantText(Number(value))
    case 'truth':
      return truth(value)
  }
}

/** Returns a function that converts the rows of a scan to cells; the columns after the fields are left out. */
export function cellDecoder(fields: readonly ScanField[], { rowText }: Dialect): (row: SqlRow) => Cell[] {
  const kindOf = fields.map((field) => kinds[field])
  const count = fields.length
  return (row) => {
    const values = rowText ? rowText.read(text(row[0]), count) : row
    const cells = new Array<Cell>(count)
    for (let i = 0; i < count; i++) {
      const value = values[i]
      cells[i] = value === null ? null : cell(kindOf[i]!, value)
    }
    return cells
  }
}
