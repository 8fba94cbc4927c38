import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vitest/config'
import base from '../../vitest.config.js'

// For Stryker: every test that is quick, so that a mutant is told in a second. The suites left out run everything many
// times over (races, simulations, broken repositories), read files as they stand or start other programs.
const leftOut = [
  'test/architecture.test.ts',
  'test/domain/csv/readers.integration.test.ts',
  'test/docs/**',
  'test/examples/**',
  'test/package/**',
  'test/reliability/**',
  'test/sql/**',
  'test/support/**',
  'test/testing/{broken,node,custom}*',
  // Their receiver's certificate is told to processes when they start, and Stryker runs threads.
  'test/webhooks/sender/**',
]

export default mergeConfig(base, {
  test: { root: fileURLToPath(new URL('../..', import.meta.url)), exclude: leftOut },
})
