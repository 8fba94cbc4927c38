/** The kinds of routes that only read: an answer of the service, one thing by its id, and a file of all. */
import type { DateRange } from '../../domain/calendar.js'
import type { PaymentErrorCode } from '../../errors.js'
import type { HospitalPayments } from '../../service.js'
import { csvReply } from '../csv-reply.js'
import type { Scope } from '../principal.js'
import { jsonReply } from '../reply.js'
import type { Parameter } from '../request/parameters.js'
import type { PaymentRoute, RouteRequest } from './route.js'

interface ReadFacts {
  readonly path: string
  readonly scope: Scope
  readonly alsoScope?: Scope
  /** The parameters of its query; default none. */
  readonly query?: readonly Parameter[]
  readonly operationId: string
  readonly summary: string
  /** The codes of its errors, besides those that every route has; default none. */
  readonly errors?: readonly PaymentErrorCode[]
}

interface AnswerFacts extends ReadFacts {
  /** The schema of the answer. */
  readonly answer: string
}

/** Makes the route whose answer is what `read` returns. */
export function readRoute({
  answer,
  read,
  query = [],
  errors = [],
  ...facts
}: AnswerFacts & { read(request: RouteRequest): Promise<unknown> }): PaymentRoute {
  return {
    method: 'GET',
    ...facts,
    query,
    body: null,
    answers: [{ status: 200, schema: answer }],
    errors,
    async run(request) {
      return jsonReply(200, await read(request))
    },
  }
}

/** Makes the route of one thing by the id in its path; `null`, and a list without entries, is answered as not found. */
export function findRoute({
  find,
  notFound,
  ...facts
}: AnswerFacts & {
  find(payments: HospitalPayments, id: string): Promise<unknown>
  notFound(id: string): Error
}): PaymentRoute {
  return readRoute({
    ...facts,
    async read({ payments, id }) {
      const answer = await find(payments, id)
      if (answer === null || (Array.isArray(answer) && answer.length === 0)) throw notFound(id)
      return answer
    },
  })
}

/** Makes the route of a CSV file of everything that the query selects. */
export function csvRoute({
  name,
  pieces,
  query,
  errors = ['invalid_date_range'],
  ...facts
}: ReadFacts & {
  /** The name of the content, with which the name of the file begins. */
  readonly name: string
  /** Writes the file of a query, which has been checked by the parameters, piece by piece. */
  pieces(
    payments: HospitalPayments,
    query: DateRange,
    options: { readonly signal: AbortSignal },
    scopes: readonly string[],
  ): AsyncIterable<string>
  readonly query: readonly Parameter[]
}): PaymentRoute {
  return {
    method: 'GET',
    ...facts,
    query,
    body: null,
    answers: [{ status: 200, schema: 'csv' }],
    errors,
    run({ payments, query: read, scopes, signal, onError }) {
      const days = read as DateRange
      return csvReply({ name, days, export: (options) => pieces(payments, days, options, scopes), signal, onError })
    },
  }
}
