import { defineConfig } from 'vitest/config'
import { servers, shared } from '../../vitest.config.js'
import { folders } from './folders.js'

const folder = folders[process.env['HP_FOLDER'] ?? 'domain']!

/** For Stryker: the quick tests of one folder. Those left out read files as they stand, or play everything many times over. */
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    ...(folder.integration && { globalSetup: servers }),
    isolate: false,
    include: folder.tests,
    exclude: ['**/*.slow.test.ts', ...(folder.integration ? [] : ['**/*.integration.test.ts']), '**/properties/**'],
  },
})
