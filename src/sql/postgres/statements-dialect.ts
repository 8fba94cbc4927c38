import { transactionalRowWrites } from '../core/aggregates/row-writes.js'
import type { Dialect } from '../core/dialect.js'
import { transactionalLineWrites } from '../core/finance/line-writes.js'
import { onConflict } from '../core/finance/upsert.js'
import { manyChanges } from '../core/many-changes.js'
import { transactionalWrites } from '../core/transactional-writes.js'
import type { WriteForm } from '../core/write-form.js'
import { postgres } from './dialect.js'

const { placeholders, finance } = postgres
const { rowLimits: limits, counted, forUpdate } = finance

const form: WriteForm = {
  alias: ' AS stored',
  locking: placeholders,
  writing: (text) => placeholders(text + counted),
}

const common = {
  limits,
  form,
  byKey: '',
  forUpdate,
  orUpdate: (...[key, columns, assigned]: Parameters<typeof onConflict>) =>
    onConflict(key, columns, assigned, 'stored.'),
}

/**
 * PostgreSQL with every write as simple statements in a transaction. Where an extension keeps each tenant on a server, it
 * sends each of them to that server alone; a statement that writes several tables it would run on all servers.
 */
export const postgresByStatements: Dialect = {
  ...postgres,
  writesInTransactions: true,
  writes: (settings) =>
    transactionalWrites({
      ...settings,
      ...common,
      manyChanges: manyChanges({ ...settings, ...common, perRow: 1 }),
    }),
  finance: {
    ...finance,
    lineWrites: (settings) => transactionalLineWrites({ ...settings, ...common }),
    rowWrites: (of, settings) => transactionalRowWrites(of, { ...settings, ...common }),
  },
  claim: null,
}
