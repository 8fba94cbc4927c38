import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { ambientReads, cycle, loadedWith, parse, sourceFiles, type SourceFile } from './support/source-files.js'

// The floors of ARCHITECTURE.md from the bottom up. A room sees itself and the rooms it names, and nothing else:
// operations use the port and no adapter, no adapter uses another, and the testing kit must work over any adapter.
const rooms = {
  foundation: { files: /^(errors\.ts|domain\/.+|internal\/.+)$/, sees: [] },
  port: { files: /^repository\/(?:aggregates\/)?[^/]+\.ts$/, sees: ['foundation'] },
  memory: { files: /^repository\/memory\/.+$/, sees: ['foundation', 'port'] },
  dryRun: { files: /^repository\/dry-run\/.+$/, sees: ['foundation', 'port'] },
  // What a database is for the repository, and how a call may fail.
  sqlDatabase: { files: /^sql\/core\/(database|fault|deadline)\.ts$/, sees: ['foundation'] },
  sqlConnections: { files: /^sql\/connections\/.+$/, sees: ['foundation', 'sqlDatabase'] },
  sqlCore: {
    files: /^sql\/core\/(?!database\.ts$|fault\.ts$|deadline\.ts$).+$/,
    sees: ['foundation', 'port', 'sqlDatabase'],
  },
  sqlSchema: { files: /^sql\/schema\/.+$/, sees: ['foundation', 'port', 'sqlDatabase', 'sqlCore'] },
  postgres: {
    files: /^sql\/postgres\/.+$/,
    sees: ['foundation', 'port', 'sqlDatabase', 'sqlConnections', 'sqlCore', 'sqlSchema'],
  },
  mysql: {
    files: /^sql\/mysql\/.+$/,
    sees: ['foundation', 'port', 'sqlDatabase', 'sqlConnections', 'sqlCore', 'sqlSchema'],
  },
  sqlite: {
    files: /^sql\/sqlite\/.+$/,
    sees: ['foundation', 'port', 'sqlDatabase', 'sqlConnections', 'sqlCore', 'sqlSchema'],
  },
  sqlHosts: {
    files: /^sql\/hosts\/.+$/,
    sees: ['foundation', 'sqlDatabase', 'sqlConnections', 'postgres', 'mysql', 'sqlite'],
  },
  sqlEntry: {
    files: /^sql\/(?!index\.ts$)[^/]+\.ts$/,
    sees: [
      'foundation',
      'port',
      'sqlDatabase',
      'sqlConnections',
      'sqlCore',
      'sqlSchema',
      'postgres',
      'mysql',
      'sqlite',
      'sqlHosts',
    ],
  },
  // The schemas of what calls take.
  input: { files: /^operations\/input\/.+$/, sees: ['foundation', 'port'] },
  operations: { files: /^operations\/(?!input\/).+$/, sees: ['foundation', 'port', 'dryRun', 'input'] },
  service: {
    files: /^(?:(?:options|service)\.ts|service\/.+)$/,
    // Layouts are checked as the reader of their files checks them.
    sees: ['foundation', 'port', 'input', 'operations', 'statements'],
  },
  // They make services over the tables of many tenants.
  tenants: {
    files: /^tenants\/.+$/,
    sees: ['foundation', 'port', 'sqlDatabase', 'sqlCore', 'sqlSchema', 'sqlEntry', 'input', 'operations', 'service'],
  },
  // It exports the functions over tenants too, so that only who imports it loads SQL.
  sqlIndex: {
    files: /^sql\/index\.ts$/,
    sees: ['foundation', 'sqlDatabase', 'sqlCore', 'postgres', 'mysql', 'sqlite', 'sqlHosts', 'sqlEntry', 'tenants'],
  },
  // What providers answer it reads by the schemas by which the service reads it.
  testing: { files: /^testing\/.+$/, sees: ['foundation', 'port', 'input'] },
  // It reads the files that are sent to it.
  // Its document and its query parameters are made from the schemas of what calls take.
  http: { files: /^http\/(?!routes\/).+$/, sees: ['foundation', 'input', 'service', 'statements', 'httpRoutes'] },
  // What others need of them, such as the reply of a CSV file, is beside them.
  httpRoutes: { files: /^http\/routes\/.+$/, sees: ['foundation', 'service', 'statements', 'http'] },
  // Its pages see the service, and what its requests have in common with those over HTTP.
  desk: { files: /^desk\/.+$/, sees: ['foundation', 'service', 'statements', 'http'] },
  webhooks: { files: /^webhooks\/.+$/, sees: ['foundation'] },
  providers: { files: /^providers\/.+$/, sees: ['foundation'] },
  // It previews a file as http/ does, serves the desk, and asks databases what no operation asks them.
  cli: {
    files: /^cli\/.+$/,
    sees: [
      'foundation',
      'port',
      'input',
      'operations',
      'service',
      'http',
      'desk',
      'statements',
      'sqlDatabase',
      'sqlCore',
      'sqlEntry',
      'sqlIndex',
      'tenants',
    ],
  },
  statements: { files: /^statements\/.+$/, sees: ['foundation'] },
  index: { files: /^index\.ts$/, sees: ['foundation', 'port', 'memory', 'input', 'operations', 'service'] },
} as const satisfies Record<string, { files: RegExp; sees: readonly string[] }>

