import { exportTenant } from '../../sql/index.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { asUsage, settingsOf } from '../service.js'

const { 'time-zone': _, ...options } = databaseOptions

export const exportTenantCommand: Command = {
  name: 'export-tenant',
  summary: 'write everything of one tenant as lines of JSON to standard output, as of one instant',
  about: [
    'import-tenant reads them into another database, also of another kind. They have names and phone numbers: keep the',
    'file as secret as the database.',
  ],
  options,
  examples: ['export-tenant --tenant ward-4 > ward-4.jsonl'],
  async run({ args, io, output, connect }) {
    const { tenant = 'default', tablePrefix } = settingsOf(args)
    const { database } = await connect()
    const lines = asUsage(() => exportTenant(database, { tenant, tablePrefix, signal: io.signal }))
    for await (const line of lines) await output.data(line)
  },
}
