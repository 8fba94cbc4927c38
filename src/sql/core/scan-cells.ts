import { isMetadataField, metadataKey, type MetadataField, ownValue } from '../../domain/payments/metadata.js'
import type { ColumnType } from '../../repository/aggregates/column.js'
import { paymentColumns } from '../../repository/aggregates/payment-columns.js'
import type { Cell, ScanField } from '../../repository/port.js'
import type { SqlRow } from './database.js'
import type { Dialect } from './dialect.js'
import { instantText } from './instant-text.js'
import { text, truth } from './values.js'

/** The type of a cell; a `mark` is a flag that a payment has or omits. */
type CellType = ColumnType | MetadataField | 'mark'

function cellType(field: ScanField): CellType {
  if (isMetadataField(field)) return field
  return field === 'imported' ? 'mark' : paymentColumns.get(field)!.type
}

/**
 * Converts a value to a cell. It is a switch, because a call through a table of functions costs as much again for each
 * cell.
 */
function cell(type: CellType, value: unknown): Cell {
  switch (type) {
    case 'integer':
      return Number(value)
    case 'instant':
      return instantText(Number(value))
    case 'flag':
      return truth(value)
    case 'mark':
      return truth(value) || null
    default:
      return isMetadataField(type) ? valueIn(value, type) : text(value)
  }
}

/** Returns the field of the column that a scan's field is read from: a key of the metadata is read from all of it. */
export function storedField(field: ScanField): string {
  return isMetadataField(field) ? 'metadata' : field
}

/** Returns the value of one key of a stored document of metadata. */
function valueIn(document: unknown, field: MetadataField): Cell {
  return ownValue(JSON.parse(text(document)) as Record<string, string>, metadataKey(field))
}

/** Returns a function that converts the rows of a scan to cells; the columns after the fields are left out. */
export function cellDecoder(fields: readonly ScanField[], { rowText }: Dialect): (row: SqlRow) => Cell[] {
  const types = fields.map(cellType)
  const count = fields.length
  return (row) => {
    const values = rowText ? rowText.read(text(row[0]), count) : row
    const cells = new Array<Cell>(count)
    for (let i = 0; i < count; i++) {
      const value = values[i]
      cells[i] = value === null ? null : cell(types[i]!, value)
    }
    return cells
  }
}
