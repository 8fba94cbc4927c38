import { expect, it } from 'vitest'
import { docstringPrograms, snippetPrograms } from './support/every-program.js'
import { programOf } from './support/program.js'
import { compilerErrors } from './support/type-check.js'

const docstrings = await docstringPrograms()

it('docs/: the compiler accepts all code of documents and docstrings under the options of the project', () => {
  // One compilation for all, and for a program that must not pass: a compiler that reads nothing finds nothing.
  const text = "import { formatAmount } from 'hospital-payments'\nformatAmount(true, 'ETB')"
  const wrong = programOf([{ document: 'WRONG.md', line: 3, language: 'ts', text }])
  expect(compilerErrors([...snippetPrograms, ...docstrings, wrong])).toEqual([
    expect.stringMatching(/^WRONG\.md:4 Argument of type 'boolean'/),
  ])
})
