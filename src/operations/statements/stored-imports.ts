import { plusDays } from '../../domain/calendar.js'
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
