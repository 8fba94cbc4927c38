/** The words of CONTRIBUTING.md, "Words": what sources, tests and documents do not say, and what they say in its place. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from './support/paths.js'

/** Persons where there are functions and systems, and names of our own where the field has some. */
const unwanted: Readonly<Record<string, string>> = {
  'tell(s|ing)?|told': 'deliver, emit, report, return, print',
  'hear(s|d|ing)?': 'receive',
  'wish(es|ed)?': 'option, request',
  'speak(s|ing)?|spoke(n)?|unspeakable': 'send, name; forbidden',
  'nobody|somebody|anybody|everybody': 'no caller, another, every caller',
  'quietly|pretend(s|ed)?|implausib\\w*|surroundings|phrases': 'callSafely, dry run, problem, context, SQL',
}

/** Names of others: the user of Unix that owns no file, and the secret of GitHub's example. */
const names = /\[kind, 'nobody'\]|It's a Secret to Everybody/g

function files(folder: string, ...extensions: string[]): string[] {
  return readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => extensions.some((extension) => path.endsWith(extension)) && !path.includes('node_modules'))
    .map((path) => `${folder}/${path}`)
}

const tests = [
  ...files('test', '.ts', '.js', '.mjs', '.cjs'),
  ...files('bench', '.ts', '.mjs'),
  ...files('.ci', '.mjs'),
]
const ownPath = 'test/docs/words.test.ts'

const checked = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  ...['src', 'examples'].flatMap((folder) => files(folder, '.ts')),
  ...files('docs', '.md'),
  ...tests.filter((path) => path !== ownPath),
]

const texts = checked.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')] as const)

function linesWith(text: string, word: string): string[] {
  const shape = new RegExp(`(?<![\\w-])(?:${word})(?![\\w-])`, 'i')
  // Most files have none.
  if (!shape.test(text)) return []
  return text
    .replace(names, '')
    .split('\n')
    .flatMap((line, i) => (shape.test(line) ? [`${i + 1}: ${line.trim()}`] : []))
}

describe('CONTRIBUTING.md: the sources, tests and documents', () => {
  it('are many', () => {
    expect(checked.length).toBeGreaterThan(700)
  })

  it.each(Object.entries(unwanted))('have none of %s, but %s', (word) => {
    const lines = texts.flatMap(([path, text]) => linesWith(text, word).map((line) => `${path}:${line}`))
    expect(lines).toEqual([])
  })

  it('may have names of others', () => {
    expect(linesWith("id([kind, 'nobody'])\nnobody", 'nobody')).toEqual(['2: nobody'])
  })

  it('are read line by line', () => {
    expect(linesWith('one\nIt TELLS two\nretell, foretold', 'tell(s|ing)?|told')).toEqual(['2: It TELLS two'])
  })
})
