import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.js'

// Several servers at once, started by the tests, that are killed, frozen and switched over. HP_LONG=1 makes them do it longer.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/cluster/**/*.test.ts'],
    exclude: [],
    testTimeout: 900_000,
    hookTimeout: 180_000,
    // One at a time: what takes part in a cluster and does not answer in time is shut out of it.
    fileParallelism: false,
    globalSetup: [],
  },
})
