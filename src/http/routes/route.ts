/** A route: the facts that the router, the handler and the OpenAPI document are made from. */
import type { IssueList } from '../../domain/issue.js'
import type { PaymentErrorCode } from '../../errors.js'
import type { HospitalPayments } from '../../service.js'
import type { Layouts } from '../../statements/choice.js'
import type { Scope } from '../principal.js'
import type { Reply } from '../reply.js'
import type { Parameter } from '../request/parameters.js'

/** The methods of routes, in the order in which `Allow` lists them. */
export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

export type Method = (typeof methods)[number]

/** The request of a route about payments, checked and read. */
export interface RouteRequest {
  readonly payments: HospitalPayments
  readonly actor: string | undefined
  /** The scopes of the principal, for answers and refusals that depend on more than the scope of the route. */
  readonly scopes: readonly string[]
  /** The id or key of the path, decoded; the first where it has several, empty where it has none. */
  readonly id: string
  /** All ids of the path, decoded, in their order. */
  readonly ids: readonly string[]
  readonly query: Readonly<Record<string, unknown>>
  readonly idempotencyKey: string | undefined
  /** The JSON of the body; `undefined` where the route takes none. */
  readonly body: unknown
  /** The body of a route that takes a file, as it comes; nothing is read before it is iterated. */
  readonly file: AsyncIterable<Uint8Array | string>
  /** Returns the layouts of CSV statements that the principal may name, stored ones among them; none where there are no routes of statements. */
  layouts(): Promise<Layouts>
  readonly basePath: string
  readonly requestId: string
  readonly signal: AbortSignal
  readonly onError: (error: unknown) => void
}

/** A body of JSON, by the name of its schema in the document. */
interface JsonBody {
  readonly kind: 'json'
  readonly schema: string
  /** True where the body may be left out, and is then `{}`. */
  readonly isOptional: boolean
  /** True where the body is the options of a function, but for `actor`, which is the principal's. */
  readonly isOptions: boolean
  /** With `isOptions`: arguments of the function beside `actor` that the path or the scopes decide, so that a body has none. */
  readonly reserved?: readonly string[]
  readonly maxBytes?: number
}

/** Describes a body of JSON by its schema: required, and the arguments of no function, unless `more` says otherwise. */
export function jsonBody(schema: string, more: Partial<Omit<JsonBody, 'kind' | 'schema'>> = {}): JsonBody {
  return { kind: 'json', schema, isOptional: false, isOptions: false, ...more }
}

/** A file, read as it comes. */
interface FileBody {
  readonly kind: 'file'
  readonly description: string
  /** Media types in lower case, without parameters; no other is read. */
  readonly types: readonly string[]
  readonly maxBytes: number
}

export interface Answer {
  readonly status: 200 | 201
  readonly schema: string | 'csv' | 'openapi'
  /** The description, where it is not the summary of the route. */
  readonly description?: string
}

interface RouteFacts {
  readonly method: Method
  readonly path: string
  readonly query: readonly Parameter[]
  /** Checks the parameters together; it gets those that are right by themselves. */
  readonly checkQuery?: (query: Readonly<Record<string, unknown>>, issues: IssueList) => void
  readonly body: JsonBody | FileBody | null
  readonly hasIdempotencyKey?: boolean
  /** True where each payment in the body has a key of its own, and the header is refused. */
  readonly hasKeysInBody?: boolean
  readonly operationId: string
  readonly summary: string
  readonly answers: readonly Answer[]
  /** The codes of its errors, besides those that every route has. */
  readonly errors: readonly PaymentErrorCode[]
}

export interface PaymentRoute extends RouteFacts {
  readonly scope: Scope
  /** A scope that serves in place of `scope`. */
  readonly orScope?: Scope
  /** A second scope that the route needs. */
  readonly alsoScope?: Scope
  run(request: RouteRequest): Promise<Reply>
}

/** A route for any principal, because it describes the interface only; no service is chosen for it. */
interface DocumentRoute extends RouteFacts {
  readonly scope: null
  run(document: unknown): Reply
}

export type Route = PaymentRoute | DocumentRoute

/** Lists the scopes that a principal needs for a route, one of each list; none where any principal may ask. */
export function scopesOf(route: Route): readonly (readonly Scope[])[] {
  if (route.scope === null) return []
  const { scope, orScope, alsoScope } = route
  return [orScope ? [scope, orScope] : [scope], ...(alsoScope ? [[alsoScope]] : [])]
}

/** An id in a path, and its name, such as `paymentId`. */
export const idInPath = /\{(\w+)\}/

/** Lists the names of the ids in a path. */
export function namesInPath(path: string): string[] {
  return path.split(idInPath).filter((_, i) => i % 2 === 1)
}
