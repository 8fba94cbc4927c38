import type { SchemaState } from '../../sql/schema-state.js'
import { expected, type Finding } from './finding.js'

/** Checks that `migrate` has nothing more to do: tables first, since their guards come after them. */
export function checkSchema({ missing, missingGuards }: SchemaState): Finding[] {
  const todo = 'npx hospital-payments migrate'
  const tables = expected(missing.length === 0, {
    name: 'tables',
    found: missing.length === 0 ? 'up to date' : `to be applied: ${missing.join(', ')}`,
    todo,
  })
  if (missing.length > 0) return [tables]
  const guards = expected(missingGuards.length === 0, {
    name: 'guards',
    found:
      missingGuards.length === 0
        ? 'the history refuses changes'
        : 'the triggers that keep the history from changes are missing',
    status: 'warning',
    todo: `${todo}, as a user who may create triggers`,
  })
  return [tables, guards]
}
