import type { StatementInput } from '../input.js'
import { type RecordsOfPart, type StatementReader, statementReader } from '../reader.js'
import type { Tally } from '../tally.js'
import { ofxDocument } from './document.js'
import { ofxElements } from './elements.js'
import { ofxDecoder, textsOf } from './texts.js'

/** The length of the beginning of a file in which its header names the encoding, in characters. */
const headerLength = 4096

/** Reads the records for `readOfx`. */
export async function* readOfxRecords(input: StatementInput, counted: Tally): AsyncGenerator<RecordsOfPart> {
  const document = ofxDocument(counted)
  let header = ''
  let decoder: ((text: string) => string) | null = null
  let isDecoded = true
  // The header has ended where the first text is read that is decoded.
  const elements = ofxElements(document.events, (text) => (isDecoded ? text : (decoder ??= ofxDecoder(header))(text)))
  for await (const piece of textsOf(input)) {
    isDecoded = piece.isDecoded
    if (header.length < headerLength) header += piece.text.slice(0, headerLength - header.length)
    let failure: { error: unknown } | null = null
    try {
      elements.write(piece.text)
    } catch (error) {
      failure = { error }
    }
    yield document.ended()
    if (failure) throw failure.error
  }
  document.end()
}

/**
 * Reads OFX statements of banks and cards, also those that are called QFX: SGML of version 1 and XML of version 2. `row` counts
 * the transactions of the file. The line's `lineId` is FITID. Its `valueDate` is the day of DTPOSTED as the file writes it, and
 * it has `bookedAt` only where DTPOSTED has a time and a zone. The sign of TRNAMT alone decides the direction. The currency is
 * that of CURRENCY, else of the statement. The reference is CHECKNUM, else REFNUM; the narration is the name and MEMO. Pending
 * transactions (STMTTRNP) are left out and counted. A transaction that corrects another one is rejected.
 *
 * @throws PaymentError `invalid_request`, while it is read, for a file of another kind, and for one that is cut off
 * @example
 * const file = `OFXHEADER:100
 * <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>KES<BANKTRANLIST>
 * <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>1500.00<FITID>T1<NAME>INV-7</STMTTRN>
 * </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
 * const reader = readOfx(file)
 * const lines = []
 * for await (const line of reader) lines.push(line)
 * lines
 * // => [{ row: 1, direction: 'credit', amount: 150000, currency: 'KES', valueDate: '2026-11-20', lineId: 'T1', narration: 'INV-7' }]
 * reader.format // => 'ofx'
 */
export function readOfx(input: StatementInput): StatementReader {
  return statementReader({ format: 'ofx' }, input, readOfxRecords)
}
