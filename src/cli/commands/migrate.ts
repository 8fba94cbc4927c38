import { migrate } from '../../sql/index.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'

const { database, 'table-prefix': tablePrefix } = databaseOptions

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'make the tables, or bring them up to date',
  about: [
    'Any number may run at once; each change is made once. Run it when a release is installed.',
    'A SQLite file that is not there is made.',
  ],
  options: {
    database,
    'table-prefix': tablePrefix,
    'no-guards': { help: 'leave out the triggers that refuse to change the history, where you may make none' },
    'wait-seconds': { value: 'N', help: 'how long it may take, waiting for others included; default 60' },
  },
  examples: [
    'migrate --database postgres://hospital@db.internal/billing',
    'HP_DATABASE_URL=mysql://hospital@db.internal/billing migrate',
    'migrate --database hospital.db',
  ],
  async run({ args, output, connect }) {
    const seconds = args.count('wait-seconds')
    const { database } = await connect({ create: true })
    const { applied } = await migrate(database, {
      tablePrefix: args.setting('table-prefix', 'HP_TABLE_PREFIX'),
      guards: !args.isOn('no-guards'),
      ...(seconds !== undefined && { lockTimeoutMs: seconds * 1000 }),
    })
    if (output.isJson) return output.json({ applied })
    const lines = applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['The tables are up to date.']
    return output.lines(lines)
  },
}
