import { copyFile, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleSize } from '../../bench/support/bundle-size.js'
import { installedFiles, nodeOf, packAndInstall, project, run, type Installed } from './installed.js'

let installed: Installed
let files: readonly { path: string; text: string }[]

beforeAll(async () => {
  installed = await packAndInstall()
  files = await installedFiles(installed)
})
afterAll(() => installed?.dispose())

const filesEnding = (ending: RegExp) => {
  const matches = files.filter(({ path }) => ending.test(path))
  expect(matches.length).toBeGreaterThan(0)
  return matches
}

const isNode = (name: string) => name.startsWith('node:') || builtinModules.includes(name)
const importsOf = (text: string) => ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)

describe('npm run build: the packed files', () => {
  it('are the build, the documents with their pictures, the examples, and LICENSE', () => {
    const others = files
      .map(({ path }) => path)
      .filter((path) => !/^examples\/[\w-]+\/(data\/)?[\w.-]+\.(ts|csv)$/.test(path))
      .filter((path) => !/^docs\/[\w-]+\.md$|^docs\/images\/[\w-]+\.png$|^dist\/.+\.(c?js|d\.c?ts)$/.test(path))
    expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'])
  })

  it('import modules of Node only where the first webhook that is sent loads them', () => {
    // The command line is a program of its own, which no entry loads.
    const importing = filesEnding(/\.c?js$/).filter(
      ({ path, text }) => !path.startsWith('dist/cli/') && importsOf(text).some(isNode),
    )
    expect(importing.map(({ path }) => path.replace(/-\w+\./, '.')).sort()).toEqual(['dist/node.cjs', 'dist/node.js'])
    for (const { path, text } of importing) {
      expect(importsOf(text).filter((name) => builtinModules.includes(name))).toEqual([])
      const name = path.replace('dist/', '')
      const mentions = filesEnding(/\.c?js$/).flatMap((file) => file.text.match(new RegExp(`.*${name}.*`, 'g')) ?? [])
      expect(mentions).toEqual([expect.stringMatching(/\bimport\(|Promise\.resolve\(\)\.then\(/)])
    }
  })

  it('keep an import of the core small: at most 40 KB of gzip without zod, whatever finance grows to', async () => {
    const { loaded, whole } = await bundleSize(['zod'])
    expect(loaded).toBeLessThanOrEqual(40)
    expect(whole).toBeGreaterThan(1.5 * loaded)
  })

  it('import each other, the dependencies and the optional peers; only CommonJS contains what is an ES module alone', () => {
    const packagesOf = (files: RegExp) => {
      const names = filesEnding(files).flatMap(({ text }) => importsOf(text))
      const external = names.filter((name) => !name.startsWith('.') && !isNode(name))
      return [...new Set(external.map((name) => name.replace(/^((@[^/]+\/)?[^/]+).*/, '$1')))].sort()
    }
    const required = ['@date-fns/utc', 'csv-stringify', 'date-fns', 'fflate', 'saxes', 'zod']
    expect(packagesOf(/\.cjs$/)).toEqual(required)
    expect(packagesOf(/\.js$/)).toEqual([...required, '@noble/hashes'].sort())
  })

  it('declare plain types: no dependency and no Node type in the public surface', () => {
    const leaks = filesEnding(/\.d\.c?ts$/).flatMap(({ path, text }) =>
      [
        ...importsOf(text).filter((name) => !name.startsWith('.')),
        ...(text.match(/\b(Buffer|NodeJS\.\w+)\b/g) ?? []),
      ].map((leak) => `${path}: ${leak}`),
    )
    expect(leaks).toEqual([])
  })

  it('name no folder of the machine that built them', () => {
    expect(files.filter(({ text }) => text.includes(project)).map(({ path }) => path)).toEqual([])
  })
})

describe('package.json', () => {
  it('passes publint', async () => {
    expect(await run('publint', ['--strict', installed.tarball], installed.folder)).toContain('All good')
  })

  it('resolves to the right types from ESM and CJS (attw)', async () => {
    const args = ['--profile', 'strict', '--no-definitely-typed', '--format', 'json']
    const report = await run('attw', [...args, installed.tarball], installed.folder)
    const { analysis } = JSON.parse(report) as { analysis: { types: unknown; problems: unknown[] } }
    expect(analysis.types).toMatchObject({ kind: 'included' })
    expect(analysis.problems).toEqual([])
  })
})

describe.each([20, 22, 24, 26])('npm run test:package: the package on Node %i', (line) => {
  const onLine = async (script: string) => run(await nodeOf(line), [script], installed.folder)

  it('runs on the line that its title says', async () => {
    expect(await onLine('--version')).toMatch(`v${line}.`)
  })
  it('works imported from ESM', () => onLine('esm.mjs'))
  it('works required from CJS', () => onLine('cjs.cjs'))
  it('works as two copies at once, which recognise each other', () => onLine('both.mjs'))
})

describe('hospital-payments: the installed program', () => {
  it('runs by npx from an installed package, and its imports are those of Node and of the package', async () => {
    expect(await run('npx', ['hospital-payments', '--help'], installed.folder)).toContain('migrate')
    const { text } = files.find(({ path }) => path === 'dist/cli/main.js')!
    expect(text).toMatch(/^#!\/usr\/bin\/env node\n/)
    expect(importsOf(text).filter((name) => !name.startsWith('../') && !name.startsWith('node:'))).toEqual([])
  })

  it.each([20, 22, 24, 26])('works on Node %i, with the drivers of its folder', async (line) => {
    const { folder } = installed
    const node = await nodeOf(line)
    const hp = (...args: string[]) => run(node, ['node_modules/hospital-payments/dist/cli/main.js', ...args], folder)
    expect(await hp('import', '--help')).toContain('--apply')
    // Without another driver, SQLite is that of Node, or is asked for.
    const database = ['--database', `node-${line}.db`]
    if (line === 20) return expect(hp('migrate', ...database)).rejects.toThrow('npm install better-sqlite3')
    expect(await hp('migrate', ...database)).toContain('applied 0001_tables')
    expect(await hp('check', ...database, '--json')).toContain('"ok":true')
    expect(await hp('totals', ...database)).toBe('No payments.\n')
  })
})

describe('readCsvStatement and readCamt', () => {
  it('are imported from ESM and CJS once their packages are installed', async () => {
    const peers = JSON.parse(files.find(({ path }) => path === 'package.json')!.text) as {
      peerDependencies: Record<string, string>
    }
    const packages = Object.entries(peers.peerDependencies).map(([name, range]) => `${name}@${range}`)
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], installed.folder)
    await run('node', ['peers.mjs'], installed.folder)
  })
})

describe('src/index.ts: the installed types', () => {
  const common = { strict: true, noEmit: true, target: 'ES2023', exactOptionalPropertyTypes: true }
  const browser = { lib: ['ES2023', 'DOM'], types: [] }
  const node = {
    lib: ['ES2023'],
    types: ['node'],
    typeRoots: [join(project, 'node_modules/@types')],
    skipLibCheck: true,
  }
  const node16 = { module: 'node16', moduleResolution: 'node16' }
  // Resolves a subpath by `typesVersions` alone; TypeScript 5 still has it.
  const node10 = { module: 'commonjs', moduleResolution: 'node10' }
  const bundler = { module: 'esnext', moduleResolution: 'bundler' }

  it.each([
    ['node16, as CJS', 'types.ts', { ...common, ...node16, ...browser }],
    ['node16, as ESM', 'types.mts', { ...common, ...node16, ...browser }],
    ['node16, with @types/node for a library', 'types.ts', { ...common, ...node16, ...node }],
    ['node10', 'types.ts', { ...common, ...node10, ...browser }],
    ['bundler', 'types.ts', { ...common, ...bundler, ...browser }],
  ])('hold for a strict consumer under %s', async (name, file, compilerOptions) => {
    const { folder } = installed
    if (file !== 'types.ts') await copyFile(join(folder, 'types.ts'), join(folder, file))
    const config = `tsconfig.${name.replaceAll(/\W+/g, '-')}.json`
    await writeFile(join(folder, config), JSON.stringify({ compilerOptions, files: [file] }))
    await run('tsc', ['-p', config], folder)
  })
})
