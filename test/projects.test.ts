/** That a test file runs where its name says: see CONTRIBUTING.md. */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { nodes, sourceFiles } from './support/source-files.js'
import { loads, testFiles } from './support/test-files.js'
import { readsZones } from './zones/vitest.config.js'

/** Sockets, other programs, and databases. */
const outside = [
  ...['node:child_process', 'node:cluster', 'node:dgram', 'node:http', 'node:http2', 'node:https', 'node:net'],
  ...['node:sqlite', 'node:tls', 'node:worker_threads'],
  ...['@electric-sql/pglite', 'libsql', 'mysql2', 'mysql2/promise', 'pg', 'postgres'],
]

const suffixOf = (path: string) => /\.(integration|slow)\.test\.ts$/.exec(path)?.[1] ?? 'unit'
const files = testFiles().filter((path) => !/^test\/(citus|cluster|package|zones)\//.test(path))

describe('vitest.config.ts: a test file', () => {
  it('without a suffix loads nothing that opens sockets, starts programs or is a database', () => {
    const misnamed = files
      .filter((path) => suffixOf(path) === 'unit')
      .map((path) => [path, outside.filter((name) => loads(path).has(name))] as const)
      .filter(([, packages]) => packages.length > 0)
    expect(misnamed).toEqual([])
  })

  it('is a slow one where it puts the fault proxy before a database', () => {
    const misnamed = files.filter(
      (path) => suffixOf(path) !== 'slow' && loads(path).has('test/support/databases/index.ts') && usesProxy(path),
    )
    expect(misnamed).toEqual([])
  })

  it('runs in full before a merge where `npm test` cuts it short', () => {
    const ci = readFileSync(new URL('../.ci/run', import.meta.url), 'utf8')
    expect(ci.split('\n').filter((line) => line.includes('npm test --'))).toEqual([
      expect.stringContaining(' HP_SHORT=0 npm test --'),
    ])
  })

  it('is there of each kind', () => {
    expect(new Set(files.map(suffixOf))).toEqual(new Set(['unit', 'integration', 'slow']))
  })
})

const usesProxy = (path: string) => [...loads(path)].some((name) => name.startsWith('test/support/fault-proxy'))

/** Returns true for a source that uses date-fns or Intl for dates, or has Date read a text. */
function mayReadZone({ packages, tree }: ReturnType<typeof sourceFiles>[number]): boolean {
  if (packages.some((name) => name.includes('date-fns'))) return true
  const calls = ['Date.parse', 'Intl.DateTimeFormat']
  if (!calls.some((call) => tree.text.includes(call))) return false
  return nodes(tree).some((node) => ts.isPropertyAccessExpression(node) && calls.includes(node.getText(tree)))
}

describe('npm run test:zones: the tests in other time zones', () => {
  it('are those of every source that could read the time zone of the host', () => {
    const sources = sourceFiles()
      // The instants of the kit and its helpers are written with a Z.
      .filter((file) => !file.path.startsWith('testing/') && mayReadZone(file))
      .map(({ path }) => `src/${path}`)
    expect(Object.keys(readsZones).sort()).toEqual(sources)
  })

  it('exist', () => {
    const all = testFiles()
    const lost = Object.values(readsZones)
      .flat()
      .filter((path) => !all.includes(path))
    expect(lost).toEqual([])
  })
})
