/** One layout, pages of them, and the versions that there were. */
import type { StoredLayout } from '../../domain/layouts/stored-layout.js'
import { shapes } from '../../domain/limits.js'
import type { Page } from '../../domain/report.js'
import { type LayoutVersion, layouts, layoutVersions } from '../../repository/aggregates/layouts.js'
import type { Context } from '../context.js'
import { layoutsQuery } from '../input/layout-calls.js'
import type { PageOptions } from '../input/page.js'
import { parseOptions } from '../input/parse.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'

/** The most versions of a layout that are listed. */
const maxVersions = 1000

function layoutOf({ number, ...fields }: LayoutVersion): StoredLayout {
  return { ...fields, version: number }
}

const isName = (name: unknown): name is string => typeof name === 'string' && shapes.layout.test(name)

/** Finds the version of a layout that is in use; `null` for an unknown name, and for a text that is none. */
export async function findLayout(context: Context, name: string): Promise<StoredLayout | null> {
  if (!isName(name)) return null
  const [stored] = await financeOf(context).findRows(layouts, 'name', [name])
  return stored?.row ?? null
}

export async function pageLayouts(context: Context, query?: PageOptions): Promise<Page<StoredLayout>> {
  const { cursor, limit } = parseOptions(layoutsQuery, query)
  const finance = financeOf(context)
  return readRows({
    query: JSON.stringify(['layouts.list']),
    cursor,
    limit,
    rule: { length: 0, isPosition: ({ id }) => isName(id) },
    positionOf: ({ name }) => ({ at: '', id: name }),
    read: (after, limit) =>
      finance.pageRows(layouts, { list: 'name', direction: 'asc', limit, after: after && [after.id] }),
  })
}

/** Lists the versions of a layout, oldest first; none of an unknown name. */
export async function versionsOfLayout(context: Context, name: string): Promise<readonly StoredLayout[]> {
  if (!isName(name)) return []
  const page = { list: 'number', where: { name }, direction: 'asc', limit: maxVersions } as const
  return (await financeOf(context).pageRows(layoutVersions, page)).map(layoutOf)
}

/** Finds the oldest version that an import names by a digest; `null` where no stored layout has it. */
export async function findVersion(context: Context, digest: string): Promise<StoredLayout | null> {
  if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)) return null
  const finance = financeOf(context)
  const stored = [
    ...(await finance.findRows(layoutVersions, 'csvDigest', [digest])),
    ...(await finance.findRows(layoutVersions, 'xlsxDigest', [digest])),
  ]
  const [oldest = null] = stored
    .map(({ row }) => layoutOf(row))
    .sort((a, b) => (a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.name < b.name) ? -1 : 1))
  return oldest
}
