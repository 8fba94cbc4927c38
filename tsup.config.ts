import { defineConfig, type Options } from 'tsup'

const entry = {
  index: 'src/index.ts',
  'desk/index': 'src/desk/index.ts',
  'http/index': 'src/http/index.ts',
  'providers/index': 'src/providers/index.ts',
  'repository/index': 'src/repository/index.ts',
  'sql/index': 'src/sql/index.ts',
  'statements/index': 'src/statements/index.ts',
  'testing/index': 'src/testing/index.ts',
  'webhooks/index': 'src/webhooks/index.ts',
}

const shared: Options = {
  entry,
  target: 'node20',
  dts: true,
  // Without splitting each CJS entry would carry its own copy of the error class.
  splitting: true,
  // Bundlers and other runtimes know a module of Node by its prefix.
  removeNodeProtocol: false,
}

// Two builds at once: what was built before is removed by the script, not by one of them.
export default defineConfig([
  {
    ...shared,
    format: 'esm',
    // The command line is a program, which no one imports: it has no types, and is an ES module alone.
    entry: { ...entry, 'cli/main': 'src/cli/main.ts' },
    dts: { entry },
  },
  // @noble/hashes is an ES module only, which a bundler or Jest cannot require.
  { ...shared, format: 'cjs', noExternal: [/^@noble\//] },
])
