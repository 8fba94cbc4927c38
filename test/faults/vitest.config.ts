import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.js'

// The suites that try faults and races, as often as our goals say: half an hour, where `npm test` takes a few rounds of each.
process.env['HP_LONG'] = '1'
process.env['HP_SEQUENCES'] ??= '1000'

// Not merged: that would add to the files of the base instead of choosing among them.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: [
      'test/sql/**/*.test.ts',
      'test/reconciliation-storage/**/*.test.ts',
      'test/reconciliation/properties/**/*.test.ts',
      'test/reliability/**/*.test.ts',
      'test/http/openapi/**/*.test.ts',
    ],
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
    // One at a time: each has the machine to itself.
    fileParallelism: false,
  },
})
