import { invalidRequest } from '../../domain/issue.js'
import { PaymentError } from '../../errors.js'
import { joinBytes } from '../../internal/encoding.js'
import {
  bodyFailure,
  BodyWasRead,
  type HeaderReader,
  type Incoming,
  piecesOf,
  readFetchBody,
  streamFetchBody,
} from '../request/incoming.js'
import { isGone, type NodeResponse } from './response.js'

/** The properties of Node's `IncomingMessage` that are read, with those of Express and body parsers; Node is not imported. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** The whole URL, where Express removed the first part because of a mount path. */
  readonly originalUrl?: string | undefined
  /** The part that Express removed. */
  readonly baseUrl?: string | undefined
  readonly rawHeaders: readonly string[]
  /** The body as a body parser has read it. */
  readonly body?: unknown
  /** The bytes of that body, where the parser keeps them under this usual name. */
  readonly rawBody?: unknown
  /** True where a part of the body was read. */
  readonly readableDidRead?: boolean
  readonly destroyed?: boolean
  /** The connection; `encrypted` is true for a socket of TLS. */
  readonly socket?: { readonly destroyed: boolean; readonly encrypted?: boolean } | null
  // Listeners as in the types of Node: to those of Node 26, no other is assignable.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  on(event: string, listener: (...values: any[]) => void): unknown
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  removeListener(event: string, listener: (...values: any[]) => void): unknown
  pause(): unknown
  resume(): unknown
}

type Listener = Parameters<NodeRequest['on']>[1]

/** Path and query of a request, as a URL spells them. */
interface Target {
  readonly pathname: string
  readonly search: string
}

const origin = 'http://localhost'
/** A URL whose path no route has, for a request that names no path, or none that a URL can have. */
const nowhere = `${origin}/*`
const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i
/** A path that a URL keeps as it is: a guard of paths before the handler has read the same one. */
const steady = /^(?:\/(?!(?:\.|%2e){1,2}(?:[/?#]|$))[^/\\?#\x00-\x20]*)+(?:[?#]|$)/i
/** Path and query of characters that a URL keeps as they are, so that none need be made. */
const plain = /^((?:\/(?!(?:\.|%2e){1,2}(?:[/?]|$))[\w.~%!$&()*+,;=:@-]*)+)(\?[\w.~%!$&()*+,;=:@/?-]*)?$/i

/** Returns path and query of the request line; never those of the Host header, which the client may choose. */
export function targetOf({ originalUrl, url }: NodeRequest): Target {
  const line = originalUrl ?? url ?? ''
  const [, known, query = ''] = plain.exec(line) ?? []
  if (known !== undefined) return { pathname: known, search: query }
  const target = line.replace(authority, '')
  const path = target.startsWith('?') || target === '' ? `/${target}` : target
  const { pathname, search } = new URL(steady.test(path) && URL.canParse(origin + path) ? origin + path : nowhere)
  return { pathname, search }
}

const headersOfRawBody = new Set(['content-encoding', 'transfer-encoding'])
const anyCharset = /^application\/json[ \t]*;[ \t]*charset=[^;,]*$/i

/** The headers as they came, but for those that no longer hold of a body that a parser of the host has read. */
class NodeHeaders implements HeaderReader {
  readonly #raw: readonly string[]
  readonly #parsed: unknown

  constructor({ rawHeaders }: NodeRequest, parsed: unknown) {
    this.#raw = rawHeaders
    this.#parsed = parsed
  }

  /** Joins the values of a name, as often as it was sent: Node's own `headers` drops what is repeated. */
  get(name: string): string | null {
    if (this.#parsed !== undefined && headersOfRawBody.has(name)) return null
    let value: string | null = null
    for (let i = 0; i + 1 < this.#raw.length; i += 2) {
      const other = this.#raw[i]!
      if (other.length !== name.length || other.toLowerCase() !== name) continue
      value = value === null ? this.#raw[i + 1]! : `${value}, ${this.#raw[i + 1]!}`
    }
    const isText = this.#parsed !== undefined && !(this.#parsed instanceof Uint8Array)
    return value !== null && isText && name === 'content-type' && anyCharset.test(value) ? 'application/json' : value
  }

  /** @throws TypeError for what Fetch takes for no header */
  all(): Headers {
    const headers = new Headers()
    for (let i = 0; i < this.#raw.length; i += 2) {
      const name = this.#raw[i]!.toLowerCase()
      // HTTP/2 has names that begin with a colon.
      if (name.startsWith(':') || headers.has(name)) continue
      const value = this.get(name)
      if (value !== null) headers.set(name, value)
    }
    return headers
  }
}

const encoder = new TextEncoder()

/** Writes a value that a parser has read as JSON again; text and bytes are as they came. */
function parsedBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>
  return encoder.encode(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Returns the file from a body that a parser has read, where the parser left it as it was. */
function textOrBytes(body: unknown): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  throw new PaymentError(
    'unsupported_media_type',
    'A body parser of this server read the file first. Send it as application/octet-stream.',
  )
}

/** Returns the bytes of a body that a parser has read, where it kept them or left them as they were; `null` where it did not. */
function keptBytes({ rawBody }: NodeRequest, parsed: unknown): Uint8Array<ArrayBuffer> | null {
  const kept = [rawBody, parsed].find((value) => typeof value === 'string' || value instanceof Uint8Array)
  return kept === undefined ? null : parsedBytes(kept)
}

function bytesOfChunk(chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === 'string' ? encoder.encode(chunk) : chunk
}

/** Reads the body of a request from which nothing has been read. A body that is too large is left paused. */
function readNodeBody(request: NodeRequest, max: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    const removeListeners = () => {
      for (const [event, listener] of listeners) request.removeListener(event, listener)
    }
    const fail = (reason: unknown) => {
      removeListeners()
      reject(bodyFailure(reason))
    }
    const listeners: readonly (readonly [string, Listener])[] = [
      ['error', fail],
      ['close', fail],
      [
        'end',
        () => {
          removeListeners()
          resolve(joinBytes(chunks))
        },
      ],
      [
        'data',
        (data: Uint8Array | string) => {
          const chunk = bytesOfChunk(data)
          size += chunk.length
          chunks.push(chunk)
          if (size <= max) return
          removeListeners()
          request.pause()
          resolve(null)
        },
      ],
    ]
    for (const [event, listener] of listeners) request.on(event, listener)
    request.resume()
  })
}

const leftEarly = 'The client closed the connection before the request was complete.'

function broken(reason: Error): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.error(reason) })
}

