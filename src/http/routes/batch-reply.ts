import { maxPaymentsOverHttp } from '../../domain/limits.js'
import type { HospitalPayments } from '../../service.js'
import { jsonReply, type Reply, shownError } from '../reply.js'
import { listInBody } from '../request/list-in-body.js'

type Requests = Parameters<HospitalPayments['createPayments']>[0]

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
  const created = await payments.createPayments(listInBody(body, 'payments', maxPaymentsOverHttp) as Requests, {
    actor,
  })
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
