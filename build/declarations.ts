/**
 * Writes the types of `dist/`. The compiler writes the declarations of the sources once, and tsup puts them together: from the
 * sources, and once for each format, it takes eight times as long.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'tsup'
import { entry } from './entries.js'

const declarations = 'dist/declarations'

// `npm run typecheck` checks the sources.
const options = ['--noCheck', '--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', declarations]
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'build/tsconfig.json', ...options], {
  stdio: 'inherit',
})

const declarationOf = (path: string) => path.replace(/^src\//, `${declarations}/`).replace(/\.ts$/, '.d.ts')
const declarationEntry = Object.fromEntries(Object.entries(entry).map(([name, path]) => [name, declarationOf(path)]))
await build({ config: false, entry: declarationEntry, dts: { only: true, entry: declarationEntry }, format: 'esm' })
rmSync(declarations, { recursive: true })

// `require` finds the same types, in files that are modules of CommonJS by their names.
for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.d.ts'),
)) {
  const text = readFileSync(join('dist', name), 'utf8').replaceAll(/(['"])(\.\.?\/[^'"\n]+)\.js\1/g, '$1$2.cjs$1')
  writeFileSync(join('dist', name.replace(/\.d\.ts$/, '.d.cts')), text)
}