/** Makes the body a stream of Fetch, for a host that asks for the whole request. */
function streamOf(request: NodeRequest): ReadableStream<Uint8Array> {
  if (request.destroyed) return broken(new Error(leftEarly))
  const listeners = new Map<string, Listener>()
  const listen = (event: string, listener: Listener) => {
    listeners.set(event, listener)
    request.on(event, listener)
  }
  const stopReading = () => {
    for (const [event, listener] of listeners) request.removeListener(event, listener)
    request.pause()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const fail = (error: unknown) => {
          stopReading()
          controller.error(error)
        }
        listen('end', () => {
          stopReading()
          controller.close()
        })
        listen('error', fail)
        listen('close', () => fail(new Error(leftEarly)))
      },
      pull(controller) {
        // Not before: to listen to 'data' begins the reading.
        if (!listeners.has('data')) {
          listen('data', (chunk: Uint8Array | string) => {
            request.pause()
            controller.enqueue(new Uint8Array(bytesOfChunk(chunk)))
          })
        }
        request.resume()
      },
      cancel: stopReading,
    },
    { highWaterMark: 0 },
  )
}

/** Checks by the headers that there is no body; HTTP/2 needs no header to send one. */
function hasNoBody({ rawHeaders }: NodeRequest): boolean {
  const names = rawHeaders.map((text, i) => (i % 2 === 0 ? text.toLowerCase() : ''))
  const length = names.indexOf('content-length')
  return (
    !names.includes('transfer-encoding') && (length < 0 ? !names.includes(':method') : rawHeaders[length + 1] === '0')
  )
}

/** Makes the error of a callback of which a parser has kept only what it has read. */
function bytesNotKept(): BodyWasRead {
  return new BodyWasRead(
    'A body parser of this server read a callback first, and its signature is of the bytes. Mount the handler before the ' +
      'parser, or let the parser keep the bytes as `request.rawBody`.',
  )
}

/** Makes the error of a body that was read and not kept, which must not pass for an empty one. */
function bodyNotKept(): BodyWasRead {
  return new BodyWasRead(
    'The body was read before the handler, and `request.body` does not have it. Mount the handler before the body parser.',
  )
}

const bodiless = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Methods that no Fetch request may have. */
const forbiddenMethods: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

export function isForbiddenMethod(method: string): boolean {
  return forbiddenMethods.has(method)
}

/** A request of Node's as the handler reads it. Each part is made only when it is asked for. */
export class NodeIncoming implements Incoming {
  readonly node: NodeRequest
  readonly method: string
  readonly pathname: string
  readonly search: string
  readonly headers: NodeHeaders
  readonly #response: NodeResponse
  readonly #wasRead: boolean
  readonly #parsed: unknown
  #leaving: AbortController | undefined
  #request: Request | undefined

