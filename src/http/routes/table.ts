/** The one table of routes: the router, the handler and the OpenAPI document are all made from it. */
import { jsonReply } from '../reply.js'
import { accountRoutes } from './accounts.js'
import { attemptRoutes } from './attempts.js'
import { bookRoutes } from './books.js'
import { cashMovementRoutes } from './cash-movements.js'
import { cashSessionRoutes } from './cash-sessions.js'
import { closingRoutes } from './closings.js'
import { erasureRoutes } from './erasures.js'
import { importRoutes } from './imports.js'
import { layoutRoutes } from './layouts.js'
import { lineRoutes } from './lines.js'
import { paymentRoutes, transitionRoutesOf } from './payments.js'
import { payerRoutes } from './payers.js'
import { receiptRoutes } from './receipts.js'
import { refundRoutes } from './refunds.js'
import { reportRoutes } from './reports.js'
import { ruleRoutes } from './rules.js'
import { waiverRoutes } from './waivers.js'
import type { Route } from './route.js'

const documentRoute: Route = {
  method: 'GET',
  path: '/v1/openapi.json',
  scope: null,
  query: [],
  body: null,
  operationId: 'openApi',
  summary: 'This document.',
  answers: [{ status: 200, schema: 'openapi' }],
  errors: [],
  run: (document) => jsonReply(200, document),
}

/** The choice of routes, besides those that every handler has. */
interface RouteChoice {
  readonly manage: boolean
  /** The routes of statements, their lines, refunds, closed days and the counter; `null` for none of them. */
  readonly finance: object | null
}

const financeRoutes: readonly Route[] = [
  ...importRoutes,
  ...layoutRoutes,
  ...lineRoutes,
  ...ruleRoutes,
  ...refundRoutes,
  ...waiverRoutes,
  ...receiptRoutes,
  ...closingRoutes,
  ...bookRoutes,
  ...cashSessionRoutes,
  ...cashMovementRoutes,
  ...accountRoutes,
  ...payerRoutes,
  ...erasureRoutes,
]

export function routesOf({ manage, finance }: RouteChoice): readonly Route[] {
  return [
    ...paymentRoutes,
    ...attemptRoutes,
    ...reportRoutes,
    documentRoute,
    ...(manage ? transitionRoutesOf(finance !== null) : []),
    ...(finance ? financeRoutes : []),
  ]
}
