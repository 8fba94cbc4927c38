import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const entry = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

/** Sizes in kilobytes of gzip -9; one is 1,000 bytes. */
export interface BundleSize {
  /** The size of all that `import` loads. */
  readonly loaded: number
  /** The size of all that `import` and the first calls of its functions load. */
  readonly whole: number
}

/** Measures the built core with all that it imports but `external`, minified, in chunks as bundlers split it at `import()`. */
export async function bundleSize(external: readonly string[]): Promise<BundleSize> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outdir: 'out',
    absWorkingDir: '/',
    external: [...external],
    metafile: true,
    // esbuild leaves out chunks without side effects, and warns of it outside node_modules.
    logLevel: 'error',
    write: false,
  })
  const sizes = new Map(
    outputFiles.map(({ path, contents }) => [path.slice(1), gzipSync(contents, { level: 9 }).length / 1000]),
  )
  const loaded = new Set(['out/index.js'])
  for (const chunk of loaded) {
    for (const { path, kind, external } of metafile.outputs[chunk]!.imports) {
      if (kind === 'import-statement' && !external) loaded.add(path)
    }
  }
  const sum = (chunks: Iterable<string>) => [...chunks].reduce((total, chunk) => total + sizes.get(chunk)!, 0)
  return { loaded: sum(loaded), whole: sum(sizes.keys()) }
}
