import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const source = (path: string) => here(`src/${path}`)

// Results must not depend on the host's zone; CI runs the suite again under zones west and east of UTC.
process.env['TZ'] ??= 'UTC'

// Read by Node when it starts, so by the workers: webhooks go to https servers of the tests, whose authority nobody else knows.
process.env['NODE_EXTRA_CA_CERTS'] = here('test/support/webhooks/ca.pem')

export default defineConfig({
  resolve: {
    alias: [
      { find: /^hospital-payments$/, replacement: source('index.ts') },
      { find: /^hospital-payments\/http$/, replacement: source('http/index.ts') },
      { find: /^hospital-payments\/statements$/, replacement: source('statements/index.ts') },
      { find: /^hospital-payments\/testing$/, replacement: source('testing/index.ts') },
      { find: /^hospital-payments\/repository$/, replacement: source('repository/index.ts') },
      { find: /^hospital-payments\/sql$/, replacement: source('sql/index.ts') },
      { find: /^hospital-payments\/webhooks$/, replacement: source('webhooks/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/package/**', 'test/cluster/**'],
    // No test measures time; on a busy machine the longer ones need more than the five seconds of the default.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // By itself vitest leaves a core idle, and most of the long files wait for a database: on two cores, half the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Starts nothing before a test asks for a database.
    globalSetup: [here('test/support/databases/shared-postgres.ts')],
    coverage: { provider: 'v8', include: ['src/**/*.ts'] },
  },
})
