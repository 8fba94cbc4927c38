import { eraseTenant } from '../../sql/index.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { throwAsUsage, UsageError } from '../failures.js'
import { counted } from '../output.js'
import { settingsOf } from '../service.js'

const { 'time-zone': _, ...ofDatabase } = databaseOptions

export const eraseTenantCommand: Command = {
  name: 'erase-tenant',
  summary: 'delete everything of one tenant, for good: payments, lines, histories, closings',
  about: [
    'Write it to a file with export-tenant first. Nothing brings it back. Tables of archive are erased by another call,',
    'with their --table-prefix.',
  ],
  options: {
    confirm: { value: 'NAME', help: 'the name of the tenant again: without it nothing is deleted' },
    ...ofDatabase,
  },
  examples: ['erase-tenant --tenant ward-4 --confirm ward-4'],
  async run({ args, output, connect }) {
    const { tenant, tablePrefix } = settingsOf(args)
    if (tenant === undefined)
      throw new UsageError('Give --tenant, such as --tenant ward-4: no tenant is erased by default.')
    const confirm = args.text('confirm')
    if (confirm !== tenant)
      throw new UsageError('This deletes everything of the tenant. To do it, give its name again with --confirm.')
    const { database } = await connect()
    const { rows } = await eraseTenant(database, { tenant, confirm, tablePrefix }).catch(throwAsUsage)
    if (output.isJson) return output.json({ rows })
    return output.lines([`Deleted ${counted(rows, 'row')} of the tenant ${tenant}.`])
  },
}
