import { describe, expect, it } from 'vitest'
import { lineOutcomes } from '../../src/domain/reconciliation/items.js'
import * as publicIndex from 'hospital-payments'
import ts from 'typescript'
import { nodes, parse, sourceFiles } from '../support/source-files.js'
import { exampleProgram, examplesOf } from './support/docstrings.js'
import { docstringPrograms } from './support/every-program.js'
import { runWithServers } from './support/servers.js'

const files = sourceFiles()

const programs = await docstringPrograms()

describe('src/: the examples of docstrings', () => {
  it.for(programs.map((program) => [program.name, program] as const))('do what they say: %s', ([, program], { skip }) =>
    runWithServers(program, skip),
  )

  it('claim something each', () => {
    const silent = programs.filter(({ code }) => !/\/\/ (=>|throws) /.test(code))
    expect(silent.map(({ name }) => name)).toEqual([])
    expect(programs.length).toBeGreaterThan(20)
  })
})

describe.each([
  ['service.ts', 'HospitalPayments'],
  ['service/lines.ts', 'LineFunctions'],
])('HospitalPayments: every function of %s', (source, name) => {
  const { tree } = files.find(({ path }) => path === source)!
  const contract = nodes(tree).find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name)
  const members = (contract as ts.InterfaceDeclaration).members
  const docsOf = (member: ts.TypeElement) => ts.getJSDocCommentsAndTags(member)[0]?.getText(tree) ?? ''
  const without = (pattern: RegExp) =>
    members.filter((member) => !pattern.test(docsOf(member))).map((member) => member.name?.getText(tree))

  it('is documented with an example', () => {
    expect(members.length).toBeGreaterThan(10)
    expect(without(/@example/)).toEqual([])
  })

  it('has the codes of its errors in its docstring, and they exist', () => {
    expect(without(/@throws/)).toEqual([])
    const named = members.flatMap((member) =>
      [...docsOf(member).matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, code]) => code),
    )
    const known = [...Object.keys(publicIndex.errorCodes), ...lineOutcomes, 'duplicate_reference']
    expect(named.filter((code) => !known.includes(code ?? ''))).toEqual([])
  })
})

describe('test/docs/support/docstrings.ts: the collector of examples', () => {
  it('takes the lines of an example without their margin, up to the next tag', () => {
    const file = parse(
      'a.ts',
      '/**\n * One.\n *\n * @example\n * f(1)\n *   // => 2\n * @throws never\n */\nexport const f = 1',
    )
    expect(examplesOf(file)).toEqual([{ line: 4, text: '\nf(1)\n  // => 2' }])
    expect(examplesOf(parse('a.ts', '/** @example f() // => 1 */\nconst f = 1'))).toEqual([
      { line: 1, text: 'f() // => 1' },
    ])
    expect(examplesOf(parse('a.ts', '/** None. */\nconst f = 1'))).toEqual([])
  })

  it('imports what an example uses, and makes the values of example-values.ts', () => {
    const piece = { line: 2, text: "const f = () => g.h\npayments.getPayment('f')" }
    const { code } = exampleProgram('a.ts', piece, [{ path: 'a.ts', namespace: { f: 1, g: 2, h: 3 } }])
    expect(code.split('\n')[0]).toBe(
      "import { g } from '../../src/a.js'; import { exampleValues } from './support/example-values.js'; const { payments } = await exampleValues();",
    )
  })
})
