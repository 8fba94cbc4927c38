/** Month's end: the sample without arguments, or any statement file. */
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FileJob, readArguments } from './arguments.js'
import { printFile } from './print-file.js'
import { printSample, sampleAgrees } from './print-sample.js'
import { reconcileFile } from './reconcile-file.js'
import { reconcileSample } from './sample.js'
import { printable, styleFor } from './text.js'
import { help, UsageError } from './usage.js'

const style = styleFor(process.stdout, process.env['NO_COLOR'])
const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const displayPath = (path: string) => relative(process.cwd(), path)

function finish(text: string, agrees: boolean): void {
  process.stdout.write(text)
  if (!agrees) process.exitCode = 1
}

async function sampleJob(out: string, database: string | undefined): Promise<void> {
  const month = await reconcileSample(out, database)
  const written = [...month.accounts.map(({ csv }) => csv), join(out, 'payments-october.csv')].map(displayPath)
  finish(await printSample(month, written, style), sampleAgrees(month))
  month.close()
}

async function fileJob(job: FileJob, csv: string): Promise<void> {
  const file = await reconcileFile(job, csv, process.stderr)
  const { timeZone, apply } = job
  const facts = { name: printable(basename(job.file)), timeZone, apply, csv: displayPath(csv) }
  finish(printFile(file, facts, style), file.run?.agrees ?? true)
}

try {
  const command = readArguments(process.argv.slice(2))
  if (command.name === 'help') console.log(help)
  if (command.name === 'sample') await sampleJob(command.out ?? beside('out'), command.database)
  if (command.name === 'file') await fileJob(command, command.out ?? beside('out/reconciliation.csv'))
} catch (error) {
  const usage = error instanceof UsageError
  console.error(error instanceof Error ? error.message : error)
  if (usage) console.error('npx tsx examples/reconcile-statement/main.ts --help shows how.')
  process.exitCode = usage ? 2 : 1
}
