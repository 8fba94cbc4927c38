import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { pages } from './support/fences.js'
import { root } from './support/paths.js'
import { htmlOf, lostLinks, namedIn, type Site, siteIn } from './support/site.js'

let folder: string
let site: Site

beforeAll(async () => {
  // Within the repository, where its packages are found, and where no tool looks.
  mkdirSync(join(root, 'reports'), { recursive: true })
  folder = mkdtempSync(join(root, 'reports/docs-'))
  const command = ['--import', 'tsx', 'docs/.vitepress/build.ts', `reports/${basename(folder)}`]
  await promisify(execFile)(process.execPath, command, { cwd: root })
  site = siteIn(join(folder, 'html'))
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const page = (path: string) => site.get(path) ?? expect.fail(`${path} was not built`)

describe('npm run docs: the site', () => {
  it('has every page of docs/, the README and the changelog', () => {
    const paths = pages.map((path) => path.replace(/^docs\/(.+)\.md$/, '$1.html'))
    expect(paths.filter((path) => !site.has(path))).toEqual([])
    expect(page('index.html')).toContain('A first payment')
    expect(page('changelog.html')).toContain('Unreleased')
  })

  it('has a page for each entry point, with what it exports', () => {
    const entries = Object.keys(packageJson.exports).filter((path) => path !== './package.json')
    const built = entries.map((path) => `api/${join('hospital-payments', path)}.html`)
    expect(built.filter((path) => !site.has(path))).toEqual([])
    expect(page('api/hospital-payments.html')).toContain('id="createhospitalpayments"')
    expect(page('api/hospital-payments/sql.html')).toContain('id="frompg"')
  })

  it('has no link to a page, file or anchor that is not there', () => {
    expect(htmlOf(site).flatMap(([, html]) => namedIn(html)).length).toBeGreaterThan(1000)
    expect(lostLinks(site)).toEqual([])
  })

  it('loads nothing from elsewhere', () => {
    const loaded = htmlOf(site).flatMap(([path, html]) =>
      [...html.matchAll(/<(?:script|link|img|iframe)\b[^>]* (?:href|src)="((?:https?:)?\/\/[^"]*)"/g)].map(
        ([, from]) => `${path}: ${from}`,
      ),
    )
    expect(loaded).toEqual([])
  })

  it('can be searched: the index is among its files', () => {
    const indexes = [...site].filter(([path]) => path.includes('localSearchIndex'))
    expect(indexes.map(([, text]) => text.includes('/concepts.html#idempotency'))).toContain(true)
  })

  it('lists its pages for programs that read text, each with a link that leads to it', () => {
    const links = [...page('llms.txt').matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(pages.length)
    expect(links.filter((link) => !site.has(link))).toEqual([])
    expect(page('llms-full.txt')).toContain('# How payments work')
  })
})

describe('test/docs/support/site.ts: the check of links', () => {
  it('reports a page, an anchor and a file that are not there', () => {
    const small: Site = new Map([
      ['index.html', '<h1 id="top">x</h1><a href="/a/b.html#top">b</a><img src="/lost.png"><a href="#nowhere">x</a>'],
      [
        'a/b.html',
        '<h1 id="top">x</h1><a href="../index.html#top">x</a><a href="c.html">c</a><a href="https://x.y">x</a>',
      ],
    ])
    expect(lostLinks(small)).toEqual(['index.html: /lost.png', 'index.html: #nowhere', 'a/b.html: c.html'])
  })
})
