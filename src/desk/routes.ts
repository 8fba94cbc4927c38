/** The one table of the desk's pages and actions. */
import { auditRoutes } from './pages/audit.js'
import { dayRoutes } from './pages/days.js'
import { doneRoutes } from './pages/done.js'
import { importRoutes } from './pages/imports.js'
import { lineRoutes } from './pages/line.js'
import { lineListRoutes } from './pages/lines.js'
import { paymentRoutes } from './pages/payments.js'
import { receiptRoutes } from './pages/receipts.js'
import { refundRoutes } from './pages/refunds.js'
import { reportRoutes } from './pages/reports.js'
import { todayRoutes } from './pages/today.js'
import type { DeskRoute } from './route.js'

export const deskRoutes: readonly DeskRoute[] = [
  ...todayRoutes,
  // Lists before the paths of one line, of which their last part could be the key.
  ...lineListRoutes,
  ...lineRoutes,
  ...paymentRoutes,
  ...importRoutes,
  ...refundRoutes,
  ...dayRoutes,
  ...receiptRoutes,
  ...reportRoutes,
  ...auditRoutes,
  ...doneRoutes,
]
