/** The OpenAPI 3.1 document of exactly the routes that a handler has. */
import { errorCodes, type PaymentErrorCode } from '../../errors.js'
import type { Parameter } from '../request/parameters.js'
import { schemaOfQuery } from '../request/query.js'
import { type Answer, namesInPath, type Route, scopesOf } from '../routes/route.js'
import { accountSchemas } from './accounts.js'
import { attemptSchemas } from './attempts.js'
import { batchSchemas } from './batch.js'
import { cashSchemas } from './cash.js'
import { errorSchemaName, errorSchemas } from './errors.js'
import { daySchemas } from './days.js'
import { financeSchemas } from './finance.js'
import { layoutSchemas } from './layouts.js'
import { payerSchemas } from './payers.js'
import { receiptSchemas } from './receipts.js'
import { refundSchemas } from './refunds.js'
import { ruleSchemas } from './rules.js'
import { bookSchemas } from './books.js'
import { waiverSchemas } from './waivers.js'
import { component, type Schema } from './json-schema.js'
import { requestSchemas } from './requests.js'
import { schemas } from './schemas.js'

interface DocumentSetting {
  readonly basePath: string
  readonly routes: readonly Route[]
  /** True where callers need not authenticate. */
  readonly isOpen: boolean
}

type Parts = Readonly<Record<string, unknown>>

const json = (schema: Schema) => ({ 'application/json': { schema } })
const anyOf = (several: readonly Schema[]): Schema => (several.length === 1 ? several[0]! : { anyOf: several })
const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

const { Challenge, MissingScope, ...headersOfAll } = {
  RequestId: {
    description: "Finds the request in the server's log; the client's own `X-Request-Id` where it sent a usable one.",
    required: true,
    schema: { type: 'string' },
  },
  Challenge: { description: 'How to authenticate (RFC 9110, RFC 6750).', required: true, schema: { type: 'string' } },
  MissingScope: {
    description: 'The scope that the credentials lack (RFC 6750); absent where no scope would help.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds, where trying again may help.', schema: { type: 'integer' } },
  Location: { description: 'The path at which it is found.', required: true, schema: { type: 'string' } },
  Disposition: { description: 'Names the file (RFC 6266).', required: true, schema: { type: 'string' } },
}

const idDescriptions: Readonly<Record<string, string>> = {
  paymentId: 'The id of a payment.',
  attemptId: 'The id of an attempt.',
  importId: 'The id of an import.',
  layout: 'The name of a stored layout.',
  payerId: "The host's own id of a payer.",
  refundId: 'The id of a refund.',
  ruleId: 'The id of a rule.',
  year: 'The year of a receipt.',
  number: 'The number of a receipt in its year.',
  lineKey: 'The key of a statement line; its colons may be percent-escaped.',
  sessionId: 'The id of a cash session.',
  account: 'The name of an account.',
  day: 'A calendar day, such as 2026-11-20.',
}

function pathParameters(path: string): Parts[] {
  return namesInPath(path).map((name) => ({
    name,
    in: 'path',
    description: idDescriptions[name],
    required: true,
    schema: { type: 'string' },
  }))
}

function requestBody(body: NonNullable<Route['body']>): Parts {
  if (body.kind === 'json') return { required: !body.isOptional, content: json(component(body.schema)) }
  const { description, types } = body
  const file = { schema: { type: 'string', format: 'binary' } }
  return { required: true, description, content: Object.fromEntries(types.map((type) => [type, file])) }
}

const tagDescriptions = {
  payments: 'Payment intents.',
  attempts: 'Attempts to take payments by providers.',
  reports: 'Reports for finance.',
  imports: 'Statement files, and the layouts by which they are read.',
  lines: 'Statement lines, and the work of people on them.',
  rules: 'Remembered rules, which settle lines without a person.',
  refunds: 'Money that is given back.',
  receipts: 'Numbered receipts of money that came.',
  closings: 'Closed days.',
  cash: 'Cash sessions, and the cash that moves in them.',
  accounts: 'Accounts, and what they hold.',
  payers: 'Payers, and their deposits.',
  about: 'This interface.',
} as const

function tagOf({ path }: Route): keyof typeof tagDescriptions {
  if (path.startsWith('/v1/attempts') || path.endsWith('/attempts')) return 'attempts'
  if (path.startsWith('/v1/payments')) return 'payments'
  if (/^\/v1\/(?:reports|attention|days)/.test(path)) return 'reports'
  if (/^\/v1\/(?:imports|layouts)/.test(path)) return 'imports'
  if (path.startsWith('/v1/rules')) return 'rules'
  if (path.startsWith('/v1/refunds')) return 'refunds'
  if (path.startsWith('/v1/receipts')) return 'receipts'
  if (path.startsWith('/v1/closings')) return 'closings'
  if (path.startsWith('/v1/cash')) return 'cash'
  if (path.startsWith('/v1/accounts')) return 'accounts'
  if (path.startsWith('/v1/payers')) return 'payers'
  return path.startsWith('/v1/lines') ? 'lines' : 'about'
}

function tagsOf(routes: readonly Route[]): Parts[] {
  const usedTags = new Set(routes.map(tagOf))
  const all = Object.entries(tagDescriptions) as [keyof typeof tagDescriptions, string][]
  return all.filter(([name]) => usedTags.has(name)).map(([name, description]) => ({ name, description }))
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: '1 to 255 visible ASCII characters, bare or as one quoted string (RFC 9651).',
  required: false,
  schema: { type: 'string' },
}

