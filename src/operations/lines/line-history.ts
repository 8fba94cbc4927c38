import type { LineEvent } from '../../domain/reconciliation/bank-line.js'
import type { Context } from '../context.js'
import { financeOf } from '../storage.js'
import { findLine } from './find-lines.js'

export async function lineHistory(context: Context, key: string): Promise<readonly LineEvent[]> {
  const finance = financeOf(context)
  const found = typeof key === 'string' ? await findLine(finance, key) : null
  if (!found) return []
  const { toFillIn } = found
  return toFillIn?.event ? [toFillIn.event] : [...(await finance.lineHistory(key))]
}
