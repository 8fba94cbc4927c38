import { defineConfig, type Options } from 'tsup'
import { entry } from './build/entries.js'

const shared: Options = {
  entry,
  target: 'node20',
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
  },
  // @noble/hashes is an ES module only, which a bundler or Jest cannot require.
  { ...shared, format: 'cjs', noExternal: [/^@noble\//] },
])
