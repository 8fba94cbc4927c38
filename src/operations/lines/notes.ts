import type { Instant } from '../../domain/payments/payment.js'
import { notes, type StoredNote } from '../../repository/aggregates/notes.js'
import { newRow } from '../../repository/aggregates/rows.js'
import { PaymentError } from '../../errors.js'
import type { Context } from '../context.js'
import { checkKey, noteOptions, type NoteOptions } from '../input/line-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { lineOf } from './find-lines.js'

/** A note of a line: free text, which may name the payer. */
export interface LineNote {
  readonly text: string
  readonly actor: string | null
  readonly createdAt: Instant
}

function noteOf({ text, actor, createdAt }: StoredNote): LineNote {
  return { text, actor, createdAt }
}

export async function addNote(context: Context, key: string, options: NoteOptions): Promise<LineNote> {
  checkKey(key)
  const { text, actor = null } = parse(noteOptions, options)
  const finance = financeOf(context)
  // Notes are erased with the line that they stand beside: it has to be there.
  await lineOf(finance, key)
  const note: StoredNote = { id: context.ids.note(), lineKey: key, text, actor, createdAt: context.now() }
  const { outcome } = await finance.replace({ changes: [], lines: [], rows: [newRow(notes, note)] })
  // Another note has its id: the next call makes another one.
  if (outcome !== 'replaced')
    throw new PaymentError('concurrent_update', 'Write conflict; nothing was stored. Try again.')
  return noteOf(note)
}

export async function listNotes(context: Context, key: string): Promise<readonly LineNote[]> {
  const finance = financeOf(context)
  if (typeof key !== 'string') return []
  const page = { list: 'line', where: { lineKey: key }, direction: 'asc', limit: Number.MAX_SAFE_INTEGER } as const
  return (await finance.pageRows(notes, page)).map(noteOf)
}
