/** Read by VitePress in the folder that `build.ts` has put the pages into. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { slugify } from './anchors.js'
import { apiPages, type Page, pageIn } from './pages.js'
import { groups } from './sidebar.js'

const pages = fileURLToPath(new URL('..', import.meta.url))

const item = ({ path, title }: Page) => ({ text: title, link: `/${path}` })

export default defineConfig({
  title: 'hospital-payments',
  description: 'Payment intents and reconciliation for hospitals: exact amounts, safe retries, an auditable history.',
  lang: 'en',
  outDir: '../html',
  cacheDir: '../cache',
  // Works from any folder of a web server that finds `page.html` for `page`, and from those that do not.
  cleanUrls: false,
  markdown: { anchor: { slugify }, toc: { slugify }, headers: { slugify } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      ...Object.entries(groups).map(([text, names]) => ({
        text,
        items: names.map((name) => item(pageIn(pages, name))),
      })),
      { text: 'Entry points', items: apiPages(pages).map(item) },
      { text: 'Changelog', link: '/changelog' },
    ],
  },
})
