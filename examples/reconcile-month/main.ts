/**
 * November of three banks, from a spreadsheet, an OFX file and an archive of camt.053 files to the journal.
 * `npx tsx examples/reconcile-month/main.ts`: in memory, and the same in every run. With a folder as argument, it writes the
 * three files and the journal there, to try them in the desk.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { styleFor } from '../collect-payments/text.js'
import { sampleFiles } from './files.js'
import { reconcileNovember } from './month.js'
import { isDone, printNovember } from './print.js'

const november = await reconcileNovember()
const [folder] = process.argv.slice(2)
if (folder !== undefined) {
  mkdirSync(folder, { recursive: true })
  const files = [sampleFiles.xlsx, sampleFiles.ofx, sampleFiles.zip]
  for (const [at, { fileName }] of november.files.entries()) writeFileSync(join(folder, fileName), files[at]!)
  writeFileSync(join(folder, 'journal.csv'), november.journal)
}
process.stdout.write(printNovember(november, styleFor(process.stdout, process.env['NO_COLOR'])))
if (!isDone(november)) process.exitCode = 1
