/** A handler over a test service, and requests to it as a client writes them. */
import type { HospitalPayments, HospitalPaymentsOptions } from 'hospital-payments'
import { createHandler, type Handler, type HandlerOptions } from 'hospital-payments/http'
import { expect } from 'vitest'
import { testService } from '../../support/service.js'

export const host = 'http://localhost'

export const everyScope = [
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
] as const

export type Sent = RequestInit['body']

export interface Sending extends Omit<RequestInit, 'headers' | 'body'> {
  headers?: Record<string, string> | undefined
  /** Sent as JSON, with its type. */
  json?: unknown
  /** Sent as it is. */
  body?: Sent
}

export function requestTo(path: string, { json, headers, ...init }: Sending = {}): Request {
  const isJson = json !== undefined
  return new Request(host + path, {
    ...init,
    ...(isJson && { method: 'POST', body: JSON.stringify(json) }),
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
    ...(init.body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit)
}

export interface Server {
  readonly payments: HospitalPayments
  readonly handler: Handler
  ask(path: string, init?: Sending): Promise<Response>
}

export function server(
  options: Partial<HandlerOptions> = {},
  service: Partial<HospitalPaymentsOptions> = {},
): Server & Pick<ReturnType<typeof testService>, 'clock'> {
  const { payments, clock } = testService(service)
  const handler = createHandler({ payments, authenticate: 'none', ...options })
  return { payments, clock, handler, ask: (path, init) => handler(requestTo(path, init)) }
}

/** Sends a body as it is to the route that creates. */
export function post(body: Sent, headers: Record<string, string> = { 'content-type': 'application/json' }) {
  return server().ask('/v1/payments', { method: 'POST', body, headers })
}

export interface Envelope {
  error: {
    code: string
    message: string
    requestId: string
    details?: { issues?: { path: string; message: string }[]; [name: string]: unknown }
  }
}

/** Returns the error of an answer that must be one, in its envelope and with the headers that every answer has. */
export async function errorOf(answer: Response): Promise<Envelope['error']> {
  const body = (await answer.json()) as Envelope
  expect(Object.keys(body)).toEqual(['error'])
  const { error } = body
  expect(Object.keys(error)).toEqual(['code', 'message', 'requestId', ...(error.details ? ['details'] : [])])
  expect(answer.headers.get('content-type')).toBe('application/json')
  expectCommonHeaders(answer)
  expect(error.requestId).toBe(answer.headers.get('x-request-id'))
  return error
}

export async function codeOf(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer
  return [response.status, (await errorOf(response)).code]
}

/** Returns `path message` of every bad field of an `invalid_request`. */
export async function issuesOf(answer: Promise<Response>): Promise<string[]> {
  const error = await errorOf(await answer)
  expect(error.code, error.message).toBe('invalid_request')
  return error.details!.issues!.map(({ path, message }) => (path === '' ? message : `${path} ${message}`))
}

export function expectCommonHeaders({ headers }: Response): void {
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/)
}
