/** The language of comments and names, by the rules of CONTRIBUTING.md, "Words". */
import { describe, expect, it } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { root } from './support/paths.js'
import { languageProblems } from './support/language.js'

/** Folders and files that keep to the rules; the others are still to be read anew. */
const held: readonly string[] = [
  'examples',
  'src/cli',
  'src/desk',
  'src/domain',
  'src/errors.ts',
  'src/http',
  'src/internal',
  'src/operations',
  'src/options.ts',
  'src/repository',
  'src/service',
  'src/service.ts',
  'src/sql/core',
  'src/sql/schema',
  'src/statements',
  'src/testing',
  'src/webhooks',
  'test/docs/support/language.ts',
  'test/reconciliation',
]

const filesOf = (folder: string) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
    .map((path) => `${folder}/${path}`)

describe('language: comments and names', () => {
  it.each(held)('of %s keep to the rules', (folder) => {
    const files = folder.endsWith('.ts') ? [folder] : filesOf(folder)
    expect(files.flatMap((path) => languageProblems(path, readFileSync(`${root}/${path}`, 'utf8')))).toEqual([])
  })

  it.each([
    ['/** Matches lines. */ function f() {}', []],
    [
      '/** What becomes of lines. */ function f() {}',
      ['1: “What becomes of lines.”: a verb in the third person opens the comment of a function'],
    ],
    [
      '/** Lines of a file. */ const f = () => 1',
      ['1: “Lines of a file.”: a verb in the third person opens the comment of a function'],
    ],
    ['/** Lines of a file. */ const lines = []', []],
    [
      '/** Whether it is. */ interface A { a: 1 }',
      ['1: “Whether it is.”: a noun phrase opens the comment of a type or constant'],
    ],
    [
      'const [found] = f()\nconst { given } = f()\nfunction own(mostLines = 1) {}',
      ['1: found', '3: own', '3: mostLines'],
    ],
  ])('%s', (code, problems) => {
    const short = languageProblems('a.ts', code).map((one) =>
      one.slice(5).replace(': a name is a noun of the glossary or a verb phrase', ''),
    )
    expect(short).toEqual(problems)
  })
})
