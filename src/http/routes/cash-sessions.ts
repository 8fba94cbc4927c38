/** The routes of cash sessions: opening, reading, closing and explaining them. */
import { isSameActor } from '../../domain/actor.js'
import type { HospitalPayments } from '../../service.js'
import { jsonReply } from '../reply.js'
import { sessionsParameters } from '../request/parameters.js'
import {
  checkMaySeeMovements,
  checkSessionCall,
  findShownSession,
  isCashSupervisor,
  shownSession,
} from '../shown-sessions.js'
import { readRoute } from './reads.js'
import { jsonBody, type Route, type RouteRequest } from './route.js'

type Cash = HospitalPayments['cash']

const path = '/v1/cash/sessions'

/** Returns the path of a session, or of what belongs to it. */
export const sessionPath = (rest: string) => `${path}/{sessionId}${rest}`

/** Lists sessions, those of the principal alone where it is no supervisor. */
async function listShown({ payments, query, ...asker }: RouteRequest) {
  const { actor, ...others } = query as NonNullable<Parameters<Cash['list']>[0]>
  const person = isCashSupervisor(asker) ? actor : (actor ?? asker.actor)
  const isHidden =
    !isCashSupervisor(asker) && (person === undefined || asker.actor === undefined || !isSameActor(person, asker.actor))
  if (isHidden) return { items: [], nextCursor: null }
  const { items, nextCursor } = await payments.cash.list({ ...others, actor: person })
  return { items: items.map((session) => shownSession(session, asker)), nextCursor }
}

/** Makes a route that reads movements of a session. */
function movementsRoute(
  name: 'history' | 'report',
  facts: Pick<Route, 'operationId' | 'summary'> & { readonly answer: string },
): Route {
  return readRoute({
    path: sessionPath(`/${name}`),
    scope: 'cash:take',
    ...facts,
    errors: ['session_not_found'],
    async read(request) {
      checkMaySeeMovements(await findShownSession(request, request.id), request)
      return request.payments.cash[name](request.id)
    },
  })
}

export const cashSessionRoutes: readonly Route[] = [
  readRoute({
    path,
    scope: 'cash:take',
    query: sessionsParameters,
    operationId: 'listCashSessions',
    summary: 'One page of cash sessions, newest first. Without `cash:supervise` they are those of the principal.',
    answer: 'CashSessionPage',
    errors: ['invalid_date_range', 'invalid_cursor'],
    read: listShown,
  }),
  {
    method: 'POST',
    path,
    scope: 'cash:take',
    query: [],
    body: jsonBody('OpenSessionRequest', { isOptions: true, reserved: ['supervisor'] }),
    operationId: 'openCashSession',
    summary: 'Open a session at a point with the cash that was counted in its drawer.',
    answers: [{ status: 201, schema: 'CashSession' }],
    errors: ['unsupported_currency', 'session_conflict', 'concurrent_update'],
    async run({ payments, body, actor, scopes, basePath }) {
      const session = await payments.cash.open({ ...(body as object), actor } as Parameters<Cash['open']>[0])
      return jsonReply(201, shownSession(session, { scopes }), { location: `${basePath}${path}/${session.id}` })
    },
  },
  readRoute({
    path: sessionPath(''),
    scope: 'cash:take',
    operationId: 'getCashSession',
    summary: 'One cash session.',
    answer: 'CashSession',
    errors: ['session_not_found'],
    read: async (request) => shownSession(await findShownSession(request, request.id), request),
  }),
  movementsRoute('history', {
    operationId: 'getCashSessionHistory',
    summary: 'The events of one cash session, oldest first. That of an open one needs `cash:supervise` too.',
    answer: 'CashSessionHistory',
  }),
  movementsRoute('report', {
    operationId: 'reportCashSession',
    summary: 'The Z report of a closed session. The X report of an open one needs `cash:supervise` too.',
    answer: 'CashSessionReport',
  }),
  {
    method: 'POST',
    path: sessionPath('/close'),
    scope: 'cash:take',
    query: [],
    body: jsonBody('CloseSessionRequest', { isOptions: true, reserved: ['sessionId', 'supervisor'] }),
    operationId: 'closeCashSession',
    summary: 'Close a session with the count of its drawer, which stands; the answer shows what was expected.',
    answers: [{ status: 200, schema: 'CashSession' }],
    errors: ['session_not_found', 'session_closed', 'concurrent_update'],
    async run(request) {
      const { payments, id, body, actor } = request
      const call = { ...(body as object), sessionId: id, actor, supervisor: isCashSupervisor(request) }
      await checkSessionCall('close', call, request)
      return jsonReply(200, await payments.cash.close(call as Parameters<Cash['close']>[0]))
    },
  },
  {
    method: 'POST',
    path: sessionPath('/explain'),
    scope: 'cash:supervise',
    query: [],
    body: jsonBody('ExplainRequest', { isOptions: true, reserved: ['sessionId', 'supervisor'] }),
    operationId: 'explainCashDifference',
    summary: 'Give a reason to each difference of a session that has none.',
    answers: [{ status: 200, schema: 'CashSession' }],
    errors: ['session_not_found', 'self_approval', 'concurrent_update'],
    async run({ payments, id, body, actor }) {
      const options = { ...(body as object), actor, supervisor: true } as Parameters<Cash['explain']>[1]
      return jsonReply(200, await payments.cash.explain(id, options))
    },
  },
]
