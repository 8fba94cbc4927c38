import { brokenAccounts } from './accounts.js'
import type { BrokenFinance } from './broken.js'
import { brokenDays } from './days.js'
import { brokenErasures } from './erasures.js'
import { brokenEventsByTime } from './events-by-time.js'
import { brokenOthers } from './others.js'
import { brokenLineReads } from './reads.js'
import { brokenRefunds } from './refunds.js'
import { brokenSessions } from './sessions.js'
import { brokenWrites } from './writes.js'

export const brokenFinance: readonly BrokenFinance[] = [
  ...brokenWrites,
  ...brokenLineReads,
  ...brokenOthers,
  ...brokenRefunds,
  ...brokenDays,
  ...brokenAccounts,
  ...brokenSessions,
  ...brokenErasures,
  ...brokenEventsByTime,
]
