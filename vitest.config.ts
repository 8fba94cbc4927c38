import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))

// Results must not depend on the host's zone; CI runs the suite again under zones west and east of UTC.
process.env['TZ'] ??= 'UTC'

export default defineConfig({
  resolve: {
    alias: [
      { find: /^hospital-payments$/, replacement: source('index.ts') },
      { find: /^hospital-payments\/testing$/, replacement: source('testing/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/package/**'],
    // No test measures time; on a busy machine the longer ones need more than the five seconds of the default.
    testTimeout: 60_000,
    coverage: { provider: 'v8', include: ['src/**/*.ts'] },
  },
})
