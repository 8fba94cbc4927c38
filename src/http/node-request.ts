import { rememberMethod, speakable } from './method.js'

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
  on(event: string, listener: (...values: never[]) => void): unknown
  removeListener(event: string, listener: (...values: never[]) => void): unknown
  pause(): unknown
  resume(): unknown
}

/** Where nothing is told, or nothing usable: a path that no route has. */
const nowhere = 'http://localhost/*'
const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/** Of the request line; never of the Host header, which is the client's to choose. */
export function urlOf({ originalUrl, url }: NodeRequest): URL {
  const target = (originalUrl ?? url ?? '').replace(authority, '')
  const path = target.startsWith('?') || target === '' ? `/${target}` : target
  return new URL(path.startsWith('/') && URL.canParse(`http://localhost${path}`) ? `http://localhost${path}` : nowhere)
}

const perMessage = new Set(['content-encoding', 'content-length', 'transfer-encoding'])

/** As they came, each name as often as it did: Node's own `headers` drops what is repeated. */
function headersOf({ rawHeaders }: NodeRequest, isParsed: boolean): Headers {
  const headers = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase()
    // HTTP/2 has names that begin with a colon.
    if (name.startsWith(':') || (isParsed && perMessage.has(name))) continue
    headers.append(name, rawHeaders[i + 1]!)
  }
  const isJson = /^application\/json\b/i.test(headers.get('content-type') ?? '')
  if (isParsed && isJson) headers.set('content-type', 'application/json')
  return headers
}

/** A value that somebody parsed is written again; text and bytes are as they came. */
function parsedBody(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>
  return JSON.stringify(body) ?? ''
}

/** Read as the handler asks for it: a refusal before the body reads none of it. */
function streamOf(request: NodeRequest): ReadableStream<Uint8Array> {
  let listeners: [string, (...values: never[]) => void][] = []
  const letGo = () => {
    for (const [event, listener] of listeners) request.removeListener(event, listener)
    listeners = []
    request.pause()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        listeners = [
          [
            'data',
            (chunk: Uint8Array) => {
              request.pause()
              controller.enqueue(new Uint8Array(chunk))
            },
          ],
          [
            'end',
            () => {
              letGo()
              controller.close()
            },
          ],
          [
            'error',
            (error: unknown) => {
              letGo()
              controller.error(error)
            },
          ],
          [
            'close',
            () => {
              letGo()
              controller.error(new Error('The client left before its request was whole.'))
            },
          ],
        ] as typeof listeners
        for (const [event, listener] of listeners.slice(1)) request.on(event, listener)
      },
      pull() {
        const [event, listener] = listeners[0] ?? []
        if (event === undefined || !listener) return
        request.removeListener(event, listener)
        request.on(event, listener)
        request.resume()
      },
      cancel: letGo,
    },
    { highWaterMark: 0 },
  )
}

/** Whether somebody has read the body before us and left what he made of it. */
function isParsedBefore({ readableDidRead, body }: NodeRequest): boolean {
  return readableDidRead === true && body !== undefined
}

const bodiless = new Set(['GET', 'HEAD', 'OPTIONS'])

/** @throws TypeError or RangeError for what cannot be a Fetch request */
export function fetchRequest(request: NodeRequest, url: URL, signal: AbortSignal): Request {
  const asked = request.method ?? 'GET'
  const method = speakable(asked)
  const isParsed = isParsedBefore(request)
  const headers = headersOf(request, isParsed)
  if (bodiless.has(method)) {
    const made = new Request(url, { method, headers, signal })
    rememberMethod(made, asked)
    return made
  }
  const body = isParsed ? parsedBody(request.body) : streamOf(request)
  // Fetch asks for `duplex` with a stream; not every type of RequestInit knows it yet.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
  return new Request(url, init)
}
