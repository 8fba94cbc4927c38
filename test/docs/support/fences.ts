import { readdirSync } from 'node:fs'
import { read, root } from './paths.js'

/** A fenced block of a document. */
export interface Fence {
  readonly document: string
  /** The number of its first line of content, from 1. */
  readonly line: number
  /** The first word after the backticks. */
  readonly language: string
  readonly text: string
}

/** The pages of `docs/`, in the order of their names. */
export const pages: readonly string[] = readdirSync(`${root}/docs`)
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => `docs/${name}`)

export const documents: readonly string[] = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...pages]

/** The documents for users, as one text. */
export const handbook: string = ['README.md', ...pages].map(read).join('\n')

export function fencesOf(document: string, markdown = read(document)): readonly Fence[] {
  const fences: Fence[] = []
  let open: { language: string; line: number; lines: string[] } | null = null
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, mark = ''] = /^\s*```(.*)$/.exec(line) ?? [line, undefined]
    const isMark = /^\s*```/.test(line)
    if (open && isMark) {
      fences.push({ document, line: open.line, language: open.language, text: open.lines.join('\n') })
      open = null
    } else if (open) open.lines.push(line)
    else if (isMark) open = { language: mark.trim().split(/\s+/)[0] ?? '', line: index + 2, lines: [] }
  }
  if (open) throw new Error(`${document}:${open.line - 1} opens a block that nothing closes`)
  return fences
}

const executable = ['ts', 'js']
const continuation = /^\/\/ continued\b/

export function isCode({ language }: Fence): boolean {
  return executable.includes(language)
}

/**
 * Joins the blocks that are one program: the first line `// continued` says that a block goes on from the code block before
 * it.
 */
export function chains(fences: readonly Fence[]): readonly (readonly Fence[])[] {
  const programs: Fence[][] = []
  for (const fence of fences.filter(isCode)) {
    const before = programs.at(-1)
    if (continuation.test(fence.text) && before?.[0]?.document === fence.document) before.push(fence)
    else programs.push([fence])
  }
  return programs
}
