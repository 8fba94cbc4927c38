/** The main job: `npm start` for the sample, `npm start -- FILE --map ...` for a file of collected payments. */
import { readFile } from 'node:fs/promises'
import { basename, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readArguments } from './arguments.js'
import { allAgree, type Counted, countEverywhere } from './check.js'
import { collectFile } from './collect-file.js'
import { collectSample } from './collect-sample.js'
import type { FileFormat } from './file-format.js'
import { printFile } from './print-file.js'
import { printSample } from './print-sample.js'
import { styleFor } from './text.js'
import { help, UsageError } from './usage.js'
import { writeCsv } from './write-csv.js'

const style = styleFor(process.stdout, process.env['NO_COLOR'])
const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const displayPath = (path: string) => relative(process.cwd(), path)

function finish(text: string, counted: readonly Counted[]): void {
  process.stdout.write(text)
  if (!allAgree(counted)) process.exitCode = 1
}

async function sampleJob(csv: string): Promise<void> {
  const [invoices, callbacks] = await Promise.all([
    readFile(beside('data/invoices.csv'), 'utf8'),
    readFile(beside('data/callbacks.csv'), 'utf8'),
  ])
  const week = await collectSample(invoices, callbacks)
  await writeCsv(week.payments, csv)
  const counted = await countEverywhere(week.payments, week.created, csv)
  finish(await printSample(week, counted, displayPath(csv), style), counted)
}

async function fileJob(file: string, format: FileFormat, csv: string): Promise<void> {
  const name = basename(file).normalize()
  const text = new TextDecoder(format.encoding, { fatal: true }).decode(await readFile(file))
  const collected = await collectFile(text, name, format)
  await writeCsv(collected.payments, csv)
  const counted = await countEverywhere(collected.payments, collected.created, csv)
  finish(
    await printFile(collected, { name, timeZone: format.timeZone, csv: displayPath(csv) }, counted, style),
    counted,
  )
}

try {
  const command = readArguments(process.argv.slice(2))
  if (command.name === 'help') console.log(help)
  if (command.name === 'sample') await sampleJob(command.out ?? beside('out/payments.csv'))
  if (command.name === 'file') await fileJob(command.file, command.format, command.out ?? beside('out/payments.csv'))
} catch (error) {
  const usage = error instanceof UsageError
  console.error(error instanceof Error ? error.message : error)
  if (usage) console.error('npm start -- --help shows how.')
  process.exitCode = usage ? 2 : 1
}
