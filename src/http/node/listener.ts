import { invalidRequest } from '../../domain/issue.js'
import type { Handler } from '../handler.js'
import { fetchRequest, type NodeRequest, urlOf } from './request.js'
import { breakOff, isGone, type NodeResponse, send } from './response.js'
import { errorReply, responseOf } from '../reply.js'
import { requestIdOf } from '../request/request-id.js'

export type { NodeRequest, NodeResponse }

/** What `toNodeListener` makes: a listener of `node:http`, and a middleware of Express. */
export type NodeListener = (request: NodeRequest, response: NodeResponse, next?: (error?: unknown) => void) => void

async function answer(handler: Handler, request: NodeRequest, url: URL, signal: AbortSignal): Promise<Response> {
  let asked: Request
  try {
    asked = fetchRequest(request, url, signal)
  } catch {
    const requestId = requestIdOf(new Headers())
    return responseOf(errorReply(invalidRequest([{ path: '', message: 'the request cannot be read' }]), requestId), {
      requestId,
      isHead: request.method === 'HEAD',
    })
  }
  return handler(asked)
}

/** Aborted when the client leaves before its answer is whole. */
function leavingOf(request: NodeRequest, response: NodeResponse): AbortSignal {
  const leaving = new AbortController()
  const left = () => {
    if (!response.writableFinished) leaving.abort()
  }
  response.on('close', left)
  // Of pipelined requests, Node tells only the response that is being written; a body that is whole closes as well.
  request.on('close', () => {
    if (request.socket?.destroyed) left()
  })
  if (isGone(response)) left()
  return leaving.signal
}

/**
 * A handler as a listener of `node:http` (and https, and http2's compatibility API), or as a middleware: where `next` is
 * given, paths that the handler does not own go on to it. A body that a parser has read before is taken as it parsed it.
 *
 * @example
 * import { createServer } from 'node:http'
 *
 * const payments = createHospitalPayments({ repository: memoryRepository() })
 * const server = createServer(toNodeListener(createHandler({ payments, authenticate: 'none' })))
 * await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
 * const { port } = server.address() as { port: number }
 * const response = await fetch(`http://127.0.0.1:${port}/v1/reports/payments`)
 * await response.json() // => { items: [], nextCursor: null }
 * server.close()
 */
export function toNodeListener(handler: Handler): NodeListener {
  return (request, response, next) => {
    const url = urlOf(request)
    if (next && !handler.owns(url.pathname)) {
      next()
      return
    }
    const leaving = leavingOf(request, response)
    answer(handler, request, url, leaving)
      .then((answered) => send(answered, response, leaving))
      .catch(() => breakOff(response))
  }
}
