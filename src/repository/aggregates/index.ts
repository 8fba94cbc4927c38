/** All aggregates that are described as data; each has a table. */
import type { AnyAggregate } from './aggregate.js'
import { accounts } from './accounts.js'
import { attempts } from './attempts.js'
import { imports } from './imports.js'
import { messages } from './messages.js'
import { notes } from './notes.js'
import { payerEntries } from './payer-entries.js'
import { receiptParts, receipts } from './receipts.js'
import { refunds } from './refunds.js'
import { requestKeys } from './request-keys.js'
import { sessions } from './sessions.js'
import { waivers } from './waivers.js'

export const aggregates: readonly AnyAggregate[] = [
  accounts,
  attempts,
  imports,
  messages,
  notes,
  payerEntries,
  receiptParts,
  receipts,
  refunds,
  requestKeys,
  sessions,
  waivers,
]
