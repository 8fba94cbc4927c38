/**
 * For Stryker: mutates one statement of `HP_SAMPLE`, chosen by where it stands and by `HP_SEED`. All of `src/` takes a night;
 * a sample says as much of a folder within some percent, and every other seed reads other statements.
 */
import { PluginKind, declareValuePlugin } from '@stryker-mutator/api/plugin'

const every = Number(process.env['HP_SAMPLE'] ?? 1)
const seed = Number(process.env['HP_SEED'] ?? 1)

const statements = new Set([
  'ExpressionStatement',
  'ReturnStatement',
  'ThrowStatement',
  'VariableDeclaration',
  'BreakStatement',
  'ContinueStatement',
])

const functions = /=>|function/

/** Returns true for a part that is chosen or left out as a whole: a statement that holds no others, a condition, a function that is an expression. */
function isUnit(path) {
  if (statements.has(path.node.type)) return !functions.test(path.toString())
  if (path.key === 'test') return true
  if (path.key === 'body' && path.parent?.type === 'ArrowFunctionExpression') return path.node.type !== 'BlockStatement'
  // Of what holds functions: the parts that hold none, such as the other entries of a table.
  return path.isExpression() && !functions.test(path.toString())
}

function numberOf(text) {
  let number = seed
  for (const character of text) number = (Math.imul(number, 31) + character.charCodeAt(0)) >>> 0
  // Neighbouring lines must not fall together.
  return Math.imul(number ^ (number >>> 15), 0x2c1b3c6d) >>> 0
}

function shouldIgnore(path) {
  if (every === 1 || !isUnit(path) || path.findParent(isUnit)) return undefined
  const { line, column } = path.node.loc.start
  return numberOf(`${line}:${column}:${path.toString()}`) % every === 0 ? undefined : 'not in this sample'
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'sample', { shouldIgnore })]
