import config from '../../vitest.config.js'

// `npm test`: what says the same of several storages runs over one of them; see test/support/databases/on-each.ts.
process.env['HP_STORAGES'] ??= 'one'

export default config
