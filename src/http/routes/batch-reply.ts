import { IssueList, invalidRequest } from '../../domain/issue.js'
import { maxPaymentsOverHttp } from '../../domain/limits.js'
import { isPlainObject } from '../../internal/option-checks.js'
import type { HospitalPayments } from '../../service.js'
import { jsonReply, type Reply, shownError } from '../reply.js'

type Requests = Parameters<HospitalPayments['createPayments']>[0]

/** Reads the list of a body. The library checks each entry of the list by itself. */
function requestsIn(body: unknown): Requests {
  if (!isPlainObject(body)) throw invalidRequest([{ path: '', message: 'the body must be an object' }])
  const { payments } = body
  const issues = new IssueList()
  if (payments === undefined) issues.add(['payments'], 'is required')
  else if (!Array.isArray(payments) || payments.length > maxPaymentsOverHttp) {
    issues.add(['payments'], `must be a list of at most ${maxPaymentsOverHttp}`)
  }
  for (const name of Object.keys(body)) if (name !== 'payments') issues.add([name], 'is not a known field')
  if (!issues.isEmpty) throw issues.refusal()
  return payments as Requests
}

/**
 * Creates the payments of a body. Each result is what the route of one payment answers with: its status, and the payment or
 * the error.
 */
export async function batchReply({
  payments,
  body,
  actor,
  requestId,
  onError,
}: {
  readonly payments: HospitalPayments
  readonly body: unknown
  readonly actor: string | undefined
  readonly requestId: string
  readonly onError: (error: unknown) => void
}): Promise<Reply> {
  const created = await payments.createPayments(requestsIn(body), { actor })
  // One for all payments of a group that could not be written.
  const failures = new Set<unknown>()
  const results = created.map(({ payment, error: failure }) => {
    if (payment) return { status: 201, payment }
    const { status, error } = shownError(failure, requestId)
    if (status >= 500) failures.add(failure)
    return { status, error }
  })
  for (const failure of failures) onError(failure)
  return jsonReply(200, { results })
}
