import type { Fence } from './fences.js'
import { root } from './paths.js'

/** Code of a document as a TypeScript module, each line standing where it stands in the document. */
export interface Program {
  /** `README.md:20`, for people. */
  readonly name: string
  readonly document: string
  /** The place where the module would lie; it is never written there. */
  readonly path: string
  readonly code: string
}

export interface Piece {
  readonly line: number
  readonly text: string
}

export function program(document: string, pieces: readonly Piece[], header = ''): Program {
  const lines: string[] = [header]
  for (const { line, text } of pieces) {
    while (lines.length < line - 1) lines.push('')
    lines.push(...text.split('\n'))
  }
  const at = pieces.map(({ line }) => line).join(', ')
  const file = `${document.replaceAll(/[/.]/g, '-')}-${pieces[0]?.line}.ts`
  return { name: `${document}:${at}`, document, path: `${root}/test/docs/${file}`, code: lines.join('\n') }
}

export function programOf(chain: readonly Fence[]): Program {
  const document = chain[0]?.document ?? ''
  return program(document, chain)
}
