import { defineConfig } from 'vitest/config'
import { servers, shared } from '../../vitest.config.js'

// The suites that try faults and races, as often as our goals say: half an hour, where `npm run test:all` takes a few rounds of each.
process.env['HP_LONG'] = '1'
process.env['HP_SEQUENCES'] ??= '1000'

export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    globalSetup: servers,
    include: [
      'test/sql/**/*.test.ts',
      'test/operations/lines/*.slow.test.ts',
      'test/reconciliation-storage/**/*.test.ts',
      'test/reconciliation/properties/**/*.test.ts',
      'test/reliability/**/*.test.ts',
      'test/testing/broken*.slow.test.ts',
      'test/http/openapi/**/*.test.ts',
    ],
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
    // One at a time: each has the machine to itself.
    fileParallelism: false,
  },
})
