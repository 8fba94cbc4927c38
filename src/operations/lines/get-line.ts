import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { Context } from '../context.js'
import { financeOf } from '../storage.js'
import { findLine } from './find-lines.js'

/** Finds a line; `null` for an unknown key and for text that is no key at all. */
export async function getLine(context: Context, key: string): Promise<AccountLine | null> {
  const finance = financeOf(context)
  if (typeof key !== 'string') return null
  return findLine(finance, key)
}
