/** The writes of layouts: each stores a version, and puts it in the place of the one before. */
import type { StoredLayout } from '../../domain/layouts/stored-layout.js'
import { layoutNotFound } from '../../domain/not-found.js'
import { PaymentError } from '../../errors.js'
import { layouts, layoutVersions } from '../../repository/aggregates/layouts.js'
import { newRow } from '../../repository/aggregates/rows.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { financeOf } from '../storage.js'
import { findLayout } from './read-layouts.js'

/** A mapping that was checked, as plain JSON, with its digests. */
export type CheckedMapping = Pick<StoredLayout, 'mapping' | 'csvDigest' | 'xlsxDigest'>

/** The calls that may replace one layout at once. */
const maxTries = 20

/** Stores a version; `false` where another call has stored one of its number. */
async function isStored(finance: FinanceRepository, layout: StoredLayout): Promise<boolean> {
  const { version, ...fields } = layout
  const rows = [
    version === 1
      ? newRow(layouts, layout)
      : { of: layouts, row: layout, beside: null, expected: version - 1, events: [] },
    newRow(layoutVersions, { ...fields, number: version }),
  ]
  return (await finance.replace({ changes: [], lines: [], rows })).outcome === 'replaced'
}

/** @throws PaymentError `layout_conflict` where the name is taken */
export async function storeNewLayout(
  context: Context,
  name: string,
  checked: CheckedMapping,
  actor: string,
): Promise<StoredLayout> {
  const layout = { name, version: 1, ...checked, createdBy: actor, createdAt: context.now() }
  if (await isStored(financeOf(context), layout)) return layout
  throw new PaymentError('layout_conflict', 'A layout has this name already. Replace it, or choose another name.', {
    details: { layout: name },
  })
}

/**
 * Stores the next version of a layout; one with the same mapping stays as it is.
 *
 * @throws PaymentError `layout_not_found`, `concurrent_update`
 */
export async function storeNextLayout(
  context: Context,
  name: string,
  checked: CheckedMapping,
  actor: string,
): Promise<StoredLayout> {
  const finance = financeOf(context)
  for (let tries = 0; tries < maxTries; tries++) {
    const former = await findLayout(context, name)
    if (!former) throw layoutNotFound(name)
    if (former.csvDigest === checked.csvDigest) return former
    const layout = { name, version: former.version + 1, ...checked, createdBy: actor, createdAt: context.now() }
    if (await isStored(finance, layout)) return layout
  }
  throw new PaymentError('concurrent_update', 'Write conflict; nothing was stored. Try again.')
}
