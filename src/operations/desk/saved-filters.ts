/** The filters of lists that a person saved, for the desk. */
import { maxSavedFilters, type SavedFilter } from '../../domain/desk/saved-filter.js'
import { invalidRequest } from '../../domain/issue.js'
import { hex } from '../../internal/encoding.js'
import { sha256 } from '../../internal/sha256.js'
import { savedFilters } from '../../repository/aggregates/saved-filters.js'
import type { Context } from '../context.js'
import { filterDeletion, type FilterToSave, filterToSave, filtersQuery } from '../input/filter-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'

export async function listFilters(
  context: Context,
  query: { readonly actor: string; readonly path: string },
): Promise<readonly SavedFilter[]> {
  const where = parse(filtersQuery, query)
  return financeOf(context).pageRows(savedFilters, { list: 'name', where, direction: 'asc', limit: maxSavedFilters })
}

/** @throws PaymentError `invalid_request`, also for one filter more than a person may have */
export async function saveFilter(context: Context, input: FilterToSave): Promise<SavedFilter> {
  const { actor, path, name, query } = parse(filterToSave, input)
  const finance = financeOf(context)
  const id = hex(sha256([actor, path, name].join('\0')))
  const stored = await listFilters(context, { actor, path })
  if (stored.length >= maxSavedFilters && stored.every((one) => one.id !== id)) {
    const message = `you have ${maxSavedFilters} filters for this list: delete one first`
    throw invalidRequest([{ path: '', message }])
  }
  const row: SavedFilter = { id, actor, path, name, query }
  const entry = { of: savedFilters, row, beside: {}, expected: 'anything', events: [] } as const
  await finance.replace({ changes: [], lines: [], rows: [entry] })
  return row
}

/** Deletes a filter of this person; one of another person stays, as if it were unknown. */
export async function deleteFilter(
  context: Context,
  input: { readonly id: string; readonly actor: string },
): Promise<void> {
  const { id, actor } = parse(filterDeletion, input)
  const finance = financeOf(context)
  const [stored] = await finance.findRows(savedFilters, 'id', [id])
  if (stored?.row.actor === actor) await finance.deleteRows(savedFilters, 'id', [id])
}
