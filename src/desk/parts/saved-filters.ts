/** Filters of lists that the reader of a page saved under names. */
import { invalidRequest } from '../../domain/issue.js'
import type { Fields } from './filters.js'
import { namesPerson } from './forms.js'
import type { View } from './view.js'

/**
 * Saves the fields of a list under a name, in the place of the reader's filter with that name.
 *
 * @throws PaymentError `invalid_request` without fields, for a search that may name a person, and for a name or number of
 *   filters beyond the limits; `forbidden` without an actor
 */
export async function saveFields(
  view: View,
  { path, name, fields: { cursor: _, ...fields } }: { path: string; name: string; fields: Fields },
): Promise<void> {
  if (namesPerson(fields)) {
    const message = 'a search text or phone may name a person and is not saved: clear it, then save the filter'
    throw invalidRequest([{ path: '', message }])
  }
  await view.saveFilter({ path, name, query: new URLSearchParams(fields).toString() })
}
