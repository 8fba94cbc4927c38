import { plusDays } from '../../domain/calendar.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import { imports, type StoredImport } from '../../repository/aggregates/imports.js'
import type { RowPageQuery } from '../../repository/aggregates/port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** Stores an import, or its next state. */
export async function saveImport(finance: FinanceRepository, entry: StoredImport): Promise<void> {
  const row = { id: entry.id, document: entry }
  await finance.replace({
    changes: [],
    lines: [],
    rows: [{ of: imports, row, beside: {}, expected: 'anything', events: [] }],
  })
}

export async function findImport(finance: FinanceRepository, id: string): Promise<StoredImport | null> {
  const [stored] = await finance.findRows(imports, 'id', [id])
  return stored?.row.document ?? null
}

/** Reads a page of imports, of an account or of all, newest first. */
export async function pageImports(
  finance: FinanceRepository,
  {
    account,
    after,
    limit,
  }: { account?: string | undefined; after?: { at: string; id: string } | undefined; limit: number },
): Promise<StoredImport[]> {
  const list = account === undefined ? { list: 'created' } : { list: 'account', where: { account } }
  const rows = await finance.pageRows(imports, {
    ...list,
    direction: 'desc',
    after: after && [after.at, after.id],
    limit,
  })
  return rows.map((row) => row.document)
}

/**
 * Finds the completed imports of an account beside a file's days: the one that ends last before `from`, the one that begins
 * first after `to`, of several the newest; and the newest completed one that has a format.
 */
export async function neighbourImports(
  finance: FinanceRepository,
  { account, from, to }: { account: string; from: string; to: string },
): Promise<Readonly<Record<'before' | 'after' | 'lastWithFormat', StoredImport | null>>> {
  const first = async (query: Omit<RowPageQuery, 'limit'>) =>
    (await finance.pageRows(imports, { ...query, limit: 1 }))[0]?.document ?? null
  const where = { account }
  const has = ['completedAt']
  const next = await first({ list: 'begin', where, has, from: plusDays(to, 1), direction: 'asc' })
  return {
    before: await first({ list: 'end', where, has, before: from, direction: 'desc' }),
    after: next && (await first({ list: 'begin', where: { account, from: next.from }, has, direction: 'desc' })),
    lastWithFormat: await first({ list: 'account', where, has: [...has, 'format'], direction: 'desc' }),
  }
}

const importsAtOnce = 100
/** Some of the files beside a range may have no balance, or none in a currency. */
const importsBeside = 20

/**
 * Reads the completed imports of an account that begin or end on these days, the last ones that end before them and the first ones
 * that begin after them; in the order in which they were made.
 */
export async function importsAround(
  finance: FinanceRepository,
  { account, from, to }: { account: string; from: string; to: string },
): Promise<StoredImport[]> {
  const ofAccount = { where: { account }, has: ['completedAt'] }
  const read = async (query: Omit<RowPageQuery, 'where' | 'has'>) =>
    (await finance.pageRows(imports, { ...query, ...ofAccount })).map(({ document }) => document)
  async function ofDays(list: 'begin' | 'end'): Promise<StoredImport[]> {
    const all: StoredImport[] = []
    for (let after: readonly string[] | undefined; ;) {
      const query = { list, from, before: plusDays(to, 1), direction: 'asc', after, limit: importsAtOnce } as const
      const page = await read(query)
      all.push(...page)
      const last = page.at(-1)
      if (!last || page.length < importsAtOnce) return all
      after = [(list === 'begin' ? last.from : last.to)!, last.createdAt, last.id]
    }
  }
  const documents = [
    ...(await ofDays('begin')),
    ...(await ofDays('end')),
    ...(await read({ list: 'end', before: from, direction: 'desc', limit: importsBeside })),
    ...(await read({ list: 'begin', from: plusDays(to, 1), direction: 'asc', limit: importsBeside })),
  ]
  const unique = new Map(documents.map((document) => [document.id, document]))
  return sortedByText([...unique.values()], ({ createdAt, id }) => `${createdAt} ${id}`)
}
