/**
 * A month closed day by day: the days of both accounts of `settle-statement`, the month tied out, the chain verified, one day reopened and closed
 * again, the journal posted to the books, and one byte changed in the database, which `verify` names.
 * `npx tsx examples/close-month/main.ts`: on SQLite in memory, and the same in every run.
 */
import { styleFor } from '../collect-payments/text.js'
import { closeNovember } from './month.js'
import { isDone, printMonth } from './print.js'

const month = await closeNovember()
process.stdout.write(printMonth(month, styleFor(process.stdout, process.env['NO_COLOR'])))
if (!isDone(month)) process.exitCode = 1
