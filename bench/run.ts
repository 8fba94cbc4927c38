/** `npm run bench` lists the benchmarks; with names, or `all`, it runs them one after the other. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const benchmarks: Readonly<Record<string, string>> = {
  startup: 'time to import the core, by dependency, and its size',
  csv: 'the CSV writer against csv-stringify',
  camt: 'readCamt of 60,000 entries against a bare pass of saxes: speed and memory',
  'csv-statement': 'readCsvStatement of 200,000 rows against a bare pass of csv-parse',
  'csv-export': 'exportCsv of a million payments: speed and memory',
  'memory-repository': 'the in-memory repository at a million payments against ten thousand',
  history: 'importHistory into PostgreSQL against COPY of the same rows',
  attempts: 'attempts that are started and checked, against a bare row and fetch, over memory and each database',
  counter: 'cash.take against confirmPayment, over memory and each database',
  'sql-create': 'createPayment on PostgreSQL and SQLite against bare inserts',
  'bulk-create': 'groups of new payments in PostgreSQL, MariaDB and SQLite against single ones and bare rows',
  'sql-read': 'report pages and look-ups in PostgreSQL, MariaDB and SQLite against page 1 and bare queries',
  'sql-export': 'exportCsv from PostgreSQL, MariaDB and SQLite against COPY: speed, memory, release',
  reconcile: 'statements of 100,000 and a million lines against COPY and a full join: speed and memory',
  'bulk-changes': 'statements that are applied and expireDue, against set-based transactions for the same rows',
  relay: 'deliverEvents with a send that does nothing, against bare claims with and without a DELETE an event',
  'on-paper':
    'the size of a hundred million payments in PostgreSQL, and the depth of its indexes, from ten thousand to a million',
  'ten-million': 'ten million payments in PostgreSQL against one million: pages, totals, create, export',
  desk: 'every page of the finance desk beside a million payments in PostgreSQL against its calls of the service; its assets',
  finance: 'a million statement lines and payments in PostgreSQL: lines.list, payments.search, lines.suggest',
  'event-loop': 'how long any public function keeps the event loop from other work, over memory and SQLite',
  http: 'the HTTP interface under load, against routes of Fastify written by hand',
  tenants:
    'services of 10,000 tenants: memory and time; the statements and times by which a worker finds those that wait',
  'many-hospitals':
    'tables with partitions by tenant, and writes by simple statements, against plain tables in PostgreSQL',
  medusa: 'creating and listing payments in PostgreSQL against the payment module of Medusa',
}

const names = process.argv[2] === 'all' ? Object.keys(benchmarks) : process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(benchmarks, name))

if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`No such benchmark: ${unknown.join(', ')}\n`)
  console.log('npm run bench -- NAME … | all\n')
  for (const [name, what] of Object.entries(benchmarks)) console.log(`  ${name.padEnd(20)}${what}`)
  process.exitCode = unknown.length > 0 ? 1 : 0
} else
  for (const name of names) {
    // A process of its own each: what one leaves in the heap would slow the next.
    const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
    const flags = ['--expose-gc', '--max-old-space-size=12000', '--import', 'tsx']
    const { status } = spawnSync(process.execPath, [...flags, script], { cwd: import.meta.dirname, stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
  }
