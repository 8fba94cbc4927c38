/** P16: `readCsvStatement` against a bare pass of csv-parse over the same file. */
import { parse } from 'csv-parse'
import { type CsvMapping, readCsvStatement } from 'hospital-payments/statements'
import { interleave, ratios, spread } from './support/measure.js'
import { atLeast, record, times } from './support/results.js'

const rows = 200_000
const rounds = 7
const pieceLength = 65_536

const mapping: CsvMapping = {
  columns: {
    bookedAt: 'Completion Time',
    credit: 'Paid In',
    debit: 'Withdrawn',
    reference: 'Account',
    narration: 'Details',
    providerTransactionId: 'Receipt No.',
  },
  dates: ['dd-MM-yyyy HH:mm:ss'],
  timeZone: 'Africa/Nairobi',
  currency: 'KES',
}

const two = (value: number) => String(value).padStart(2, '0')

function row(at: number): string {
  const time = `${two((at % 28) + 1)}-11-2026 ${two(at % 24)}:${two(at % 60)}:${two(at % 59)}`
  const amount = `"${(at % 9) + 1},${String(at % 1000).padStart(3, '0')}.50"`
  return `TK${String(at).padStart(8, '0')},${time},"Pay bill, ward ${at % 40}",INV-2026-${at},${amount},,Completed\n`
}

function* pieces(): Generator<string> {
  let text = 'Receipt No.,Completion Time,Details,Account,Paid In,Withdrawn,Status\n'
  for (let at = 0; at < rows; at++) {
    text += row(at)
    if (text.length < pieceLength) continue
    yield text
    text = ''
  }
  yield text
}

const file = [...pieces()].map((piece) => Buffer.from(piece).toString())

async function ours(): Promise<void> {
  let lines = 0
  for await (const line of readCsvStatement(file, mapping)) lines += 'rejected' in line ? 0 : 1
  if (lines !== rows) throw new Error(`${rows - lines} lines are missing`)
}

function bare(): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = 0
    const parser = parse({ relaxColumnCount: true, bom: true })
    parser.on('readable', () => {
      while (parser.read() !== null) seen++
    })
    parser.on('error', reject)
    parser.on('end', () => (seen === rows + 1 ? resolve() : reject(new Error('rows are missing'))))
    for (const piece of file) parser.write(piece)
    parser.end()
  })
}

const timings = await interleave(rounds, { ours, bare })
const milliseconds = spread(timings.ours).median

await record({
  name: 'csv-statement',
  about: `\`readCsvStatement\` of an export of ${rows.toLocaleString('en')} rows
(${(file.reduce((length, piece) => length + piece.length, 0) / 1e6).toFixed(0)} MB of text in memory, in pieces of 64 KiB) with a time, a quoted narration and a quoted amount in each,
against a bare pass of csv-parse over the same pieces; ${rounds} rounds, processor time.`,
  figures: [
    atLeast(0.35, times, {
      what: 'speed against csv-parse, which reads no date and no amount',
      measured: `${(rows / milliseconds).toFixed(0)} k rows/s`,
      figure: ratios(timings.bare, timings.ours),
    }),
  ],
  notes: ['Dates are read by date-fns: a day, a minute and seconds that were read before are not read again.'],
})
