import { type LineChange, lineEvent } from '../../domain/reconciliation/account-line.js'
import type { LineEntry } from '../../repository/port.js'
import { wholeLine } from '../../repository/rows.js'
import type { Context } from '../context.js'

/** The next version of a line as the port stores it, with its event. */
export function lineEntry({ ids }: Pick<Context, 'ids'>, change: LineChange, actor: string | null): LineEntry {
  const { line } = change
  const expected = line.version === 1 ? 'nothing' : line.version - 1
  return wholeLine(line, expected, lineEvent(change, { id: ids.event(), actor }))
}
