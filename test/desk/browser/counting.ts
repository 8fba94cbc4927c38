/** A person at the desk whose clicks, fields and requests are counted, and the table of `docs/desk.md` that has them. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'

const docs = readFileSync(new URL('../../../docs/desk.md', import.meta.url), 'utf8')

/** Returns the rows of the table: each task with its figures before, now, and of the best of others. */
export function documentedTasks(): readonly (readonly [task: string, before: string, now: string, others: string])[] {
  const lines = docs.split('\n')
  const head = lines.findIndex((line) => /^\| Work +\| Before +\| Now +\| Best of others +\|$/.test(line))
  const rows = lines.slice(head + 2)
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, task, before, now, others]) => [task!, before!, now!, others!] as const)
}

/** Returns the figures of a task in the table of the document: its column “Now”. */
export function documented(task: string): string {
  const row = documentedTasks().find(([name]) => name === task)
  if (!row) throw new Error(`docs/desk.md has no task “${task}”`)
  return row[2]
}

/** A person who counts the clicks, the fields and the requests, those of style and script left out. */
export class Counting {
  clicks = 0
  fields = 0
  requests = 0
  #isAway = false

  constructor(readonly page: Page) {
    page.on('request', (one) => {
      if (!this.#isAway && !/\/assets\/|^data:/.test(one.url())) this.requests++
    })
  }

  /** Does other work on the same page, of which no request is counted. */
  async besides(work: () => Promise<unknown>): Promise<void> {
    this.#isAway = true
    await work()
    this.#isAway = false
  }

  async click(target: Locator): Promise<void> {
    this.clicks++
    await target.click()
  }

  /** Presses the button with a text. */
  press(name: string): Promise<void> {
    return this.click(this.page.getByRole('button', { name, exact: true }))
  }

  async choose(target: Locator, value: string): Promise<void> {
    this.fields++
    await target.selectOption(value)
  }

  async write(target: Locator, text: string): Promise<void> {
    this.fields++
    await target.fill(text)
  }

  /** Picks an answer, which counts as a field. */
  async answer(target: Locator): Promise<void> {
    this.fields++
    await target.check()
  }

  async attach(target: Locator, name: string, text: string): Promise<void> {
    this.fields++
    await target.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  }

  /** Waits for the words by which the desk says that an action is done. */
  done(words: string): Promise<void> {
    return this.page.locator('#status').getByText(words).waitFor()
  }

  get figures(): string {
    const { clicks, fields, requests } = this
    const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
    return [counted(clicks, 'click'), counted(fields, 'field'), counted(requests, 'request')].join(', ')
  }
}
