import { createHash } from 'node:crypto'
import { bearerKeys, createHandler, type Handler, type Scope } from 'hospital-payments/http'
import type { HospitalPayments } from 'hospital-payments'
import { till } from '../../support/finance.js'

export interface Variant {
  readonly manage: boolean
  readonly basePath: '' | '/billing'
  readonly isOpen: boolean
  readonly finance: boolean
}

export const variants: readonly Variant[] = [true, false].flatMap((manage) =>
  (['', '/billing'] as const).flatMap((basePath) =>
    [true, false].map((isOpen) => ({ manage, basePath, isOpen, finance: manage !== isOpen })),
  ),
)

const digest = (key: string) => createHash('sha256').update(key).digest('hex')

export const keys = { all: 'all-scopes', few: 'few-scopes', wrong: 'no-such-key' } as const

const every: readonly Scope[] = [
  'payments:read',
  'payments:write',
  'payments:manage',
  'attempts:write',
  'reports:read',
  'lines:read',
  'lines:write',
  'days:close',
  'refunds:request',
  'refunds:approve',
  'refunds:settle',
  'waivers:request',
  'waivers:approve',
  'receipts:issue',
  'cash:take',
  'cash:supervise',
  'payers:read',
  'payers:write',
  'customers:erase',
]

export function handlerOf(
  payments: HospitalPayments,
  { manage, basePath, isOpen, finance }: Variant,
  onError?: (error: unknown) => void,
): Handler {
  const authenticate = bearerKeys([
    { sha256: digest(keys.all), actor: 'till', scopes: every },
    { sha256: digest(keys.few), actor: 'guest', scopes: [] },
  ])
  const layouts = finance ? { till } : undefined
  return createHandler({
    payments,
    manage,
    basePath,
    finance,
    layouts,
    authenticate: isOpen ? 'none' : authenticate,
    onError,
  })
}

export const origin = 'http://hospital.example'

export interface OperationObject {
  readonly operationId: string
  readonly description: string
  readonly parameters?: readonly { name: string; in: string; required: boolean; schema: Record<string, unknown> }[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { schema: object }>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly headers: Readonly<Record<string, { $ref: string }>>
        readonly content: Readonly<Record<string, { schema: Record<string, unknown> }>>
      }
    >
  >
}

export interface OpenApi {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Record<string, unknown>>>
    readonly headers: Readonly<Record<string, { required?: boolean; schema: object }>>
  }
}

export async function documentOf(handler: Handler, { basePath }: Variant): Promise<OpenApi> {
  const url = `${origin}${basePath}/v1/openapi.json`
  const response = await handler(new Request(url, { headers: { Authorization: `Bearer ${keys.all}` } }))
  return (await response.json()) as OpenApi
}
