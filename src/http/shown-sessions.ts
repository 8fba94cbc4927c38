/** Cash sessions as principals may see them: each their own, and the sums of an open drawer for supervisors alone. */
import { mayUseSession } from '../domain/cash/movement.js'
import type { CashSession } from '../domain/cash/session.js'
import { sessionNotFound } from '../domain/not-found.js'
import {
  closeRequest,
  confirmAtCounterOptions,
  payOutRequest,
  receiveRequest,
  sendRequest,
  takeRequest,
} from '../operations/input/cash-calls.js'
import { parse } from '../operations/input/parse.js'
import type { HospitalPayments } from '../service.js'
import { type Principal, requireScopes } from './principal.js'

/** The sums from which the content of an open drawer could be added up. */
type DrawerSum = 'expected' | 'received' | 'paidOut' | 'sent'

/** A session as an answer shows it. */
type ShownSession = Omit<CashSession, DrawerSum> & Partial<Pick<CashSession, DrawerSum>>

/** The principal of a request, as routes know it. */
interface Asker {
  readonly actor: string | undefined
  readonly scopes: readonly string[]
}

/** Checks that a principal is a supervisor at the counter: over HTTP the scope decides, not the option `cashSupervisors`. */
export function isCashSupervisor({ scopes }: Pick<Principal, 'scopes'>): boolean {
  return scopes.includes('cash:supervise')
}

/** Returns a session without the sums of its drawer, where it is open and the principal is no supervisor: its count is blind. */
export function shownSession(session: CashSession, asker: Pick<Principal, 'scopes'>): ShownSession {
  if (session.status === 'closed' || isCashSupervisor(asker)) return session
  const { received, paidOut, sent, expected, ...blind } = session
  return blind
}

/**
 * Finds a session that the principal may see.
 *
 * @throws PaymentError `session_not_found`, also for the session of another person
 */
export async function findShownSession(
  { payments, ...asker }: Asker & { readonly payments: HospitalPayments },
  id: string,
): Promise<CashSession> {
  const session = await payments.cash.get(id)
  if (session && mayUseSession(session, { ...asker, isSupervisor: isCashSupervisor(asker) })) return session
  throw sessionNotFound(id)
}

const rules = {
  take: takeRequest,
  payOut: payOutRequest,
  send: sendRequest,
  close: closeRequest,
  receive: receiveRequest,
  confirmPayment: confirmAtCounterOptions,
}

/**
 * Checks the call of a function that may name a session, first its shape and then whose session it is: that of another person is
 * refused as an unknown one is.
 *
 * @throws PaymentError `invalid_request`, `session_not_found`
 */
export async function checkSessionCall(
  name: keyof typeof rules,
  call: object,
  asker: Parameters<typeof findShownSession>[0],
): Promise<void> {
  const { sessionId } = parse(rules[name], call)
  if (sessionId !== undefined) await findShownSession(asker, sessionId)
}

/** Refuses the movements of an open session to all but supervisors: they add up to the content of the drawer. */
export function checkMaySeeMovements(session: CashSession, asker: Pick<Principal, 'scopes'>): void {
  if (session.status === 'open') requireScopes(asker, [['cash:supervise']])
}
