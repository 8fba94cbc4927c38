import { PaymentError } from '../../errors.js'
import { rememberMethod, speakable } from '../request/method.js'

/** What is taken of Node's `IncomingMessage`, and of what Express and body parsers add to it; Node is not imported. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** Express: the URL before mounting cut its front off. */
  readonly originalUrl?: string | undefined
  readonly rawHeaders: readonly string[]
  /** What a body parser made of the body. */
  readonly body?: unknown
  /** Whether anybody has read from the body. */
  readonly readableDidRead?: boolean
  readonly destroyed?: boolean
  readonly socket?: { readonly destroyed: boolean } | null
  on(event: string, listener: (...values: never[]) => void): unknown
  removeListener(event: string, listener: (...values: never[]) => void): unknown
  pause(): unknown
  resume(): unknown
}

/** Where nothing is told, or nothing usable: a path that no route has. */
const nowhere = 'http://localhost/*'
const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i
/** A path that a URL keeps as it is: whoever guards paths before us has read the same one. */
const steady = /^(?:\/(?!(?:\.|%2e){1,2}(?:[/?#]|$))[^/\\?#\x00-\x20]*)+(?:[?#]|$)/i

/** Of the request line; never of the Host header, which is the client's to choose. */
export function urlOf({ originalUrl, url }: NodeRequest): URL {
  const target = (originalUrl ?? url ?? '').replace(authority, '')
  const path = target.startsWith('?') || target === '' ? `/${target}` : target
  return new URL(steady.test(path) && URL.canParse(`http://localhost${path}`) ? `http://localhost${path}` : nowhere)
}

const undone = new Set(['content-encoding', 'transfer-encoding'])
const anyCharset = /^application\/json[ \t]*;[ \t]*charset=[^;,]*$/i

/** As they came, each name as often as it did: Node's own `headers` drops what is repeated. */
function headersOf({ rawHeaders }: NodeRequest, parsed: unknown): Headers {
  const headers = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase()
    // HTTP/2 has names that begin with a colon.
    if (name.startsWith(':') || (parsed !== undefined && undone.has(name))) continue
    headers.append(name, rawHeaders[i + 1]!)
  }
  const isText = parsed !== undefined && !(parsed instanceof Uint8Array)
  if (isText && anyCharset.test(headers.get('content-type') ?? '')) headers.set('content-type', 'application/json')
  return headers
}

/** A value that somebody parsed is written again; text and bytes are as they came. */
function parsedBody(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>
  return JSON.stringify(body) ?? ''
}

function broken(reason: Error): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.error(reason) })
}

/** Read as the handler asks for it: a refusal before the body reads none of it. */
function streamOf(request: NodeRequest): ReadableStream<Uint8Array> {
  if (request.destroyed) return broken(new Error('The client left before its request was whole.'))
  const encoder = new TextEncoder()
  const listeners = new Map<string, (...values: never[]) => void>()
  const listen = (event: string, listener: (...values: never[]) => void) => {
    listeners.set(event, listener)
    request.on(event, listener)
  }
  const letGo = () => {
    for (const [event, listener] of listeners) request.removeListener(event, listener)
    request.pause()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const fail = (error: unknown) => {
          letGo()
          controller.error(error)
        }
        listen('end', () => {
          letGo()
          controller.close()
        })
        listen('error', fail)
        listen('close', () => fail(new Error('The client left before its request was whole.')))
      },
      pull(controller) {
        // Not before: whoever listens to 'data' has begun to read.
        if (!listeners.has('data')) {
          listen('data', (chunk: Uint8Array | string) => {
            request.pause()
            controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : new Uint8Array(chunk))
          })
        }
        request.resume()
      },
      cancel: letGo,
    },
    { highWaterMark: 0 },
  )
}

/** Whether there is none, by the headers; HTTP/2 needs no header to send one. */
function hasNoBody({ rawHeaders }: NodeRequest): boolean {
  const names = rawHeaders.map((text, i) => (i % 2 === 0 ? text.toLowerCase() : ''))
  const length = names.indexOf('content-length')
  return (
    !names.includes('transfer-encoding') && (length < 0 ? !names.includes(':method') : rawHeaders[length + 1] === '0')
  )
}

/** Of a body that somebody has read, and left nothing of: a fault of the host's, which must not pass for no body. */
function leftOver(request: NodeRequest): ReadableStream<Uint8Array> | null {
  const reason = 'The body was read before the handler, and `request.body` does not have it.'
  return hasNoBody(request) ? null : broken(new PaymentError('internal_error', reason))
}

const bodiless = new Set(['GET', 'HEAD', 'OPTIONS'])

/** @throws TypeError or RangeError for what cannot be a Fetch request */
export function fetchRequest(request: NodeRequest, url: URL, signal: AbortSignal): Request {
  const asked = request.method ?? 'GET'
  const method = speakable(asked)
  // Asked in this order: to look at the body of some hosts is to parse it.
  const wasRead = request.readableDidRead === true
  const parsed = wasRead ? request.body : undefined
  const headers = headersOf(request, parsed)
  if (bodiless.has(method)) {
    const made = new Request(url, { method, headers, signal })
    rememberMethod(made, asked)
    return made
  }
  const body = parsed !== undefined ? parsedBody(parsed) : wasRead ? leftOver(request) : streamOf(request)
  // Fetch asks for `duplex` with a stream; not every type of RequestInit knows it yet.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
  return new Request(url, init)
}
