/** Rules of every statement, by which a database that is spread by tenant sends each to one server. */

/** A piece of SQL without the parts in its parentheses, which stand as `(0)`, `(1)` … and are pieces of their own. */
interface Piece {
  readonly text: string
  readonly parts: readonly Piece[]
}

function piecesOf(sql: string): Piece {
  const withoutTexts = sql.replaceAll(/'(?:[^']|'')*'/g, "''")
  const open: { text: string; parts: Piece[] }[] = [{ text: '', parts: [] }]
  for (const character of withoutTexts) {
    const current = open.at(-1)!
    if (character === '(') open.push({ text: '', parts: [] })
    else if (character === ')') {
      const closed = open.pop()!
      const around = open.at(-1)!
      around.text += `(${around.parts.length})`
      around.parts.push(closed)
    } else current.text += /\s/.test(character) ? ' ' : character
  }
  return open[0]!
}

/** Lists the queries of a statement: each with the pieces in its parentheses, and the queries within these. */
function queriesIn({ text, parts }: Piece): Piece[] {
  const queries = text.split(/\bUNION(?: ALL)?\b/).map((query) => ({ text: query, parts }))
  return [...queries, ...parts.flatMap(queriesIn)]
}

/** Tables of tenants: neither those of migrations nor cursors. */
const tableReferences = /\b(?:FROM|JOIN|UPDATE)\s+(hp_(?!(?:2023_)?migration|scan_)\w+)(?:\s+AS\s+(\w+))?/g
const tenantConditions = /(?:\b(\w+)\.)?\btenant = (?:\$\d+|\?)/g
const insertion =
  /\bINSERT INTO (hp_(?!migration|scan_)\w+)(?: AS \w+)? \((\d+)\)\s*(SELECT (?:\$1::text|\?|tenant),|VALUES)?/

/** Lists the tables whose rows a statement takes without the name of their tenant, as a parameter beside the table itself. */
function tablesWithoutTenant(sql: string): string[] {
  // A trigger runs where its row is, and names the tenant of the row.
  if (/^\s*CREATE TRIGGER\b/.test(sql)) return []
  return queriesIn(piecesOf(sql)).flatMap(({ text, parts }) => {
    const references = [...text.matchAll(tableReferences)].map(([, table = '', alias = table]) => ({ table, alias }))
    const aliases = new Set([...text.matchAll(tenantConditions)].map(([, alias = '']) => alias))
    const isNamed = (alias: string) => aliases.has(alias) || (aliases.has('') && references.length === 1)
    const [, into, columns, values] = insertion.exec(text) ?? []
    const isWithout =
      into !== undefined && (values === undefined || !parts[Number(columns)]!.text.startsWith('tenant,'))
    return [
      ...references.filter(({ alias }) => !isNamed(alias)).map(({ table }) => table),
      ...(isWithout ? [into] : []),
    ]
  })
}

const hasQuery = ({ text, parts }: Piece): boolean => /\bSELECT\b/.test(text) || parts.some(hasQuery)

function hasQueryInValues(sql: string): boolean {
  return queriesIn(piecesOf(sql)).some(({ text, parts }) => {
    const [, lists = ''] = /\bVALUES\s+(\(\d+\)(?:,\s*\(\d+\))*)/.exec(text) ?? []
    return [...lists.matchAll(/\d+/g)].some(([place]) => hasQuery(parts[Number(place)]!))
  })
}

function insertsUnseen(sql: string): boolean {
  return queriesIn(piecesOf(sql)).some(
    ({ text }) => /\bINSERT INTO hp_(?!migration|scan_)\w+.* SELECT /.test(text) && !/ RETURNING /.test(text),
  )
}

interface Rule {
  readonly name: string
  /** The database that the rule is about, where it is not about all of them. */
  readonly dialect?: string
  /** Returns what is wrong with a statement; empty for one that keeps the rule. */
  faults(sql: string): readonly string[]
}

const faultIf = (isWrong: (sql: string) => boolean) => (sql: string) => (isWrong(sql) ? [sql] : [])

export const rules: readonly Rule[] = [
  { name: 'names the tenant of every table', faults: tablesWithoutTenant },
  { name: 'has no query within VALUES', faults: faultIf(hasQueryInValues) },
  { name: 'compares by CASE WHEN', faults: faultIf((sql) => /\bCASE (?!WHEN\b)/.test(sql)) },
  { name: 'returns a row for each row of an INSERT … SELECT', dialect: 'postgres', faults: faultIf(insertsUnseen) },
  {
    name: 'changes a table by one action',
    faults: faultIf((sql) => /^ALTER TABLE\b.*,/s.test(piecesOf(sql.trim()).text)),
  },
]

/** Lists the statements of a golden file. */
export function statementsIn(golden: string): string[] {
  return golden
    .replaceAll(/^--.*\n/gm, '')
    .split(/;\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
