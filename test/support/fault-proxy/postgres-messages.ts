import type { ServerError } from './faults.js'
import type { Message } from './pattern.js'

/** Query, Parse, Bind, Describe, Execute, Close, Flush, Sync, FunctionCall; passwords and COPY data ask nothing. */
export const asks = new Set('QPBDECHSF')
export const finishes = new Set('QSF')
/** CommandComplete, PortalSuspended, EmptyQueryResponse, ErrorResponse. */
export const results = new Set('CsIE')
/** DataRow and COPY's data to the client. */
export const rows = new Set('DHdc')

export const typeOf = (message: Buffer) => String.fromCharCode(message[0]!)
export const typedSize = (head: Buffer) => (head.length < 5 ? undefined : 1 + head.readInt32BE(1))

/** Reads the size of the first message, which has no type, as requests before it have none. */
export const startSize = (head: Buffer) => (head.length < 8 ? undefined : head.readInt32BE(0))

/** Checks whether it is an SSLRequest or GSSENCRequest, to which the proxy says no. */
export const isRefusedRequest = (message: Buffer) => [80877103, 80877104].includes(message.readInt32BE(4))

export function read(type: string, bytes: Buffer, texts: Map<string, string>): Message | undefined {
  if (!'QPB'.includes(type)) return undefined
  const [first = '', second = ''] = bytes.toString('utf8', 5).split('\0', 2)
  if (type === 'Q') return { kind: 'query', bytes, text: first, name: '' }
  if (type === 'B') return { kind: 'execute', bytes, text: texts.get(second) ?? '', name: second }
  texts.set(first, second)
  return { kind: 'prepare', bytes, text: second, name: first }
}

function typed(type: string, body: string): Buffer {
  const message = Buffer.from(`${type}\0\0\0\0${body}`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}

export const simpleQuery = (sql: string) => typed('Q', `${sql}\0`)

/** Makes a message in the place of one of `type` that the server cannot but answer with an error. */
export const failing = (type: string) => (type === 'Q' ? simpleQuery('!') : typed('P', 'fault_proxy\0!\0\0\0'))

export function errorResponse({ code, message = 'injected by the fault proxy' }: ServerError): Buffer {
  return typed('E', `SERROR\0VERROR\0C${code}\0M${message}\0\0`)
}
