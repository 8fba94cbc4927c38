/** The CSV writer, formula guard on, against csv-stringify: the same rows, the same bytes. */
import { stringify, type Options } from 'csv-stringify/sync'
import { type CsvValue, csvRows, neutraliseFormulas } from '../src/domain/csv.js'
import { extraColumns } from '../src/domain/report.js'
import { type ExportColumn, exportColumns } from '../src/operations/reports/export-columns.js'
import { interleave, ratios, spread } from './support/measure.js'
import { seededNumbers } from './support/random.js'
import { atLeast, type Figure, record, times } from './support/results.js'

const rowCount = 1_000_000
const batchSize = 1000
/** The number of different rows; they are written ten times over. */
const distinctRows = 100_000
const rounds = 5
const goal = 2

type Row = readonly CsvValue[]

/** The rules of the writer as options of csv-stringify. */
const options: Options = {
  record_delimiter: '\r\n',
  quoted_match: /[\r\n]|^\s|\s$|^$/,
  cast: { boolean: String },
}

const doubtful = ['"A", ward 7', 'two\r\nlines', '=1+1, "x"', ' padded', '+251, again', 'a "word"']

function makeRows(share: number): Row[] {
  const random = seededNumbers(7)
  const text = (usual: string) => (random() < share ? doubtful[Math.floor(random() * doubtful.length)]! + usual : usual)
  return Array.from({ length: distinctRows }, (_, index) => {
    const at = new Date(1_767_301_200_000 + index * 15_552).toISOString()
    const paid = random() < 0.8
    const number = String(index).padStart(7, '0')
    return [
      ...[
        `pay_01KE${number.padStart(22, '0')}`,
        text(`INV-2026-${number}`),
        1000 + index,
        'ETB',
        paid ? 'succeeded' : 'pending',
      ],
      ...[
        paid ? at : null,
        at,
        'mobile-banking',
        ((1000 + index) / 100).toFixed(2),
        paid ? text(`FT26${number}`) : null,
        index % 50 === 0,
      ],
      ...[
        null,
        0,
        text(`Consultation and laboratory, visit ${index}`.replace(',', '')),
        text(`Patient ${index}`),
        `+2519${number}`,
      ],
    ]
  })
}

function inBatches(rows: readonly Row[]): Row[][] {
  return Array.from({ length: rows.length / batchSize }, (_, batch) =>
    rows.slice(batch * batchSize, (batch + 1) * batchSize),
  )
}

function guard(columns: readonly ExportColumn[], row: Row): Row {
  return row.map((value, index) =>
    columns[index]!.kind === 'callerText' && typeof value === 'string' ? neutraliseFormulas(value) : value,
  )
}

/** Counts the bytes of all batches, which also makes one flat text where V8 may keep pieces. */
function writeAll(batches: readonly Row[][], write: (batch: Row[]) => string): number {
  let bytes = 0
  for (let written = 0; written < rowCount; written += distinctRows) {
    for (const batch of batches) bytes += Buffer.byteLength(write(batch))
  }
  return bytes
}

async function compare(columns: readonly ExportColumn[], share: number): Promise<Figure[]> {
  const rows = makeRows(share).map((row) => row.slice(0, columns.length))
  const batches = inBatches(rows)
  const guarded = inBatches(rows.map((row) => guard(columns, row)))
  const ours = (batch: readonly Row[]) => csvRows(columns, 'spreadsheet', batch)
  const theirs = (batch: readonly Row[]) => stringify([...batch], options)
  batches.forEach((batch, index) => {
    if (ours(batch) !== theirs(guarded[index]!)) throw new Error('the two write different bytes')
  })

  const timings = await interleave(rounds, {
    ours: () => writeAll(batches, ours),
    plain: () => writeAll(guarded, theirs),
    escaping: () => writeAll(batches, (batch) => stringify(batch, { ...options, escape_formulas: true })),
  })
  const speed = `${(rowCount / spread(timings.ours).median / 1000).toFixed(2)} M rows/s`
  const what = `${columns.length} columns, ${share * 100} % of the text needs quotes`
  return [
    atLeast(goal, times, {
      what: `${what}: against text guarded beforehand`,
      measured: speed,
      figure: ratios(timings.plain, timings.ours),
    }),
    atLeast(goal, times, {
      what: `${what}: against \`escape_formulas\``,
      measured: speed,
      figure: ratios(timings.escaping, timings.ours),
    }),
  ]
}

const figures: Figure[] = []
for (const columns of [exportColumns([]), exportColumns(extraColumns)]) {
  for (const share of [0.01, 0.1, 0.5]) figures.push(...(await compare(columns, share)))
}

await record({
  name: 'csv',
  about: `Throughput of the writer with the formula guard on against csv-stringify/sync, 1,000,000 rows as arrays in
batches of ${batchSize} (${distinctRows} different rows ten times), six columns and all ${exportColumns(extraColumns).length}; ${rounds} rounds. csv-stringify is
given \`record_delimiter: '\\r\\n'\` and the writer's \`quoted_match\`: once over text whose formulas were neutralised
beforehand (the bytes of both are compared and equal, and the guard is only in our time), once with its own
\`escape_formulas\`, which neutralises less.`,
  figures,
})
