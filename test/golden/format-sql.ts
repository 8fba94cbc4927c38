/** Breaks long statements into lines that a reviewer can read; what is broken already stays as it is. */

const width = 110

/** Words that begin a line of their own within a statement. */
const clauses =
  /^(FROM|WHERE|AND|ORDER BY|GROUP BY|LIMIT|VALUES(?!\()|SET|UNION ALL|JOIN|ON CONFLICT|ON DUPLICATE KEY UPDATE|RETURNING|HAVING|LOCK IN SHARE MODE)\b/

/** Before these, FROM, SET and AND are parts of something else. */
const within = /(DISTINCT|FOR|LOCAL|COMMIT|ROLLBACK|MIN|VALUES \(CASE WHEN true) $/

/** Writes one line a clause, indented as deep as the queries around it; texts between quotes are left alone. */
function clausesOf(line: string, indent: string): string[] {
  const lines: string[] = []
  // One entry a parenthesis: whether a query stands between it and its end.
  const open: boolean[] = []
  let current = ''
  const end = () => {
    if (current.trim() !== '') lines.push(indent + '  '.repeat(open.filter(Boolean).length) + current.trim())
    current = ''
  }
  for (let at = 0; at < line.length; at++) {
    const rest = line.slice(at)
    const quoted = /^'(?:[^']|'')*'/.exec(rest)?.[0]
    if (quoted !== undefined) {
      current += quoted
      at += quoted.length - 1
      continue
    }
    const isWordStart = at === 0 || line[at - 1] === ' '
    const isInList = open.length > 0 && !open.at(-1)
    if (isWordStart && !isInList && current.trim() !== '' && clauses.test(rest) && !within.test(current)) end()
    const isQuery = /^\(SELECT id, /.test(rest)
    if (rest.startsWith(')') && open.pop()) {
      const inner = current
      current = ''
      lines.push(indent + '  '.repeat(open.filter(Boolean).length + 1) + inner.trim())
    }
    current += line[at]!
    if (rest.startsWith('(')) {
      if (isQuery) end()
      open.push(isQuery)
    }
  }
  end()
  return lines
}

/** Breaks a list that is too long for one line behind its commas. */
function wrapped(line: string): string[] {
  const indent = /^ */.exec(line)![0]
  const lines: string[] = []
  let current = ''
  for (const item of line.slice(indent.length).split(/(?<=, )/)) {
    if (current !== '' && indent.length + current.length + item.length > width) {
      lines.push(current)
      current = '  '
    }
    current += item
  }
  return [...lines, current].map((part) => (indent + part).trimEnd())
}

function formatLine(line: string): string[] {
  if (line.length <= width) return [line]
  const indent = /^ */.exec(line)![0]
  return clausesOf(line.slice(indent.length), indent).flatMap(wrapped)
}

/** Writes a statement as lines; how many milliseconds it may take differs from call to call, and is left out. */
export function formatSql(text: string): string {
  const constant = text
    .replace(/(SET LOCAL \w+ = )\d+/g, '$1<milliseconds>')
    .replace(/(SESSION (?:innodb_lock_wait_timeout|wait_timeout) = )\d+/g, '$1<seconds>')
  return constant.replace(/^\n/, '').split('\n').flatMap(formatLine).join('\n')
}

/** Numbers of placeholders, cells and cursors, and how many values or rows a list has: in these alone may statements differ. */
const numbers = [
  [/\$\d+/g, '$'],
  [/\b(cell|part|hp_scan_)\d+/g, '$1'],
  [/\(\?$/, '(?)'],
  [/(\(id = [^()]*\))(?: OR \1)*/g, '$1'],
  [/LIMIT \d+ FOR UPDATE/, 'LIMIT n FOR UPDATE'],
] as const

/** Returns the clauses of a statement, and the items of its lists, by which statements are compared. */
export function partsOfSql(text: string): string[] {
  return formatSql(text)
    .split(/\n|, |; |(?<= ROW\()|(?=\)::text AS cells)/)
    .map((part) => part.trim().replace(/^SELECT |[,;]$/g, ''))
    .map((part) => numbers.reduce((text, [pattern, name]) => text.replace(pattern, name), part))
    .filter((part) => part !== '')
}
