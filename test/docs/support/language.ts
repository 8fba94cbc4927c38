/** The rules of CONTRIBUTING.md, "Words", for comments and names, as far as a program can hold them. */
import ts from 'typescript'

/** Plurals that look like a verb in the third person. */
const plurals = new Set(
  (
    'Accounts Allocations Always Amounts Arguments Batches Bills Blocks Bytes Callbacks Cases Categories Cells Cents Channels ' +
    'Characters Clients Closings Codes Columns Connections Cursors Databases Dates Days Debits Digits Drivers Entries Errors ' +
    'Events Fees Fields Files Functions Headers Histories Hospitals Hosts Identifiers Ids Instants Integers Items Its Keys Less ' +
    'Libraries Lines Messages Methods Milliseconds Objects Options Others Packages Pages Parts Payments Persons Programs ' +
    'Providers Readers Receipts References Refunds Repositories Results Rows Rules Seconds Secrets Services Sessions Spellings ' +
    'Statements Status Streams Suites Tables Terms Tests Texts This Times Transactions Triggers Types Values Versions Words ' +
    'Writers Zones'
  ).split(' '),
)

const verb = /^[A-Z][a-z]+s(?![A-Za-z-])/

/** Words with which a noun phrase does not begin. */
const fragment =
  /^(?:Whether|What|Which|Who|Whose|How|Where|When|Why|Of|So|As|If|Until|Since|Because|Without|Only|Not|Also|Else|Nor|Or|And|But|Here|There|Is|Has|Does)\b/

/** Pronouns and participles that name nothing. */
const nameless =
  /^(?:[Ff]ound|[Oo]wn|[Ww]anted|[Gg]iven|[Aa]sked|[Ss]hown|[Mm]et|[Ss]aid|[Oo]utdone|[Tt]aken)$|^(?:most|least|longest|shortest)(?:[A-Z]|$)/

function isFunction(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) return true
  if (ts.isPropertyAssignment(node)) return ts.isArrowFunction(node.initializer)
  if (ts.isExpressionStatement(node))
    return ts.isBinaryExpression(node.expression) && ts.isArrowFunction(node.expression.right)
  if (ts.isPropertySignature(node)) return node.type !== undefined && ts.isFunctionTypeNode(node.type)
  if (!ts.isVariableStatement(node)) return false
  return node.declarationList.declarations.some(
    ({ initializer }) =>
      initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
  )
}

function textOf(comment: ts.JSDoc, code: string): string {
  const inner = code.slice(comment.pos + 3, comment.end - 2)
  return inner.replaceAll(/\n\s*\* ?/g, '\n').trim()
}

function openerProblem(node: ts.Node, text: string): string | null {
  if (text.startsWith('@')) return null
  if (!isFunction(node)) return fragment.test(text) ? 'a noun phrase opens the comment of a type or constant' : null
  const [opener = ''] = verb.exec(text) ?? []
  return opener === '' || plurals.has(opener) ? 'a verb in the third person opens the comment of a function' : null
}

const { getJSDocCommentsAndTags, forEachChild, isJSDoc, SyntaxKind } = ts

/** The kinds of nodes that declare a name. */
const declaring = new Set([
  SyntaxKind.VariableDeclaration,
  SyntaxKind.Parameter,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.BindingElement,
])

/** Returns the name that a node declares; a field that a pattern takes by its name is named where it is declared. */
function nameOf(node: ts.Node): ts.Identifier | null {
  if (!declaring.has(node.kind)) return null
  if (ts.isBindingElement(node) && !node.dotDotDotToken && !node.propertyName && ts.isObjectBindingPattern(node.parent))
    return null
  const { name } = node as ts.NamedDeclaration
  return name !== undefined && ts.isIdentifier(name) ? name : null
}

/**
 * Lists what a file has against the rules, each with its line.
 *
 * @example
 * languageProblems(treeOf('a.ts', 'const found = 1'))
 * // => ['a.ts:1: found: a name is a noun of the glossary or a verb phrase']
 */
export function languageProblems(file: ts.SourceFile): string[] {
  const problems: string[] = []
  const add = (at: number, problem: string) =>
    problems.push(`${file.fileName}:${file.getLineAndCharacterOfPosition(at).line + 1}: ${problem}`)
  const visit = (node: ts.Node): void => {
    // Most nodes can have no comment.
    const comment = 'jsDoc' in node ? getJSDocCommentsAndTags(node).filter(isJSDoc).at(-1) : undefined
    if (comment?.parent === node) {
      const text = textOf(comment, file.text)
      const problem = openerProblem(node, text)
      if (problem) add(comment.pos, `“${text.slice(0, 60)}”: ${problem}`)
    }
    const name = nameOf(node)
    if (name && nameless.test(name.text))
      add(name.getStart(), `${name.text}: a name is a noun of the glossary or a verb phrase`)
    forEachChild(node, visit)
  }
  visit(file)
  return problems
}
