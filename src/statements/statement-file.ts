import { invalidRequest } from '../domain/issue.js'
import type { StatementRecord } from '../domain/reconciliation/statement-line.js'
import { isPaymentError } from '../errors.js'
import { readStatement, type ReadStatementOptions } from './read-statement.js'
import { type StatementReader, withRecords } from './reader.js'

/**
 * Rewords what a reader refuses in its `input` for a request, and adds where in the file it stopped; returns any other
 * error as it is.
 */
function refusalOf(error: unknown, lastRow: number | null): unknown {
  if (!isPaymentError(error, 'invalid_request')) return error
  const { issues, unknownLayout } = error.details
  const [issue] = issues
  if (issue?.path !== 'input') return error
  const where = lastRow === null ? 'no row of it was read' : `row ${lastRow} is the last that was read`
  return invalidRequest(
    [{ path: '', message: `the statement ${issue.message}; ${where}` }],
    unknownLayout && { unknownLayout },
  )
}

/**
 * Reads the records of a file as it comes. A file that cannot be read any further is refused with the row that was read
 * last.
 */
export function readerOf(file: AsyncIterable<Uint8Array | string>, options: ReadStatementOptions): StatementReader {
  const reader = readStatement(file, options)
  async function* records(): AsyncGenerator<StatementRecord> {
    let lastRow: number | null = null
    try {
      for await (const record of reader) {
        lastRow = record.row
        yield record
      }
    } catch (error) {
      throw refusalOf(error, lastRow)
    }
  }
  return withRecords(reader, records)
}
