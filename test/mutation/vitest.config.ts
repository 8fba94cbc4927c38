import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { servers, shared } from '../../vitest.config.js'
import { folders } from './folders.js'

process.env['HP_MUTATING'] = '1'

const folder = folders[process.env['HP_FOLDER'] ?? 'domain']!
const isLoaded = process.env['HP_RUNNER'] !== 'vitest'
const path = (name: string) => resolve('test/mutation/loaded', name)

// Tests then import that file as `vitest`.
const alias = [...shared.resolve.alias, { find: /^vitest$/, replacement: path('vitest-in-a-worker.ts') }]

/** For Stryker: the quick tests of one folder. Those left out read files as they stand, or play everything many times over. */
export default defineConfig({
  ...shared,
  ...(isLoaded && { resolve: { alias } }),
  test: {
    ...shared.test,
    ...(folder.integration && { globalSetup: servers }),
    ...(isLoaded && { runner: path('worker.ts') }),
    setupFiles: [...shared.test.setupFiles, path('quick-properties.ts')],
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    include: folder.tests,
    exclude: [
      ...(folder.slow ? [] : ['**/*.slow.test.ts']),
      ...(folder.integration ? [] : ['**/*.integration.test.ts']),
      '**/properties/**',
    ],
  },
})
