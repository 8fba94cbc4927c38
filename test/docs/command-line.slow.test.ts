/** docs/command-line.md: its commands are typed, one after the other, in a folder with a project's packages. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOptions } from '../../src/cli/arguments.js'
import { exitCodes } from '../../src/cli/failures.js'
import { commands } from '../../src/cli/run.js'
import { fencesOf } from './support/fences.js'
import { read, root } from './support/paths.js'
import { tableIn } from './support/tables.js'
import { programFile } from '../support/program-file.js'

const document = 'docs/command-line.md'
const page = read(document)
const [typed = ''] = fencesOf(document, page)
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => text)
const oldPayments = fencesOf(document, page).find(({ text }) => text.startsWith('id,reference,'))!.text
const [first = '', ...lines] = typed.split('\n')
const unquoted = (cell: string) => cell.replaceAll('`', '')

describe('docs/command-line.md: the commands', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hospital-payments-cli-'))
    symlinkSync(`${root}/node_modules`, join(folder, 'node_modules'))
    copyFileSync(`${root}/test/statements/samples/mpesa-organisation.csv`, join(folder, 'mpesa.csv'))
    writeFileSync(
      join(folder, 'worker.mjs'),
      "export default { send: async () => process.kill(process.pid, 'SIGTERM'), everyMs: 100 }\n",
    )
    writeFileSync(
      join(folder, 'providers.mjs'),
      `const noAnswer = async () => ({ state: 'unknown' })
      export default {
        fake: {
          ...{ name: 'fake', account: 'fake', startIsIdempotent: false, start: noAnswer, status: noAnswer },
          async *list() {
            const facts = { valueDate: '2026-11-18', reference: 'INV-1', providerTransactionId: 'FK00000001' }
            yield { row: 1, direction: 'credit', amount: 500, currency: 'KES', ...facts }
          },
        },
      }`,
    )
    writeFileSync(join(folder, 'old-payments.csv'), oldPayments)
    // The worker ends when it has an event in hand; nothing else on the page makes a payment.
    writeFileSync(
      join(folder, 'bill.mts'),
      `import Database from 'libsql'
      import { createHospitalPayments, textChannel } from '${root}/src/index.ts'
      import { fromSqlite, sqlRepository } from '${root}/src/sql/index.ts'
      const repository = sqlRepository(fromSqlite(new Database('hospital.db')))
      const payments = createHospitalPayments({ repository, channels: { till: textChannel('Pay {reference}.') } })
      await payments.createPayment({ amount: 100000000, currency: 'KES', reference: 'INV-2026-0101', channel: 'till' })`,
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const tsx = import.meta.resolve('tsx')
  let program: string
  beforeAll(async () => {
    program = `${process.execPath} ${await programFile(new URL('../../src/cli/main.ts', import.meta.url))}`
  })
  const limited = (command: string) => (/ desk /.test(command) ? `timeout 10 ${command} || [ $? = 124 ]` : command)
  const type = (command: string) =>
    // The desk ends when it is asked to, as the time limit does.
    execFileSync('sh', ['-c', `${first}\n${limited(command).replace('npx hospital-payments', program)}`], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    })

  const results: Readonly<Record<string, RegExp>> = {
    migrate: /^applied 0001_tables\n/,
    check: /ok +tables +up to date/,
    'import mpesa.csv --account mpesa-600600': /^PREVIEW: .*\n(.*\n)+To store it, run the same command with --apply\n$/,
    'import mpesa.csv --account mpesa-600600 --apply --actor amina': /^Imported as imp_/,
    'lines --status open': /unmatched_line/,
    'totals --basis paidAt': /till +succeeded +1 +1,000,000\.00 KES/,
    'export --from 2026-11-01 --to 2026-11-30 > november.csv': /^$/,
    'import-history old-payments.csv --actor migration --time-zone Africa/Nairobi':
      /^2 payments were stored; 0 rows were stored before\.\nAll rows that could be read: 1,400\.00 KES\.\n$/,
    'payer MRN-1042': /^Nothing is open, and there is no deposit\.\n$/,
    'payer MRN-1042 --statement':
      /^at +entry +amount +status +of\n2019-05-02T05:00:00\.000Z +payment +900\.00 KES +succeeded +OLD-1\n$/,
    attempts: /^No attempts wait for a person\.\n$/,
    'pull fake --from 2026-11-18 --providers providers.mjs':
      /^Imported as imp_\w+\. From the list of fake; 2026-11-18\.\n/,
    accounts: /mpesa-600600 +statement +763,245\.50 KES/,
    cash: /^No session is open\.\n/,
    'close --account mpesa-600600 --day 2026-11-18 --actor amina': /is closed: number 1 of this account, by amina/,
    'journal --from 2026-11-18 --to 2026-11-18 > journal.csv': /^$/,
    'audit --from 2026-11-18 --to 2026-11-18': /^(No events\.\n$|at +by )/,
    'erase --customer MRN-1042 --reason "asked for by letter 2026-118" --actor amina': /^1 payment was erased\.\n$/,
    'archive --before 2024-01-01 --to hp_2023_': /^Moved 1 payment, 0 lines and 1 event to the tables hp_2023_\*\.\n$/,
    'export-tenant > hospital.jsonl': /^$/,
    'migrate --database copy.db': /^applied 0001_tables\n/,
    'import-tenant hospital.jsonl --database copy.db': /^Stored [\d,]+ rows of the tenant default\.\n$/,
    'erase-tenant --tenant ward-4 --confirm ward-4': /^Deleted 0 rows of the tenant ward-4\.\n$/,
    'work worker.mjs': /^$/,
    'desk --actor amina --port 0': /^The finance desk: http:\/\/127\.0\.0\.1:\d+\/sign-in\/\S+\n.*as amina/,
  }

  it('print the results that the page shows', { timeout: 300_000 }, () => {
    expect(first).toMatch(/^export HP_DATABASE_URL=/)
    expect(lines.map((line) => line.replace('npx hospital-payments ', ''))).toEqual(Object.keys(results))
    for (const [i, line] of lines.entries()) {
      const output = type(line)
      expect([line, output]).toEqual([line, expect.stringMatching(Object.values(results)[i]!)])
      if (i === 0) execFileSync(process.execPath, ['--import', tsx, 'bill.mts'], { cwd: folder, stdio: 'pipe' })
    }
    expect(readFileSync(join(folder, 'november.csv'), 'utf8')).toMatch(/^paymentId,.*\r\npay_/)
  })
})

describe('docs/command-line.md: the tables', () => {
  it('have every command, option of the database and status', () => {
    const first = (header: string[]) => tableIn(page, header).map(([cell = '']) => unquoted(cell))
    expect(first(['Command', 'What it does'])).toEqual(commands.map(({ name }) => name))
    const options = Object.keys(databaseOptions).map((name) => `--${name}`)
    expect(first(['Option', 'Variable', 'Default', 'What it is'])).toEqual(options)
    expect(first(['Status', 'Meaning'])).toEqual(Object.values(exitCodes).map(String))
  })
})
