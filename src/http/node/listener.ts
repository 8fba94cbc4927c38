import { type Handler, handleOf } from '../handler.js'
import { completeReply, errorReply, refusal, type Reply } from '../reply.js'
import { isForbiddenMethod, NodeIncoming, type NodeRequest, targetOf } from './request.js'
import { breakOff, type NodeResponse, send } from './response.js'
import { requestIdOf } from '../request/request-id.js'

export type { NodeRequest, NodeResponse }

/** A listener of `node:http`, or a middleware of Express, as `toNodeListener` makes it. */
export type NodeListener = (request: NodeRequest, response: NodeResponse, next?: (error?: unknown) => void) => void

/**
 * Calls a handler that `createHandler` did not make, such as a function that a host has put around it, by `Request` and
 * `Response`.
 */
function throughFetch(handler: Handler): (incoming: NodeIncoming) => Promise<Reply> {
  return async (incoming) => {
    const answerFailure = (failure: unknown) => {
      const requestId = requestIdOf(incoming.headers)
      return completeReply(errorReply(failure, requestId), requestId, incoming.method === 'HEAD')
    }
    let request: Request
    try {
      request = incoming.asRequest()
    } catch (failure) {
      return answerFailure(failure)
    }
    const { status, headers, body } = await handler(request)
    const allow = headers.get('allow')
    // Sent on as OPTIONS, because no request of Fetch has such a method: the answer names those that the path has.
    if (isForbiddenMethod(incoming.method) && status === 204 && allow !== null)
      return answerFailure(
        refusal('method_not_allowed', `This path does not take this method. Use ${allow}.`, { allow }),
      )
    return { status, headers: Object.fromEntries(headers), body }
  }
}

/**
 * Makes a listener of `node:http` (also of https and of http2's compatibility API) or a middleware from a handler. With `next`,
 * requests of paths that the handler does not own are passed to it. A body that a parser has read before is used as parsed.
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
  const ownHandle = handleOf(handler)
  const handle = ownHandle ?? throughFetch(handler)
  return (request, response, next) => {
    const target = targetOf(request)
    if (next && !handler.owns(target.pathname)) {
      ownHandle?.passedOn?.(target.pathname, () => new NodeIncoming(request, response, target))
      next()
      return
    }
    const incoming = new NodeIncoming(request, response, target)
    handle(incoming)
      .then((reply) => send(reply, response, incoming))
      .catch(() => breakOff(response))
  }
}
