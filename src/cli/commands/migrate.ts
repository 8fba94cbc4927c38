import { migrate, type MigrateOptions } from '../../sql/index.js'
import { databaseOptions } from '../arguments.js'
import type { Command } from '../command.js'
import { throwAsUsage } from '../failures.js'

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
    distribute: {
      value: 'HOW',
      help: 'citus or partitions: spread new tables by tenant, on PostgreSQL, in an empty database',
    },
    partitions: { value: 'N', help: 'how many partitions each table has, 1 to 1024; default 16' },
    'wait-seconds': { value: 'N', help: 'how long it may take, waiting for others included; default 60' },
  },
  examples: [
    'migrate --database postgres://hospital@db.internal/billing',
    'HP_DATABASE_URL=mysql://hospital@db.internal/billing migrate',
    'migrate --database hospital.db',
    'migrate --distribute partitions --partitions 64',
  ],
  async run({ args, output, connect }) {
    const seconds = args.count('wait-seconds')
    const partitions = args.count('partitions')
    const { database } = await connect({ create: true })
    const { applied } = await migrate(database, {
      tablePrefix: args.setting('table-prefix', 'HP_TABLE_PREFIX'),
      guards: !args.isOn('no-guards'),
      distribute: args.text('distribute') as MigrateOptions['distribute'],
      partitions,
      ...(seconds !== undefined && { lockTimeoutMs: seconds * 1000 }),
    }).catch(throwAsUsage)
    if (output.isJson) return output.json({ applied })
    const lines = applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['The tables are up to date.']
    return output.lines(lines)
  },
}