type Room = keyof typeof rooms

const roomsOf = (path: string): Room[] => (Object.keys(rooms) as Room[]).filter((room) => rooms[room].files.test(path))

function forbiddenImports(file: SourceFile): string[] {
  const [room] = roomsOf(file.path)
  if (!room) return [`${file.path} is in no room`]
  const visible: readonly string[] = [room, ...rooms[room].sees]
  return file.imports
    .filter((target) => !roomsOf(target).some((other) => visible.includes(other)))
    .map((target) => `${file.path} → ${target}`)
}

const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const files = sourceFiles()
const paths = files.map((file) => file.path)
const packages = files.flatMap((file) => file.packages.map((name) => ({ path: file.path, name })))

describe('ARCHITECTURE.md: the floors of src', () => {
  it('hold every file in exactly one room', () => {
    expect(files.length).toBeGreaterThan(10)
    expect(paths.filter((path) => roomsOf(path).length !== 1)).toEqual([])
  })

  it('are imported only from above, types included', () => {
    expect(files.flatMap(forbiddenImports)).toEqual([])
  })

  it('import only files that exist, by their .js name', () => {
    expect(files.flatMap((file) => file.imports.filter((target) => !paths.includes(target)))).toEqual([])
  })

  it('have no import cycle, types included', () => {
    expect(cycle(files)).toBeNull()
  })

  it('have no page of the desk that imports another: a part is what pages share', () => {
    const pages = files.filter(({ path }) => path.startsWith('desk/pages/'))
    const imported = pages.flatMap((file) => file.imports.filter((target) => target.startsWith('desk/pages/')))
    expect(pages.length).toBeGreaterThan(5)
    expect(imported).toEqual([])
  })

  it('read neither clock nor randomness outside the listed files', () => {
    const mayRead = ['options.ts', 'sql/core/deadline.ts', 'http/request/request-id.ts', 'internal/clock.ts']
    expect(files.filter((file) => !mayRead.includes(file.path)).flatMap(ambientReads)).toEqual([])
  })
})

