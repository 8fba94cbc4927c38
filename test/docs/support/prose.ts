/** The rules of CONTRIBUTING.md, "Words", for pages, as far as a program can hold them. */
const maxWords = 30

/** Words with which no sentence, cell or heading of a page begins, because a fragment follows them. */
const fragment = /^(?:Whether|Of which|Which|Whose|Nor|What becomes of)\b/

/** Names that the library had before, and words that its pages do not use for their things. */
const stale =
  /\bbank lines?\b|\bwentTo\b|\bamountRefunding\b|lines\.forget\b|\bBankLine\b|\bStoredShare\b|\bLineShare\b|`transitions`|`source`|--source\b|\bfinanceContract\b/i

/** Reads the paragraphs, entries of lists, cells of tables and headings, each with the number of its first line. */
function blocksOf(markdown: string): { line: number; text: string }[] {
  const blocks: { line: number; text: string }[] = []
  let open: { line: number; text: string } | null = null
  let isCode = false
  for (const [index, raw] of markdown.split('\n').entries()) {
    const text = raw.trim()
    const isFence = text.startsWith('```')
    if (isFence) isCode = !isCode
    if (isFence || isCode || text === '' || /^(?:!\[|---$)/.test(text)) open = null
    else if (text.startsWith('|')) {
      open = null
      for (const cell of text.split(/(?<!\\)\|/).slice(1, -1)) blocks.push({ line: index + 1, text: cell.trim() })
    } else if (open === null || /^(?:#|[-*] |\d+\. )/.test(text)) {
      open = { line: index + 1, text: text.replace(/^(?:#+|[-*]|\d+\.) /, '') }
      blocks.push(open)
      if (text.startsWith('#')) open = null
    } else open.text += ` ${text}`
  }
  return blocks
}

/** The mark in place of a piece of code, which begins a sentence as a word does. */
const codeMark = 'CODE'

/** Returns the sentences of a block without its code, its addresses and texts in parentheses. */
function sentencesOf(text: string): string[] {
  const plain = text
    .replaceAll(/`[^`]+`/g, codeMark)
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/\([^()]*\)/g, '')
    .replaceAll('**', '')
  return plain.split(/(?<=[.!?:][”"]?)\s+(?=[A-Z“"])/)
}

/**
 * Lists what a page has against the rules, each with its line.
 *
 * @example
 * pageProblems('a.md', 'Whether it is paid.') // => ['a.md:1: “Whether it is paid.”: a whole sentence says it']
 */
export function pageProblems(path: string, markdown: string): string[] {
  const problems: string[] = []
  for (const { line, text } of blocksOf(markdown)) {
    const add = (part: string, problem: string) => problems.push(`${path}:${line}: “${part.slice(0, 60)}”: ${problem}`)
    if (stale.test(text)) add(stale.exec(text)![0], 'a name of before')
    for (const sentence of sentencesOf(text)) {
      if (fragment.test(sentence)) add(sentence, 'a whole sentence says it')
      const words = sentence.split(/\s+/).filter((word) => /\w/.test(word) && !word.startsWith(codeMark)).length
      if (words > maxWords) add(sentence, `${words} words; at most ${maxWords}`)
    }
  }
  return problems
}
