/**
 * Comments that say what code comes to, made into calls that check it:
 *
 *     formatAmount(5, 'KWD') // => '0.005'
 *     const page = await payments.reportPayments()
 *     // => { items: [],
 *     //      nextCursor: null }
 *     await payments.getPayment() // throws invalid_request
 */
import ts from 'typescript'

const marker = /\/\/ (?:=>|throws|gives)(?= )/g
const claim = /[ \t]*(?:\n[ \t]*)?\/\/ (=>|throws) (.*(?:\n[ \t]*\/\/ {2,}.*)*)/y

interface Edit {
  readonly at: number
  readonly text: string
}

/** Returns the claim right behind a statement. */
function claimAfter(code: string, end: number): { kind: string; value: string } | null {
  claim.lastIndex = end
  const [, kind, value] = claim.exec(code) ?? []
  if (kind === undefined || value === undefined) return null
  return { kind, value: value.replaceAll(/\n[ \t]*\/\//g, '\n') }
}

function isConsoleLog(node: ts.Expression): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.getText() === 'console.log' && node.arguments.length === 1
}

/** Returns the expression that a claim behind `statement` is about. */
function subjectOf(statement: ts.Statement): ts.Expression | ts.Identifier | null {
  if (ts.isExpressionStatement(statement)) {
    const { expression } = statement
    return isConsoleLog(expression) ? expression.arguments[0]! : expression
  }
  if (!ts.isVariableStatement(statement)) return null
  const [declaration, ...others] = statement.declarationList.declarations
  return others.length === 0 && declaration && ts.isIdentifier(declaration.name) ? declaration.name : null
}

function editsFor(statement: ts.Statement, code: string, file: ts.SourceFile): Edit[] {
  const claim = claimAfter(code, statement.end)
  const subject = claim && subjectOf(statement)
  if (!claim || !subject) return []
  const line = file.getLineAndCharacterOfPosition(statement.getStart()).line + 1
  if (claim.kind === 'throws') {
    const name = JSON.stringify(/^\w+/.exec(claim.value)?.[0] ?? '')
    return [
      { at: statement.getStart(), text: `await __throws(${line}, ${name}, async () => ` },
      { at: statement.end, text: ')' },
    ]
  }
  if (ts.isVariableStatement(statement)) {
    return [{ at: statement.end, text: `; __equal(${line}, ${subject.getText()}, (${claim.value}))` }]
  }
  return [
    { at: subject.getStart(), text: `__equal(${line}, ` },
    { at: subject.end, text: `, (${claim.value}))` },
  ]
}

function statementsIn(node: ts.Node): ts.Statement[] {
  const statements: ts.Statement[] = ts.isStatement(node) ? [node] : []
  ts.forEachChild(node, (child) => void statements.push(...statementsIn(child)))
  return statements
}

/** @throws Error when a claim stands where nothing checks it */
export function withAssertions(code: string): string {
  const file = ts.createSourceFile('snippet.ts', code, ts.ScriptTarget.ES2023, true)
  const edits = statementsIn(file).map((statement) => editsFor(statement, code, file))
  const claims = edits.filter((some) => some.length > 0).length
  const markers = code.match(marker)?.length ?? 0
  if (claims !== markers) throw new Error(`${markers} claims stand in the code, but ${claims} can be checked`)
  return edits
    .flat()
    .sort((a, b) => b.at - a.at)
    .reduce((text, edit) => text.slice(0, edit.at) + edit.text + text.slice(edit.at), code)
}
