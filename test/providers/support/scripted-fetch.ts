/** A `fetch` that answers from a script, and keeps what was sent. */

export interface Sent {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string
}

/** The answer to a request: JSON with its status, an error of `fetch`, or `never` for none. */
export type Scripted = { readonly status: number; readonly json?: unknown; readonly text?: string } | Error | 'never'

export function json(status: number, value?: unknown): Scripted {
  return value === undefined ? { status } : { status, json: value }
}

function responseOf(answer: Exclude<Scripted, Error | 'never'>): Response {
  const text = answer.text ?? (answer.json === undefined ? null : JSON.stringify(answer.json))
  return new Response(text, { status: answer.status })
}

/** Answers each request by the function, also one that waits. */
export function scriptedFetch(answerTo: (sent: Sent) => Scripted | Promise<Scripted>) {
  const sent: Sent[] = []
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(input, init)
    const one = {
      method: request.method,
      url: new URL(request.url),
      headers: request.headers,
      body: await request.text(),
    }
    sent.push(one)
    const answer = await answerTo(one)
    if (answer instanceof Error) throw answer
    if (answer !== 'never') return responseOf(answer)
    return new Promise((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    )
  }
  return { fetch, sent }
}

/** Makes an error of Node's `fetch`, which has the error of the connection as its cause. */
export function fetchError(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
}
