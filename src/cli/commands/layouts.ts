import { layoutNotFound } from '../../domain/not-found.js'
import type { HospitalPayments } from '../../service.js'
import type { CsvMapping } from '../../statements/index.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { UsageError } from '../failures.js'
import { printable } from '../output.js'
import { pagesOf } from '../pages.js'
import { printPages } from '../print-pages.js'
import { mappingOf } from '../statement-file.js'

type Layout = NonNullable<Awaited<ReturnType<HospitalPayments['layouts']['get']>>>

const header = ['name', 'version', 'by', 'since']
const align = 'lrll'

function rowOf({ name, version, createdBy, createdAt }: Layout): string[] {
  return [name, String(version), printable(createdBy), createdAt]
}

/** Stores a mapping under a new name, or in the place of the one that has it. */
async function stored(
  { layouts }: HospitalPayments,
  { name, mapping, actor }: { name: string; mapping: CsvMapping; actor: string },
): Promise<Layout> {
  return (await layouts.get(name))
    ? layouts.replace(name, { mapping }, { actor })
    : layouts.create({ name, mapping }, { actor })
}

export const layoutsCommand: Command = {
  name: 'layouts',
  summary: 'list the stored layouts of CSV files and spreadsheets, write one as JSON, or store one',
  about: [
    'With NAME it writes the mapping as JSON: a FILE.json that import --layout reads. With --store it stores the mapping of',
    'such a file under NAME; of a name that is taken it makes the next version.',
  ],
  operand: { name: 'NAME', help: 'the layout; left out: all' },
  options: {
    store: { value: 'FILE.json', help: 'the mapping to store under NAME' },
    actor: { value: 'NAME', help: 'who stores it; required with --store' },
    ...databaseOptions,
  },
  examples: ['layouts', 'layouts cbe > cbe.json', 'layouts cbe --store cbe.json --actor amina'],
  async run({ args, io, output, payments }) {
    const name = args.operand
    const file = args.text('store')
    if (file !== undefined && name === undefined)
      throw new UsageError('NAME is required with --store, such as: layouts cbe --store cbe.json --actor amina')
    if (file === undefined && args.has('actor')) throw new UsageError('--actor is for --store.')
    if (name === undefined) {
      const { layouts } = await payments()
      const pages = pagesOf((page) => layouts.list(page))
      return printPages(output, pages, { align, header, rowsOf: (layout) => [rowOf(layout)], none: 'No layouts.' })
    }
    if (file !== undefined) {
      const call = {
        name,
        mapping: await mappingOf(file, io.folder, '--store'),
        actor: args.required('actor', 'amina'),
      }
      const layout = await stored(await payments(), call)
      if (output.isJson) return output.json(layout)
      return output.lines([`Stored ${layout.name}, version ${layout.version}.`])
    }
    const layout = await (await payments()).layouts.get(name)
    if (!layout) throw layoutNotFound(name)
    return output.json(layout.mapping)
  },
}
