/** The built pages of a site, and their links that lead nowhere. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** From path to text. */
export type Site = ReadonlyMap<string, string>

export function siteIn(folder: string): Site {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => statSync(join(folder, path)).isFile())
  return new Map(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

export const htmlOf = (site: Site) => [...site].filter(([path]) => path.endsWith('.html'))

const decoded = (text: string) => decodeURIComponent(text.replaceAll('&amp;', '&'))

/** Returns everything that a page names by `href` or `src`. */
export const namedIn = (html: string) =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target = '']) => decoded(target))

const idsIn = (html: string) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => decoded(id)))

/** Returns `page.html: target` for each link within the site whose file or anchor is not there. */
export function lostLinks(site: Site): readonly string[] {
  const ids = new Map(htmlOf(site).map(([path, html]) => [path, idsIn(html)]))
  const isLost = (page: string, target: string) => {
    const [path = '', anchor = ''] = target.split('#')
    const named = path === '' ? page : posix.join(path.startsWith('/') ? '' : posix.dirname(page), path)
    const file = named.replace(/^\//, '')
    const existing = [file, posix.join(file, 'index.html')].find((name) => site.has(name))
    return existing === undefined || (anchor !== '' && ids.get(existing)?.has(anchor) !== true)
  }
  return htmlOf(site).flatMap(([page, html]) =>
    namedIn(html)
      .filter((target) => !/^(https?:|data:|mailto:)/.test(target) && isLost(page, target))
      .map((target) => `${page}: ${target}`),
  )
}