function queryParameter(parameter: Parameter): Parts {
  const { name, description, isRequired = false } = parameter
  const { schema } = schemaOfQuery(parameter)
  const list = schema['type'] === 'array' && { style: 'form', explode: false }
  return { name, in: 'query', description, required: isRequired, schema, ...list }
}

/** Lists every code that a route may answer with, those that all routes have included. */
function codesOf(route: Route, isOpen: boolean): PaymentErrorCode[] {
  return [
    'invalid_request',
    ...(isOpen ? [] : (['unauthorized'] as const)),
    ...(route.method === 'GET' && (isOpen || route.scope === null) ? [] : (['forbidden'] as const)),
    ...(route.body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...route.errors,
    'internal_error',
    'storage_unavailable',
    ...(route.body ? (['outcome_unknown'] as const) : []),
  ]
}

function refusals(codes: readonly PaymentErrorCode[], isOpen: boolean): Parts {
  const statuses = [...new Set(codes.map((code) => errorCodes[code].status))].sort()
  const entries = statuses.map((status) => {
    const here = codes.filter((code) => errorCodes[code].status === status)
    const answer = {
      description: here.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join('\n\n'),
      headers: {
        'X-Request-Id': header('RequestId'),
        ...(!isOpen && status === 401 && { 'WWW-Authenticate': header('Challenge') }),
        ...(!isOpen && status === 403 && { 'WWW-Authenticate': header('MissingScope') }),
        ...(status === 503 && { 'Retry-After': header('RetryAfter') }),
      },
      content: json(anyOf(here.map((code) => component(errorSchemaName(code))))),
    }
    return [String(status), answer] as const
  })
  return Object.fromEntries(entries)
}

function contentOf({ schema }: Answer): Parts {
  if (schema === 'csv') return { 'text/csv': { schema: { type: 'string' } } }
  if (schema === 'openapi') return json({ type: 'object' })
  return json(component(schema))
}

function successes({ answers, summary }: Route): Parts {
  const entries = answers.map((answer) => {
    const { status, schema, description = summary } = answer
    const headers = {
      'X-Request-Id': header('RequestId'),
      ...(status === 201 && { Location: header('Location') }),
      ...(schema === 'csv' && { 'Content-Disposition': header('Disposition') }),
    }
    return [String(status), { description, headers, content: contentOf(answer) }] as const
  })
  return Object.fromEntries(entries)
}

function operation(route: Route, isOpen: boolean): Parts {
  const { path, body, query, summary } = route
  const needed = scopesOf(route).map((scopes) => scopes.map((scope) => `\`${scope}\``).join(' or '))
  const scopes = needed.length === 1 ? `the scope ${needed[0]}` : `the scopes ${needed.join(' and ')}`
  const parameters = [
    ...pathParameters(path),
    ...query.map(queryParameter),
    ...(route.hasIdempotencyKey ? [idempotencyKey] : []),
  ]
  return {
    operationId: route.operationId,
    summary,
    description: needed.length === 0 || isOpen ? summary : `${summary}\n\nNeeds ${scopes}.`,
    tags: [tagOf(route)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body) }),
    responses: { ...successes(route), ...refusals(codesOf(route, isOpen), isOpen) },
  }
}

export function openApiDocument({ basePath, routes, isOpen }: DocumentSetting): Parts {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = (paths[route.path] ??= {})
    path[route.method.toLowerCase()] = operation(route, isOpen)
  }
  const codes = Object.keys(errorCodes) as PaymentErrorCode[]
  const usedCodes = codes.filter((code) => routes.some((route) => codesOf(route, isOpen).includes(code)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hospital payments',
      version: '1',
      description: 'Payment intents and reconciliation reports of a hospital.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath === '' ? '/' : basePath, description: 'This server.' }],
    tags: tagsOf(routes),
    security: isOpen ? [] : [{ bearer: [] }],
    paths,
    components: {
      headers: { ...headersOfAll, ...(!isOpen && { Challenge, MissingScope }) },
      schemas: { ...schemasOf(routes), ...errorSchemas(usedCodes) },
      ...(!isOpen && { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }),
    },
  }
}

const allSchemas: Readonly<Record<string, Schema>> = {
  ...requestSchemas,
  ...schemas,
  ...attemptSchemas,
  ...batchSchemas,
  ...financeSchemas,
  ...refundSchemas,
  ...waiverSchemas,
  ...bookSchemas,
  ...receiptSchemas,
  ...daySchemas,
  ...cashSchemas,
  ...accountSchemas,
  ...payerSchemas,
  ...layoutSchemas,
  ...ruleSchemas,
}

/** Collects the schemas of the routes, and the schemas that these refer to. */
function schemasOf(routes: readonly Route[]): Record<string, Schema> {
  const names = new Set<string>()
  const add = (name: string) => {
    const schema = allSchemas[name]
    if (!schema || names.has(name)) return
    names.add(name)
    for (const [, other] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) add(other!)
  }
  for (const { answers, body } of routes) {
    for (const { schema } of answers) add(schema)
    if (body?.kind === 'json') add(body.schema)
  }
  return Object.fromEntries(Object.entries(allSchemas).filter(([name]) => names.has(name)))
}