  constructor(request: NodeRequest, response: NodeResponse, { pathname, search }: Target) {
    this.node = request
    const method = request.method ?? 'GET'
    this.method = isForbiddenMethod(method.toUpperCase()) ? method.toUpperCase() : method
    this.pathname = pathname
    this.search = search
    this.#response = response
    // Asked in this order: to look at the body of some hosts is to parse it.
    this.#wasRead = request.readableDidRead === true
    this.#parsed = this.#wasRead ? request.body : undefined
    this.headers = new NodeHeaders(request, this.#parsed)
  }

  /**
   * The origin by the Host header, which the client may choose: only to compare with what a browser sends, and for nothing
   * else.
   */
  get origin(): string | null {
    const host = this.headers.get(':authority') ?? this.headers.get('host')
    const url = `${this.node.socket?.encrypted === true ? 'https' : 'http'}://${host}`
    return host !== null && URL.canParse(url) ? new URL(url).origin : null
  }

  get parsed(): unknown {
    return this.#parsed
  }

  isGone(): boolean {
    // Of pipelined requests, Node notifies only the response that is being written.
    return this.#leaving?.signal.aborted === true || isGone(this.#response) || this.node.socket?.destroyed === true
  }

  get signal(): AbortSignal {
    if (this.#leaving) return this.#leaving.signal
    const leaving = (this.#leaving = new AbortController())
    const leave = () => {
      if (!this.#response.writableFinished) leaving.abort()
    }
    this.#response.on('close', leave)
    // A request closes after its whole body too.
    this.node.on('close', () => {
      if (this.node.socket?.destroyed) leave()
    })
    if (isGone(this.#response) || this.node.socket?.destroyed) leave()
    return leaving.signal
  }

  async readBody(max: number): Promise<Uint8Array | null> {
    if (this.#request) return readFetchBody(this.#request, max)
    if (this.#parsed !== undefined) {
      const bytes = this.#parsedBytes()
      return bytes.length > max ? null : bytes
    }
    return this.#readUnparsed(max)
  }

  async readRawBody(max: number): Promise<Uint8Array | null> {
    if (this.#request) return readFetchBody(this.#request, max)
    if (!this.#wasRead || hasNoBody(this.node)) return this.#readUnparsed(max)
    const bytes = keptBytes(this.node, this.#parsed)
    if (bytes === null) throw this.#parsed === undefined ? bodyNotKept() : bytesNotKept()
    return bytes.length > max ? null : bytes
  }

  async #readUnparsed(max: number): Promise<Uint8Array | null> {
    if (this.#wasRead) {
      if (hasNoBody(this.node)) return new Uint8Array()
      throw bodyNotKept()
    }
    if (this.node.destroyed) throw bodyFailure(new Error(leftEarly))
    return readNodeBody(this.node, max)
  }

  async *streamBody(): AsyncGenerator<Uint8Array | string> {
    if (this.#request) yield* streamFetchBody(this.#request, this.signal)
    else if (this.#parsed !== undefined) yield textOrBytes(this.#parsed)
    else if (!this.#wasRead) yield* piecesOf(streamOf(this.node), this.signal)
    else if (!hasNoBody(this.node)) throw bodyNotKept()
  }

  /** @throws PaymentError `invalid_request` for what a parser made that is no JSON */
  #parsedBytes(): Uint8Array<ArrayBuffer> {
    try {
      return parsedBytes(this.#parsed)
    } catch {
      throw unreadable()
    }
  }

  allHeaders(): Headers {
    return this.headers.all()
  }

  /** @throws PaymentError `invalid_request` for what cannot be a request of Fetch; a method that Fetch forbids is OPTIONS */
  asRequest(): Request {
    return (this.#request ??= this.#makeRequest())
  }

  #makeRequest(): Request {
    const { signal } = this
    const method = isForbiddenMethod(this.method) ? 'OPTIONS' : this.method
    try {
      const url = origin + this.pathname + this.search
      const headers = this.headers.all()
      if (bodiless.has(method)) return new Request(url, { method, headers, signal })
      // Fetch asks for `duplex` with a stream; not every type of RequestInit has it yet.
      const init: RequestInit & { duplex: 'half' } = { method, headers, body: this.#stream(), signal, duplex: 'half' }
      return new Request(url, init)
    } catch {
      throw unreadable()
    }
  }

  #stream(): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
    if (this.#parsed !== undefined) return keptBytes(this.node, this.#parsed) ?? parsedBytes(this.#parsed)
    if (!this.#wasRead) return streamOf(this.node)
    return hasNoBody(this.node) ? null : broken(bodyNotKept())
  }
}

function unreadable(): PaymentError {
  return invalidRequest([{ path: '', message: 'the request cannot be read' }])
}
