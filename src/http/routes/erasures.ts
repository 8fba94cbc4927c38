/** The route by which what is said of a person is erased. */
import type { HospitalPayments } from '../../service.js'
import { jsonReply } from '../reply.js'
import { jsonBody, type Route } from './route.js'

type Erase = Parameters<HospitalPayments['eraseCustomer']>

export const erasureRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/erasures',
    scope: 'customers:erase',
    query: [],
    body: jsonBody('EraseRequest', { isOptions: true }),
    operationId: 'eraseCustomer',
    summary:
      'Erase what is said of a person, of all payments by `customerId` or of one by `paymentId`. `erased` counts payments that changed.',
    answers: [{ status: 200, schema: 'Erasure' }],
    errors: ['payment_not_found', 'concurrent_update'],
    async run({ payments, body, actor }) {
      const { reason, ...target } = body as Erase[0] & Erase[1]
      return jsonReply(200, await payments.eraseCustomer(target, { reason, actor }))
    },
  },
]
