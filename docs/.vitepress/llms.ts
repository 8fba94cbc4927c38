/** The pages for programs that read text: a list with the first sentence of each (llmstxt.org), and all of them in one file. */
import { apiPages, type Page, pageIn, summaryOf } from './pages.js'
import { groups } from './sidebar.js'

function groupsIn(folder: string): readonly (readonly [string, readonly Page[]])[] {
  const written = Object.entries(groups).map(
    ([group, names]) => [group, names.map((name) => pageIn(folder, name))] as const,
  )
  return [...written, ['Entry points', apiPages(folder)]]
}

function summarySuffix(page: Page): string {
  const summary = summaryOf(page)
  return summary === '' ? '' : `: ${summary}`
}

export function llmsIndex(folder: string): string {
  const readme = pageIn(folder, 'index')
  const lists = groupsIn(folder).map(([group, pages]) => {
    const items = pages.map((page) => `- [${page.title}](${page.path}.html)${summarySuffix(page)}`)
    return `## ${group}\n\n${items.join('\n')}\n`
  })
  return [`# ${readme.title}\n\n> ${summaryOf(readme)}\n`, ...lists].join('\n')
}

export function llmsFull(folder: string): string {
  const pages = [pageIn(folder, 'index'), ...groupsIn(folder).flatMap(([, group]) => group)]
  return pages.map(({ text }) => text.trim()).join('\n\n---\n\n') + '\n'
}
