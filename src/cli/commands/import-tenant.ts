import { importTenant } from '../../sql/index.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { throwAsUsage, UsageError } from '../failures.js'
import { counted } from '../output.js'
import { settingsOf } from '../service.js'
import { inputOf } from '../statement-file.js'

const { 'time-zone': _, tenant: __, ...options } = databaseOptions

/** Cuts text that comes in pieces into its lines. */
async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  yield rest + decoder.decode()
}

export const importTenantCommand: Command = {
  name: 'import-tenant',
  summary: 'store a tenant from the lines that export-tenant wrote: all of it, or nothing',
  about: ['The tenant is the one of the file. One of which anything is stored is refused: erase-tenant erases it.'],
  operand: { name: 'FILE', help: 'the lines of export-tenant; - is standard input' },
  options,
  examples: ['import-tenant ward-4.jsonl --database mysql://hospital@db.internal/billing'],
  async run({ args, io, output, connect }) {
    const path = args.operand
    if (path === undefined) throw new UsageError('A FILE is required, such as: import-tenant ward-4.jsonl')
    const { tablePrefix } = settingsOf(args)
    const { database } = await connect()
    const imported = await importTenant(database, linesOf(inputOf(path, io)), { tablePrefix }).catch(throwAsUsage)
    if (output.isJson) return output.json(imported)
    return output.lines([`Stored ${counted(imported.rows, 'row')} of the tenant ${imported.tenant}.`])
  },
}
