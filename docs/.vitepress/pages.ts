/** Pages of the site with their titles and first sentences. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Page {
  /** The path in the site, without `.md`. */
  readonly path: string
  readonly title: string
  readonly text: string
}

export function pageIn(folder: string, path: string): Page {
  const text = readFileSync(join(folder, `${path}.md`), 'utf8')
  const [, title] = /^# (.+)$/m.exec(text) ?? []
  if (title === undefined) throw new Error(`${path}.md has no title`)
  return { path, title: title.replaceAll(/[`\\]/g, ''), text }
}

/** Reads one page for each entry point of the package, as TypeDoc writes them, in the order of their paths. */
export function apiPages(folder: string): readonly Page[] {
  const files = readdirSync(join(folder, 'api'), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => pageIn(folder, `api/${file.replaceAll('\\', '/').slice(0, -'.md'.length)}`))
    .sort((a, b) => a.path.localeCompare(b.path))
}

/** Returns the first sentence as plain text, for lists of pages. */
export function summaryOf({ text }: Page): string {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim())
  const first = paragraphs.find((paragraph) => /^[A-Z`\[]/.test(paragraph) && !paragraph.startsWith('```')) ?? ''
  const plain = first.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ')
  return /^.*?[.?:](?= [A-Z`]|$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain
}
