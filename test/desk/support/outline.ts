/** The text of a page that a person reads, without its markup. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Returns the words of a piece of a page; Ethiopian days, which stand beside every day, are left out. */
export function textOf(markup: string): string {
  return markup
    .replace(/<small class="eth"[\s\S]*?<\/small\s*>/g, '')
    .replace(/<(br|small|li|p|dt|dd|td|th)\b[^>]*>|<span class="more">/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
    .replace(/\s+/g, ' ')
    .trim()
}

function each(markup: string, element: string): string[] {
  const matches = markup.matchAll(new RegExp(`<${element}\\b[^>]*>([\\s\\S]*?)</${element}\\s*>`, 'g'))
  return [...matches].map(([, inner]) => inner!)
}

/** Returns the facts of a page by their names, in their order; its dialogs, such as the help of the keys, are left out. */
export function factsOf(page: string): [name: string, value: string][] {
  return each(page.replace(/<dialog\b[\s\S]*?<\/dialog>/g, ''), 'dl').flatMap((list) => {
    const values = each(list, 'dd')
    return each(list, 'dt').map((name, at): [string, string] => [textOf(name), textOf(values[at]!)])
  })
}

/** Returns each table as its rows, the head first, by its title. */
export function tablesOf(page: string): Record<string, string[][]> {
  const tables = page.matchAll(
    /<div class="scroll(?: list)?" role="group" aria-label="([^"]*)"[^>]*>([\s\S]*?)<\/table>/g,
  )
  return Object.fromEntries(
    [...tables].map(([, name, table]) => [
      name!,
      each(table!, 'tr').map((row) => [...each(row, 't[hd]')].map((cell) => textOf(cell))),
    ]),
  )
}

/** Returns the targets of the links of a page, by their words. */
export function linksOf(page: string): Record<string, string> {
  const links = page.matchAll(/<a\b[^>]*?\shref="([^"]*)"[^>]*>([\s\S]*?)<\/a\s*>/g)
  return Object.fromEntries([...links].map(([, to, words]) => [textOf(words!), textOf(to!)]))
}

/** Returns the numbers of Today: the words of each, and its target, `null` where nothing waits. */
export function numbersOf(page: string): [words: string, target: string | null][] {
  const tiles = page.matchAll(/<(a|div) class="tile[^"]*"(?: href="([^"]*)")?>([\s\S]*?)<\/\1>/g)
  return [...tiles].map(([, , to, words]) => [textOf(words!), to === undefined ? null : textOf(to)])
}

/** Returns the words of the main part, from its heading on. */
export function wordsOf(page: string): string {
  return textOf(/<main[\s\S]*<\/main\s*>/.exec(page)?.[0] ?? '')
}

/** Returns the words of a hash on a page: its beginning, the whole of it, and the button that copies it. */
export const hashAs = (hash: string): string => `${hash.slice(0, 12)}…${hash}Copy`
