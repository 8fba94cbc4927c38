import { type Output, table } from './output.js'

/** The table of a list, which `--json` leaves out. */
interface ListTable<Item> {
  readonly align: string
  readonly header: readonly string[]
  /** Returns the rows of one item. */
  rowsOf(item: Item): readonly (readonly string[])[]
  /** The words for a list without items. */
  readonly none: string
}

/** Prints the pages of a list as they come: with `--json` an item a line, else a table whose header comes once. */
export async function printPages<Item>(
  output: Output,
  pages: AsyncIterable<readonly Item[]>,
  { align, header, rowsOf, none }: ListTable<Item>,
): Promise<void> {
  let isFirst = true
  for await (const page of pages) {
    if (output.isJson) await output.json(...page)
    else await output.lines(table(align, [...(isFirst ? [header] : []), ...page.flatMap(rowsOf)]))
    isFirst = false
  }
  if (isFirst && !output.isJson) await output.lines([none])
}
