import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.config.js'

// Several servers at once, started by the tests, that are killed, frozen and switched over. HP_LONG=1 makes them do it longer.
export default defineConfig({
  ...shared,
  test: {
    include: ['test/cluster/**/*.test.ts'],
    testTimeout: 900_000,
    hookTimeout: 180_000,
    // One at a time: what takes part in a cluster and does not answer in time is shut out of it.
    fileParallelism: false,
  },
})
