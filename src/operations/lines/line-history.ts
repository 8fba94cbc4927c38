import type { LineEvent } from '../../domain/reconciliation/account-line.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { isLineKey } from '../../domain/reconciliation/line-key.js'
import { groupedBy } from '../../internal/grouped-by.js'

export async function lineHistory(context: Context, key: string): Promise<readonly LineEvent[]> {
  const finance = financeOf(context)
  return typeof key === 'string' && isLineKey(key) ? [...(await finance.lineHistory(key))] : []
}

const maxKeys = 1000
const keysRule = `must be a list of at most ${maxKeys} keys of lines`
const lineKeys = field.list(field.text, { max: maxKeys }, keysRule)

/** Lists the events of lines with one read, however many lines there are. */
export async function lineHistories(context: Context, keys: readonly string[]): Promise<readonly LineEvent[]> {
  const finance = financeOf(context)
  const possible = [...new Set(parse(lineKeys, keys))].filter(isLineKey)
  const all = possible.length > 0 ? await finance.lineHistories(possible) : []
  const events = groupedBy(all, ({ lineKey }) => lineKey)
  return possible.flatMap((key) => events.get(key) ?? [])
}
