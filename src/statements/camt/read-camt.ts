import type { StatementRecord } from '../../domain/statement.js'
import { decode, type StatementInput } from '../input.js'
import { type StatementReader, statementReader } from '../reader.js'
import type { Tally } from '../tally.js'
import { balancesOf } from './balances.js'
import { camtCutter } from './cut.js'
import { elementParser } from './element.js'
import { declarationBytes, declaredEncoding } from './encoding.js'
import { recordsOfEntry } from './entry.js'
import { lineNames } from './line-id.js'

async function* recordsOf(input: StatementInput, counted: Tally): AsyncGenerator<StatementRecord> {
  const parse = await elementParser()
  const cutter = camtCutter()
  const names = lineNames()
  let row = 0
  for await (const text of decode(input, { encodingOf: declaredEncoding, need: declarationBytes })) {
    for (const { kind, xml } of cutter.push(text)) {
      const element = parse(xml)
      if (kind === 'entry') {
        const records = recordsOfEntry(element, names)
        // Entries that were not booked are counted too, so that a row can be found in the file again.
        if (records.length === 0) row++
        for (const record of records) yield { row: ++row, ...record }
      } else {
        const { opening, closing } = balancesOf(element)
        counted.endStatement(opening, closing)
      }
    }
  }
  cutter.end()
}

/**
 * Reads ISO 20022 bank statements (camt.053) and debit and credit notifications (camt.054), from version 2 on.
 *
 * Only booked entries become lines. A batch becomes one line for each of its transactions where their amounts are
 * known and add up, else one line. `row` counts the entries of the file, a batch that was split with each of its
 * transactions. `lineId` begins with the bank's `AcctSvcrRef`, and is missing where there is none. The encoding is the
 * one that the XML declaration names. Memory holds one entry at a time.
 *
 * Iteration throws `PaymentError` `invalid_request` for what is no such message or is cut off, and `TypeError` when the
 * package fast-xml-parser, which this needs, is not installed.
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
  return statementReader(input, recordsOf)
}
