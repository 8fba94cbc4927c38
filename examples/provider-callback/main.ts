/**
 * A provider's signed callback confirms a payment in the same transaction in which the hospital closes its own invoice.
 * `npx tsx examples/provider-callback/main.ts`: on PGlite, which is PostgreSQL within this process, so there is nothing
 * to install. It starts the server, plays the provider itself, prints the books, and ends. With pg, `onPool` takes the
 * place of `onPglite`: so the tests run it, with many connections at once.
 */
import { PGlite } from '@electric-sql/pglite'
import { layOut } from '../collect-payments/sections.js'
import { styleFor } from '../collect-payments/text.js'
import { disagreements, readBooks, readWorklist } from './books.js'
import { openHospital } from './hospital.js'
import { withPowerCuts } from './power-cut.js'
import { booksSection, scenesSection, verdictSection, worklistSection } from './print.js'
import { providerFor } from './provider.js'
import { playScenes } from './scenes.js'
import { serve } from './server.js'
import { onPglite } from './storage.js'

const database = await PGlite.create()
const storage = withPowerCuts(onPglite(database))
const hospital = await openHospital(storage)

// Yours come from where you keep secrets. Two, while the provider changes from the old one to the new one.
const [newSecret, oldSecret] = ['the new secret of this example', 'the old secret of this example']
const secrets = [newSecret, oldSecret]
const lines: string[] = []
const server = await serve({ hospital, provider: 'wegagen', secrets, log: (line) => void lines.push(line) })

const scenes = await playScenes({
  hospital,
  provider: providerFor(server.url, oldSecret),
  stranger: providerFor(server.url, 'what a stranger made up'),
  failPower: () => storage.cutBefore(/^UPDATE invoices/),
})
await server.close()

const style = styleFor(process.stdout, process.env['NO_COLOR'])
const books = await readBooks(hospital)
const sections = [
  scenesSection(scenes),
  { title: 'The last lines of the log', lines: lines.slice(-3) },
  worklistSection(await readWorklist(hospital)),
  booksSection(books),
  verdictSection(books, style),
]
process.stdout.write(layOut(sections, style))
await database.close()
process.exitCode = disagreements(books).length > 0 ? 1 : 0
