import type { LineEvent } from '../../domain/reconciliation/bank-line.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { findLine, findLines } from './find-lines.js'

export async function lineHistory(context: Context, key: string): Promise<readonly LineEvent[]> {
  const finance = financeOf(context)
  const found = typeof key === 'string' ? await findLine(finance, key) : null
  if (!found) return []
  const { toFillIn } = found
  return toFillIn?.event ? [toFillIn.event] : [...(await finance.lineHistory(key))]
}

const mostKeys = 1000
const keysRule = `must be a list of at most ${mostKeys} keys of lines`
const lineKeys = field.list(field.text, { max: mostKeys }, keysRule)

/** Two reads, however many lines there are. */
export async function lineHistories(context: Context, keys: readonly string[]): Promise<readonly LineEvent[]> {
  const finance = financeOf(context)
  const wanted = [...new Set(parse(lineKeys, keys))]
  const found = await findLines(finance, wanted)
  const whole = wanted.filter((key) => found.get(key)?.toFillIn === null)
  const events = new Map<string, LineEvent[]>()
  for (const event of whole.length > 0 ? await finance.lineHistories(whole) : []) {
    const own = events.get(event.lineKey)
    if (own) own.push(event)
    else events.set(event.lineKey, [event])
  }
  return wanted.flatMap((key) => found.get(key)?.toFillIn?.event ?? events.get(key) ?? [])
}
