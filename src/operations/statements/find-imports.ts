import { byInstant } from '../../domain/cursor.js'
import { isImportId } from '../../domain/id.js'
import type { StatementImport } from '../../domain/reconciliation/statement-import.js'
import type { Page } from '../../domain/report.js'
import { isPossibleReference } from '../../domain/text.js'
import type { StoredImport } from '../../repository/aggregates/imports.js'
import type { Context } from '../context.js'
import { type ImportsQuery, importsQuery } from '../input/import-calls.js'
import { parseOptions } from '../input/parse.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'
import { shownImport } from './import-statement.js'
import { findImport, pageImports } from './stored-imports.js'

export async function getImport(context: Context, id: string): Promise<StatementImport | null> {
  const finance = financeOf(context)
  const storedImport = isImportId(id) ? await findImport(finance, id) : null
  return storedImport && shownImport(storedImport)
}

export async function listImports(context: Context, query?: ImportsQuery): Promise<Page<StatementImport>> {
  const { account, cursor, limit } = parseOptions(importsQuery, query)
  const finance = financeOf(context)
  const isPossible = account === undefined || isPossibleReference(account)
  const { items, nextCursor } = await readRows<StoredImport>({
    query: JSON.stringify(['statements.list', account]),
    cursor,
    limit,
    rule: byInstant(isImportId),
    positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    read: isPossible ? (after, limit) => pageImports(finance, { account, after, limit }) : null,
  })
  return { items: items.map(shownImport), nextCursor }
}
