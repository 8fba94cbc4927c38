import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    'http/index': 'src/http/index.ts',
    'sql/index': 'src/sql/index.ts',
    'statements/index': 'src/statements/index.ts',
    'testing/index': 'src/testing/index.ts',
    'webhooks/index': 'src/webhooks/index.ts',
  },
  format: ['esm', 'cjs'],
  target: 'node20',
  dts: true,
  // Without splitting each CJS entry would carry its own copy of the error class.
  splitting: true,
  // Bundlers and other runtimes know a module of Node by its prefix.
  removeNodeProtocol: false,
  clean: true,
})
