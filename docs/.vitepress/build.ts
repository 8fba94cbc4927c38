/**
 * Makes the site of the documents: `npm run docs`, into `site/html`. The pages are gathered in `site/pages` first, together with
 * those that TypeDoc makes of the sources, so that nothing is written into `docs/`. Nothing is fetched.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vitepress'
import { writeApi } from './api.js'
import { llmsFull, llmsIndex } from './llms.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [target = 'site'] = process.argv.slice(2)
const pages = join(root, target, 'pages')

/** Copies a page from the folder above `docs/`, with its links as they are from the pages. */
function copyPage(from: string, to: string): void {
  const text = readFileSync(join(root, from), 'utf8')
  writeFileSync(join(pages, to), text.replaceAll('](docs/', '](').replaceAll('](LICENSE)', '](license.md)'))
}

rmSync(join(root, target), { recursive: true, force: true })
mkdirSync(join(pages, 'public'), { recursive: true })
cpSync(join(root, 'docs/.vitepress'), join(pages, '.vitepress'), { recursive: true })
cpSync(join(root, 'docs/images'), join(pages, 'images'), { recursive: true })
copyPage('README.md', 'index.md')
copyPage('CHANGELOG.md', 'changelog.md')
writeFileSync(join(pages, 'license.md'), `# License\n\n${readFileSync(join(root, 'LICENSE'), 'utf8')}`)
for (const name of readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'))) {
  const text = readFileSync(join(root, 'docs', name), 'utf8')
  const links = { '../README.md': 'index.md', '../CHANGELOG.md': 'changelog.md', '../LICENSE': 'license.md' }
  writeFileSync(
    join(pages, name),
    // With the place within the page, where a link names one.
    Object.entries(links).reduce(
      (page, [from, to]) => page.replaceAll(`](${from})`, `](${to})`).replaceAll(`](${from}#`, `](${to}#`),
      text,
    ),
  )
}
await writeApi(root, join(pages, 'api'))
writeFileSync(join(pages, 'public/llms.txt'), llmsIndex(pages))
writeFileSync(join(pages, 'public/llms-full.txt'), llmsFull(pages))
await build(pages)