describe('ARCHITECTURE.md: the core', () => {
  const loaded = loadedWith('index.ts', files)

  it('is loaded with what payments need: finance, exports, workers and the storage in memory are loaded by their first call', () => {
    const foundIn = (some: Iterable<string>) => {
      const folders = [...some].map((path) => path.match(/^(?:operations|repository)\/([a-z-]+)\//)?.[1])
      return [...new Set(folders)].filter((folder) => folder !== undefined).sort()
    }
    const later = ['days', 'dry-run', 'events', 'lines', 'receipts', 'reconciliation', 'refunds', 'statements']
    expect(foundIn(loaded)).toEqual(['input', 'memory', 'payments', 'reports'])
    expect(foundIn(loadedWith('service/loaded-later.ts', files))).toEqual(expect.arrayContaining(later))
    expect([...loaded].filter((path) => path.startsWith('repository/memory/'))).toEqual([
      'repository/memory/on-first-call.ts',
    ])
  })

  it('loads zod, and the SHA-256 of other runtimes than Node, and no other package', () => {
    const users = files.filter(({ path }) => loaded.has(path))
    expect([...new Set(users.flatMap((file) => file.packages.map(packageName)))].sort()).toEqual([
      '@noble/hashes',
      'zod',
    ])
  })
})

describe('ARCHITECTURE.md: the files of src', () => {
  it('at the public entries only re-export', () => {
    const entries = files.filter((file) =>
      /^((desk|http|providers|repository|sql|statements|testing|webhooks)\/)?index\.ts$/.test(file.path),
    )
    expect(entries).toHaveLength(9)
    for (const { path, tree } of entries) {
      const others = tree.statements.filter((node) => !(ts.isExportDeclaration(node) && node.moduleSpecifier))
      expect(others.map((node) => `${path}: ${node.getText(tree)}`)).toEqual([])
    }
  })
})

describe('ARCHITECTURE.md: the packages that src imports', () => {
  it('are modules of Node in webhooks/node and the command line alone', () => {
    const ofNode = packages.filter(({ name }) => name.startsWith('node:'))
    expect(ofNode.length).toBeGreaterThan(0)
    expect(ofNode.filter(({ path }) => !/^(webhooks\/node|cli)\//.test(path))).toEqual([])
  })

  it('are those of Node in the command line: it has drivers from the folder of the user', () => {
    const ofCli = packages.filter(({ path }) => path.startsWith('cli/')).map(({ name }) => name)
    expect(ofCli.filter((name) => !name.startsWith('node:'))).toEqual([])
  })

  it('are exactly the dependencies of package.json, and the optional peers of the statement readers', () => {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    ) as Record<'dependencies' | 'peerDependencies', Record<string, string>>
    const namesOf = (some: typeof packages) =>
      [...new Set(some.filter(({ name }) => !name.startsWith('node:')).map(({ name }) => packageName(name)))].sort()
    const [required, optional] = [Object.keys(dependencies), Object.keys(peerDependencies)]
    expect(namesOf(packages)).toEqual([...required, ...optional].sort())
    // Only who reads statements of that kind needs them.
    const elsewhere = namesOf(packages.filter(({ path }) => !path.startsWith('statements/')))
    expect(elsewhere.filter((name) => optional.includes(name))).toEqual([])
  })

  it('have date-fns for dates of statements alone: the core starts without it', () => {
    const users = packages.filter(({ name }) => name.includes('date-fns')).map(({ path }) => path)
    expect(new Set(users)).toEqual(new Set(['statements/csv/dates.ts']))
  })

  it('have no validation in the domain', () => {
    const isPure = (path: string) => rooms.foundation.files.test(path)
    expect(packages.filter(({ path, name }) => isPure(path) && packageName(name) === 'zod')).toEqual([])
  })

  it('are named so that bundlers keep them small: date-fns by function, zod as a namespace', () => {
    expect(packages.filter(({ name }) => name === 'date-fns')).toEqual([])
    const named = files.filter(({ tree }) => /import (type )?\{[^}]*\} from 'zod'/.test(tree.text))
    expect(named.map((file) => file.path)).toEqual([])
  })
})

// A walker that finds nothing would pass every check above.
describe('test/support/source-files.ts', () => {
  it('lists imports, type imports, re-exports, dynamic imports and import types', () => {
    const file = parse(
      'operations/a.ts',
      `import { a } from './b.js'
       import type { C } from '../domain/c.js'
       export * from './d.js'
       const e = await import('./e.js')
       type F = import('../repository/memory/memory-repository.js').F
       import { addDays } from 'date-fns/addDays'`,
    )
    expect(file.imports).toEqual([
      'operations/b.ts',
      'domain/c.ts',
      'operations/d.ts',
      'operations/e.ts',
      'repository/memory/memory-repository.ts',
    ])
    expect(file.loads).toEqual(['operations/b.ts', 'operations/d.ts'])
    expect(file.packages).toEqual(['date-fns/addDays'])
    expect(forbiddenImports(file)).toEqual(['operations/a.ts → repository/memory/memory-repository.ts'])
  })

  it('lists each way to read the clock or randomness, and no explicit date', () => {
    const file = parse(
      'domain/a.ts',
      `Date.now\nnew Date()\nnew Date\nDate()\nMath.random()\nnew Date(0)\nDate.UTC(2026, 0)`,
    )
    expect(ambientReads(file).map((read) => read.split(' ')[0])).toEqual(
      [1, 2, 3, 4, 5].map((line) => `domain/a.ts:${line}`),
    )
  })

  it('returns a cycle of imports', () => {
    const graph = [
      { path: 'a', imports: ['b'] },
      { path: 'b', imports: ['c'] },
      { path: 'c', imports: ['b'] },
    ]
    expect(cycle(graph)).toEqual(['b', 'c', 'b'])
    expect(cycle(graph.slice(0, 2))).toBeNull()
  })
})
