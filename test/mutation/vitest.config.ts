import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.config.js'

/**
 * For Stryker: the unit tests, so that a mutant is found in a second. Those left out run everything many times over
 * (races, simulations) or read files as they stand.
 */
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    include: ['test/**/*.test.ts'],
    exclude: [
      'test/**/*.{integration,slow}.test.ts',
      'test/{cluster,docs,package,reliability,sql,support}/**',
      'test/{architecture,projects}.test.ts',
    ],
  },
})
