/** Programs in TypeScript as one file of JavaScript each: a process starts on it in a fifth of the time that tsx takes. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { keep } from './kept-file.js'

/** A program that no file holds; what it imports is found from `folder`. */
export interface Source {
  readonly contents: string
  readonly folder: string
}

/** A plugin by which a program finds what lies beside its sources. */
const addresses: Plugin = {
  name: 'addresses of sources',
  setup({ onLoad }) {
    onLoad({ filter: /\/(src|test|examples)\/.*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }))
  },
}

/** ES modules of many files: to find each of them takes longer than to read it. Drivers and their like stay where they are. */
const included = /^(zod|date-fns|csv-stringify|@date-fns\/utc|@noble\/hashes)(\/|$)/

const otherPackages: Plugin = {
  name: 'packages that are not included',
  setup({ onResolve }) {
    // A path, or a name of the library, which the options of the compiler lead to its sources.
    const isOwn = (path: string) => /^(\.|\/|hospital-payments(\/|$))/.test(path)
    onResolve({ filter: /./ }, ({ path }) => (isOwn(path) || included.test(path) ? null : { path, external: true }))
  },
}

async function written(key: string, source: URL | Source): Promise<string> {
  const { outputFiles } = await build({
    ...('contents' in source
      ? { stdin: { contents: source.contents, resolveDir: source.folder, loader: 'ts' } }
      : { entryPoints: [fileURLToPath(source)] }),
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    bundle: true,
    platform: 'node',
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: [addresses, otherPackages],
    write: false,
  })
  return keep(`${createHash('sha256').update(key).digest('hex').slice(0, 16)}.mjs`, outputFiles[0]!.text)
}

const files = new Map<string, Promise<string>>()

/** Returns the path of the program as one file. */
export function programFile(source: URL | Source): Promise<string> {
  const key = source instanceof URL ? source.href : source.contents
  const file = files.get(key) ?? written(key, source)
  files.set(key, file)
  return file
}
