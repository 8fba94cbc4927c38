function cellsOf(line: string): string[] {
  // A bar within code is written \| in a table.
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** Returns the rows of the one table with this head; a table that is not there, or is there twice, is an error. */
export function tableIn(markdown: string, head: readonly string[]): readonly (readonly string[])[] {
  const lines = markdown.split('\n')
  const heads = lines.flatMap((line, index) => (cellsOf(line).join('\n') === head.join('\n') ? [index] : []))
  const [start, second] = heads
  if (start === undefined || second !== undefined)
    throw new Error(`${heads.length} tables have the head ${head.join(', ')}`)
  const rest = lines.slice(start + 2)
  const end = rest.findIndex((line) => !line.startsWith('|'))
  return rest.slice(0, end < 0 ? rest.length : end).map(cellsOf)
}
