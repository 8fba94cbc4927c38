import { defineConfig } from 'vitest/config'
import { servers, shared } from '../../vitest.config.js'

// The tests of storages over PostgreSQL alone, whose tables have partitions by tenant and are written to by simple statements.
process.env['HP_DISTRIBUTED'] = 'partitions'

export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    globalSetup: servers,
    include: [
      'test/sql/partitions/*.test.ts',
      'test/sql/conformance*.test.ts',
      'test/sql/finance/conformance*.test.ts',
      'test/sql/model/*.test.ts',
      'test/sql/races.slow.test.ts',
      'test/sql/groups.slow.test.ts',
      'test/sql/large-groups.slow.test.ts',
      'test/sql/connections/lock-waits.slow.test.ts',
      'test/sql/attempts/*.test.ts',
      'test/sql/cash/*.test.ts',
      'test/sql/payers/*.test.ts',
      'test/sql/reports/*.test.ts',
      'test/sql/crash/killed-*.slow.test.ts',
      'test/sql/events/*.test.ts',
      'test/sql/export/snapshot.slow.test.ts',
      'test/sql/faults/{broken-behind,cut-statements,lasting-errors,passing-errors}.slow.test.ts',
      'test/repository/aggregates/*.integration.test.ts',
      'test/operations/**/same-everywhere.slow.test.ts',
      'test/reliability/erasure.integration.test.ts',
    ],
    maxWorkers: 3,
  },
})
