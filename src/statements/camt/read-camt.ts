import { decode, piecesOf, type StatementInput } from '../input.js'
import { type RecordsOfPart, type StatementReader, statementReader } from '../reader.js'
import type { Tally } from '../tally.js'
import { balancesOf } from './balances.js'
import { camtDocument, type DocumentPart } from './document.js'
import { declarationBytes, declaredEncoding } from '../xml-encoding.js'
import { recordsOfEntry } from './entry-records.js'
import { lineNames } from './line-id.js'
import { xmlParser } from '../xml.js'

const camtUser = { reader: 'readCamt', noElement: 'is not an ISO 20022 document' }

/** Returns the parts of a message as they end, some at a time: those before an error too. */
async function* partsOf(input: StatementInput): AsyncGenerator<DocumentPart[]> {
  const document = camtDocument()
  const parser = await xmlParser(document.events, camtUser)
  for await (const text of decode(piecesOf(input), { encodingOf: declaredEncoding, need: declarationBytes })) {
    let failure: { error: unknown } | null = null
    try {
      parser.write(text)
    } catch (error) {
      failure = { error }
    }
    yield document.ended()
    if (failure) throw failure.error
  }
  parser.end()
  document.end()
}

/** Reads the records for `readCamt`. */
export async function* readCamtRecords(input: StatementInput, counted: Tally): AsyncGenerator<RecordsOfPart> {
  const names = lineNames()
  let row = 0

  function* recordsIn(parts: readonly DocumentPart[]) {
    for (const part of parts) {
      if (part.kind === 'statement') {
        const { opening, closing } = balancesOf(part.balances, part.isPage)
        counted.account(part.account)
        counted.endStatement(opening, closing)
        continue
      }
      // Entries that were not booked are counted too, so that a row can be found in the file again.
      const first = ++row
      for (const record of recordsOfEntry(part, names, first, counted.leaveOut)) {
        row = record.row
        yield record
      }
    }
  }

  for await (const parts of partsOf(input)) yield recordsIn(parts)
}

/**
 * Reads ISO 20022 account reports (camt.052), bank statements (camt.053) and debit and credit notifications (camt.054), of
 * every version, from 1 to 13.
 *
 * Only booked entries become lines, in a statement or notification also those without a status. Others are counted by their
 * status in `summary().leftOut`. A batch becomes one line for each of its transactions where their amounts are known and add
 * up, else one line. `row` counts the entries of the file, and each transaction of a batch that was divided. `lineId` begins
 * with the bank's `AcctSvcrRef`, and is missing where there is none. The receipt, `providerTransactionId`, is the bank's number
 * of the transaction (`AcctSvcrRef`, else `TxId`), else that of an entry with one movement. Placeholders, and numbers that
 * several transactions share, are no receipts. The encoding is the one that the XML declaration names. One entry at a time is
 * in memory.
 *
 * Iteration throws `PaymentError` `invalid_request` for a file that is no such message, is cut off, or is no well-formed XML.
 * It throws `TypeError` when the package saxes, which this reader needs, is not installed.
 *
 * @param input text, bytes, or an (async) iterable of them, such as a file's stream
 * @example
 * const xml = `<Document><BkToCstmrStmt><Stmt><Ntry>
 *   <Amt Ccy="ETB">1500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><ValDt><Dt>2026-11-20</Dt></ValDt>
 *   <NtryDtls><TxDtls><Refs><EndToEndId>INV-2026-17</EndToEndId></Refs></TxDtls></NtryDtls>
 * </Ntry></Stmt></BkToCstmrStmt></Document>`
 * const reader = readCamt(xml)
 * const lines = []
 * for await (const line of reader) lines.push(line)
 * lines
 * // => [{ row: 1, direction: 'credit', amount: 150000, currency: 'ETB', valueDate: '2026-11-20', reference: 'INV-2026-17' }]
 * reader.summary().credits // => [{ currency: 'ETB', amount: '150000' }]
 */
export function readCamt(input: StatementInput): StatementReader {
  return statementReader({ format: 'camt' }, input, readCamtRecords)
}
