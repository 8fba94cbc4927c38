import { archive } from '../../sql/index.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { throwAsUsage } from '../failures.js'
import { counted } from '../output.js'
import { settingsOf } from '../service.js'

export const archiveCommand: Command = {
  name: 'archive',
  summary: 'move closed months of one tenant to other tables of the same database',
  about: [
    'It moves payments about whose money nothing is left to decide, with their lines, refunds, waivers and receipts.',
    'Balances and closings stay. Read what was moved with --table-prefix of the other tables. A command that was cut',
    'short is completed by the next one.',
  ],
  options: {
    before: { value: 'DAY', help: 'months that end before this day are moved, such as 2024-01-01' },
    to: { value: 'PREFIX', help: 'the beginning of the names of the other tables, such as hp_2023_; they are made' },
    account: { value: 'NAME', help: 'only lines of this account, with the payments that they alone pay' },
    ...databaseOptions,
  },
  examples: ['archive --before 2024-01-01 --to hp_2023_ --time-zone Africa/Addis_Ababa'],
  async run({ args, io, output, connect }) {
    const { tenant = 'default', tablePrefix, timeZone = 'UTC' } = settingsOf(args)
    const [before, to] = [args.required('before', '2024-01-01'), args.required('to', 'hp_2023_')]
    const { database } = await connect()
    const options = { tenant, account: args.text('account'), before, to, timeZone, tablePrefix, signal: io.signal }
    const moved = await archive(database, options).catch(throwAsUsage)
    if (output.isJson) return output.json(moved)
    return output.lines([
      `Moved ${counted(moved.payments, 'payment')}, ${counted(moved.lines, 'line')} and ${counted(moved.events, 'event')} ` +
        `to the tables ${to}*.`,
    ])
  },
}
