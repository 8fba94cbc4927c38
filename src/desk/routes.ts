/** The one table of the desk's pages and actions. */
import { attemptRoutes } from './pages/attempts.js'
import { auditRoutes } from './pages/audit.js'
import { billRoutes } from './pages/bill.js'
import { bookRoutes } from './pages/books.js'
import { cashMovementRoutes } from './pages/cash-movements.js'
import { cashSessionRoutes } from './pages/cash-sessions.js'
import { cashRoutes } from './pages/cash.js'
import { columnRoutes } from './pages/columns.js'
import { counterRoutes } from './pages/counter.js'
import { dayRoutes } from './pages/days.js'
import { doneRoutes } from './pages/done.js'
import { importRoutes } from './pages/imports.js'
import { lineRoutes } from './pages/line.js'
import { lineListRoutes } from './pages/lines.js'
import { monthRoutes } from './pages/months.js'
import { payerRoutes } from './pages/payers.js'
import { paymentRoutes } from './pages/payments.js'
import { receiptRoutes } from './pages/receipts.js'
import { payoutRoutes } from './pages/payout.js'
import { refundRoutes } from './pages/refunds.js'
import { remittanceRoutes } from './pages/remittance.js'
import { reportRoutes } from './pages/reports.js'
import { ruleRoutes } from './pages/rules.js'
import { sessionRoutes } from './pages/session.js'
import { takeRoutes } from './pages/takes.js'
import { todayRoutes } from './pages/today.js'
import { waiverRoutes } from './pages/waivers.js'
import type { DeskRoute } from './route.js'

export const deskRoutes: readonly DeskRoute[] = [
  ...todayRoutes,
  // Lists before the paths of one line, of which their last part could be the key.
  ...lineListRoutes,
  ...lineRoutes,
  ...remittanceRoutes,
  ...ruleRoutes,
  ...paymentRoutes,
  ...payerRoutes,
  ...importRoutes,
  ...columnRoutes,
  ...refundRoutes,
  ...waiverRoutes,
  ...attemptRoutes,
  ...dayRoutes,
  ...monthRoutes,
  ...receiptRoutes,
  ...reportRoutes,
  ...bookRoutes,
  ...auditRoutes,
  ...counterRoutes,
  ...billRoutes,
  ...takeRoutes,
  ...sessionRoutes,
  ...payoutRoutes,
  ...cashRoutes,
  ...cashSessionRoutes,
  ...cashMovementRoutes,
  ...doneRoutes,
]
