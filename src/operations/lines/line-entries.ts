import { type LineChange, lineEvent } from '../../domain/reconciliation/account-line.js'
import type { LineEntry } from '../../repository/port.js'
import { wholeLine } from '../../repository/rows.js'
import type { Context } from '../context.js'

/** Makes the entry with which the port stores the next version of a line, with its event. */
export function lineEntry({ ids }: Pick<Context, 'ids'>, change: LineChange, actor: string | null): LineEntry {
  const { line } = change
  const expected = line.version === 1 ? 'nothing' : line.version - 1
  return wholeLine(line, expected, lineEvent(change, { id: ids.event(), actor }))
}
