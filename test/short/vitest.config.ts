import config from '../../vitest.config.js'

// `npm test`: over one of several storages, and with fewer examples; see test/support/rounds.ts.
process.env['HP_SHORT'] ??= '1'

export default config
