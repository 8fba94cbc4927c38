/** `exportCsv` end to end over the in-memory repository: its speed, and its memory when the reader is slow. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { stringify } from 'csv-stringify/sync'
import { interleave, ratios, spread } from './support/measure.js'
import { hospital } from './support/payments.js'
import { atLeast, atMost, record, times, withoutGoal } from './support/results.js'

const [few, many] = [100_000, 1_000_000]
const rounds = 5
const maxMegabytes = 60

const megabytes = (value: number) => `${value.toFixed(1)} MB`

/** Measures in another process, so that nothing but one repository and one export is in its memory. */
function peaks(count: number): { resident: number; heap: number } {
  const script = fileURLToPath(new URL('./support/export-peak.ts', import.meta.url))
  const flags = ['--expose-gc', '--max-old-space-size=12000', '--import', 'tsx']
  return JSON.parse(
    execFileSync(process.execPath, [...flags, script, String(count)], { encoding: 'utf8' }),
  ) as ReturnType<typeof peaks>
}

const memory = [few, many].map((count) => ({ count, ...peaks(count) }))

const { payments, repository } = await hospital(many)
const fields = ['id', 'reference', 'amount', 'currency', 'status', 'paidAt'] as const
const scan = () => repository.scan({ by: 'createdAt', fields })

async function bytesOf(pieces: AsyncIterable<string>): Promise<number> {
  let bytes = 0
  for await (const piece of pieces) bytes += Buffer.byteLength(piece)
  return bytes
}

async function* throughCsvStringify(): AsyncGenerator<string> {
  for await (const batch of scan()) {
    yield stringify(
      batch.map((row) => [...row]),
      { record_delimiter: '\r\n', escape_formulas: true },
    )
  }
}

const timings = await interleave(rounds, {
  export: () => bytesOf(payments.exportCsv()),
  peer: () => bytesOf(throughCsvStringify()),
  scan: async () => {
    for await (const batch of scan()) void batch
  },
})

const rate = (milliseconds: readonly number[]) => `${(many / spread(milliseconds).median / 1000).toFixed(2)} M rows/s`

await record({
  name: 'csv-export',
  about: `\`exportCsv\` of the six columns from the in-memory repository, ${rounds} rounds of 1,000,000 rows; and the peak memory over
that of the filled repository, in a process of its own, with a reader that takes a pause after each piece and stops for
a second on the way, sampled after every piece.`,
  figures: [
    atLeast(1, times, {
      what: 'speed against the same scan through csv-stringify (`escape_formulas`)',
      measured: rate(timings.export),
      figure: ratios(timings.peer, timings.export),
    }),
    withoutGoal(times, {
      what: 'speed against the scan alone, nothing written',
      measured: `scan: ${rate(timings.scan)}`,
      figure: ratios(timings.scan, timings.export),
    }),
    ...memory.flatMap(({ count, resident, heap }) => [
      atMost(maxMegabytes, megabytes, {
        what: `peak heap over the repository, garbage included, ${count} rows`,
        figure: spread([heap]),
      }),
      withoutGoal(megabytes, { what: `peak resident memory over it, ${count} rows`, figure: spread([resident]) }),
    ]),
  ],
  notes: ['Resident memory hardly rises because filling the repository left pages that the export can use.'],
})
