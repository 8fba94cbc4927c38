import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vitest/config'
import base from '../../vitest.config.js'
import { folders } from './folders.js'

const folder = folders[process.env['HP_FOLDER'] ?? 'domain']!

/** For Stryker: the tests of one folder. Bounded work is measured in steps, which mutants that loop would never end. */
export default mergeConfig(base, {
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: folder.tests,
    exclude: ['**/*bounded*', '**/*bounds*', '**/readers.test.ts', '**/properties/**', '**/real-files*'],
  },
})
