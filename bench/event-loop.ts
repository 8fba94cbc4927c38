/**
 * P23: how long any public function keeps the event loop from other work, over memory and SQLite with 20,000 rows. P24: what days
 * take beside lines that changed since they were closed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHospitalPayments, type HospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { fakeProvider } from 'hospital-payments/testing'
import { createDesk } from 'hospital-payments/desk'
import type { FinanceRepository } from 'hospital-payments/repository'
import { fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import Database from 'libsql'
import { begin, type Call, everyCall } from '../test/support/every-function.js'
import { ratios, spread } from './support/measure.js'
import { atMost, record, times } from './support/results.js'

const rows = Number(process.env['HP_BENCH_ROWS'] ?? 20_000)
const rounds = Number(process.env['HP_BENCH_ROUNDS'] ?? 5)
const milliseconds = (value: number) => `${value.toFixed(0)} ms`

/** A block by the clock, and the processor time of the process meanwhile, which is its length where nothing else runs. */
interface Block {
  readonly clock: number
  readonly processor: number
}

const processorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Measures the longest times between two turns of the event loop while `work` is under way. */
async function maxBlock(work: () => Promise<unknown>): Promise<Block> {
  let peak: Block = { clock: 0, processor: 0 }
  let isOver = false
  await new Promise((resolve) => setImmediate(resolve))
  let [last, lastUsed] = [performance.now(), processorMs()]
  const note = () => {
    const [now, used] = [performance.now(), processorMs()]
    peak = {
      clock: Math.max(peak.clock, now - last),
      processor: Math.max(peak.processor, used - lastUsed),
    }
    ;[last, lastUsed] = [now, used]
  }
  const look = () => {
    note()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  note()
  return peak
}

const scopes = [
  ...(['reports:read', 'lines:read', 'lines:write', 'payments:write'] as const),
  ...(['refunds:request', 'refunds:approve', 'refunds:settle', 'days:close'] as const),
]
const month = 'from=2026-10-01&to=2026-10-25'
const deskPaths = [
  ...['/', `/lines?status=open`, '/lines?text=no+line', `/lines.csv?${month}`, '/payments', '/payments?text=abebe'],
  ...['/days', '/days/2026-10-02?account=cbe-1000', '/imports', '/refunds', '/reports', `/audit?${month}`],
  ...[`/audit?${month}&person=no-one`, `/audit.csv?${month}`],
]

/** Makes calls of the pages and files of the desk, each read to its end. */
function deskCalls(payments: HospitalPayments): Call[] {
  const desk = createDesk({ payments, authenticate: () => ({ actor: 'almaz', scopes }) })
  return deskPaths.map((path) => ({
    name: 'createDesk',
    what: path,
    async run() {
      const answer = await desk(new Request(`http://desk.bench${path}`))
      if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`)
      await answer.text()
    },
  }))
}

const measured = new Map<string, { blocks: Block[]; took: number[] }>()

async function measure(storage: string, repository: FinanceRepository): Promise<void> {
  let now = begin
  const clock = () => now
  const fake = fakeProvider({ clock })
  const payments = createHospitalPayments({
    repository,
    channels: { cash: textChannel('{reference}') },
    timeZone: 'Africa/Addis_Ababa',
    clock,
    defaultTtlMs: 86_400_000,
    providers: { fake },
  })
  const calls = everyCall({ payments, fake, rows, advance: (ms) => (now += ms) })
  // Before narrations are forgotten.
  calls.splice(-1, 0, ...deskCalls(payments))
  for (const { name, what, run } of calls) {
    const title = `${storage}: \`${name}\`${what === undefined ? '' : `, ${what}`}`
    const of = measured.get(title) ?? { blocks: [], took: [] }
    measured.set(title, of)
    gc!()
    const start = performance.now()
    of.blocks.push(await maxBlock(run))
    of.took.push(performance.now() - start)
  }
}

for (let round = 0; round < rounds; round++) {
  const directory = mkdtempSync(join(tmpdir(), 'hp-bench-'))
  try {
    const open = () => new Database(join(directory, 'hospital.db'))
    const handle = open()
    const database = fromSqlite(handle, { open })
    await migrate(database)
    await measure('memory', memoryRepository())
    await measure('SQLite', sqlRepository(database))
    handle.close()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

await record({
  name: 'event-loop',
  about: `The longest time for which a call keeps the event loop from any other work, with ${rows} payments and ${rows} statement
lines of 20 days: a function that runs in every turn of the loop notes how long it waited. The figure is the processor time that the
process (all of its threads) took between two turns, whatever else runs on the machine; measured: the longest by the clock, and how
long the call took in all. ${rounds} rounds, each with storages of their own; SQLite is libsql with a file and \`open\`.
`,
  figures: [
    ...Array.from(measured, ([what, { blocks, took }]) => {
      const clock = spread(blocks.map((block) => block.clock)).median
      return atMost(100, milliseconds, {
        what,
        measured: `${milliseconds(clock)}, of ${milliseconds(spread(took).median)}`,
        figure: spread(blocks.map(({ processor }) => processor)),
      })
    }),
    ...['memory', 'SQLite'].flatMap((storage) =>
      (
        [
          ['days.list', 'a fifth'],
          ['days.list', 'a line of each day'],
          ['days.month', 'a line of each day'],
          ['accounts.balance', 'a line of each day'],
          ['days.verify', 'a fifth'],
        ] as const
      ).map(([name, part]) => {
        const took = (what: string) => measured.get(`${storage}: \`${name}\`, ${what}`)!.took
        const [changed, unchanged] = [took(`${part} has changed`), took('nothing has changed')]
        return atMost(2, times, {
          what: `${storage}: \`${name}\`, 20 closed days: ${part}${part === 'a fifth' ? ' of the lines' : ''} has changed, against none`,
          measured: `${milliseconds(spread(changed).median)} (${milliseconds(spread(unchanged).median)})`,
          figure: ratios(changed, unchanged),
        })
      }),
    ),
  ],
  notes: [
    'Processor time counts the threads that collect garbage beside the call too, so that it may be more than the clock; other work on the machine lengthens the clock alone.',
    'One write is never cut: of a line whose money goes to 5,000 bills at once, the largest there is, SQLite takes 5,000 updates and 10,000 new rows in one transaction, over a handle that the host uses too, so that nothing may come between.',
  ],
})
