/**
 * November brought to its end: forty difficult lines of two statements, until none is open.
 * `npx tsx examples/settle-statement/main.ts`: in memory, and the same in every run. The decisions stand in `decisions.ts`.
 */
import { styleFor } from '../collect-payments/text.js'
import { settleNovember } from './november.js'
import { isDone, printNovember } from './print.js'

const november = await settleNovember()
process.stdout.write(printNovember(november, styleFor(process.stdout, process.env['NO_COLOR'])))
if (!isDone(november)) process.exitCode = 1
