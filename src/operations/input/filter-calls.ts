/** The arguments of the calls about filters that people save. */
import { filterLength } from '../../domain/desk/saved-filter.js'
import * as field from './fields.js'

/** A filter to save: the path of its list, such as `/lines`, and the query of its address. */
export interface FilterToSave {
  actor: string
  path: string
  name: string
  query: string
}

const pathShape = new RegExp(`^(?=.{1,${filterLength.path}}$)(/[a-z0-9-]+)+$`)
const path = field.text.regex(pathShape, `must be the path of a list, at most ${filterLength.path} characters`)

export const filterToSave = field.object({
  actor: field.actor,
  path,
  name: field.someText(filterLength.name),
  query: field.someText(filterLength.query),
})
export const filtersQuery = field.object({ actor: field.actor, path })
export const filterDeletion = field.object({ actor: field.actor, id: field.text })
