import { defineConfig } from 'vitest/config'
import { servers, shared } from '../../vitest.config.js'

// Over a Citus cluster that HP_TEST_CITUS_URL leads to: no registry has Citus, so this is run by hand before a release.
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    globalSetup: servers,
    include: ['test/citus/**/*.test.ts'],
    fileParallelism: false,
  },
})
