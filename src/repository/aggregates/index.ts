/** All aggregates that are described as data; each has a table. */
import type { AnyAggregate } from './aggregate.js'
import { accounts } from './accounts.js'
import { archivedLines, carriedForward } from './archived-lines.js'
import { attempts } from './attempts.js'
import { imports } from './imports.js'
import { layouts, layoutVersions } from './layouts.js'
import { messages } from './messages.js'
import { notes } from './notes.js'
import { payerEntries } from './payer-entries.js'
import { receiptParts, receipts } from './receipts.js'
import { refunds } from './refunds.js'
import { requestKeys } from './request-keys.js'
import { rules } from './rules.js'
import { savedFilters } from './saved-filters.js'
import { sessions } from './sessions.js'
import { uploadParts, uploads } from './uploads.js'
import { waivers } from './waivers.js'

export const aggregates: readonly AnyAggregate[] = [
  accounts,
  archivedLines,
  attempts,
  carriedForward,
  imports,
  layouts,
  layoutVersions,
  messages,
  notes,
  payerEntries,
  receiptParts,
  receipts,
  refunds,
  requestKeys,
  rules,
  savedFilters,
  sessions,
  uploads,
  uploadParts,
  waivers,
]
