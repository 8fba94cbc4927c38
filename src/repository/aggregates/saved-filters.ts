import { filterLength, type SavedFilter } from '../../domain/desk/saved-filter.js'
import { aggregate } from './aggregate.js'
import { key, text } from './column.js'

/** The filters of lists that people saved. */
export const savedFilters = aggregate<SavedFilter>({
  name: 'saved_filters',
  columns: {
    id: key(64),
    actor: key(512),
    path: key(filterLength.path),
    name: key(4 * filterLength.name),
    query: text(filterLength.query),
  },
  beside: {},
  key: ['id'],
  lists: { name: { equal: ['actor', 'path'], order: ['name', 'id'] } },
  changes: ['UPDATE', 'DELETE'],
})
