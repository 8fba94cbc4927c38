import type { Instant } from '../../domain/payments/payment.js'
import { aggregate } from './aggregate.js'
import { erasable, instant, key, longText, named, orNull, text } from './column.js'

/** Free text beside a line. */
export interface StoredNote {
  /** Rises with the time at which the notes of a line were made. */
  id: string
  lineKey: string
  text: string
  actor: string | null
  createdAt: Instant
}

/** The notes of lines, which are erased together with narrations. */
export const notes = aggregate<StoredNote>({
  name: 'line_notes',
  columns: {
    lineKey: key(1020),
    id: key(64),
    text: named('note', erasable(longText)),
    actor: orNull(text(255)),
    createdAt: instant,
  },
  beside: {},
  key: ['lineKey', 'id'],
  lists: { line: { equal: ['lineKey'], order: ['id'] } },
  changes: ['DELETE'],
  isShort: true,
})
