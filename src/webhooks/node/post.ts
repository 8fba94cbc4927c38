import type { LookupAddress } from 'node:dns'
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent, request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { failure } from '../deadline.js'
import type { Answer, WebhookRequest } from '../request.js'

/** The sender's own agents: another agent may hold connections to addresses that were not checked, or use a proxy. */
const agent = new Agent({ keepAlive: false })
const httpAgent = new HttpAgent({ keepAlive: false })

/**
 * The time after which Node tries the next address: over far lines a connection takes longer than the quarter of a second that
 * Node allows.
 */
const autoSelectFamilyAttemptTimeout = 2_000

/** Makes a look-up that answers with the checked addresses, whatever the name may mean by now. */
function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  const [first] = addresses
  return (_hostname, { all }, answer) => {
    if (all) answer(null, [...addresses])
    else answer(null, first!.address, first!.family)
  }
}

/** Posts to one of the addresses. Only the head of the answer is read; a redirect is an answer like any other. */
export function post(
  { url, headers, body }: WebhookRequest,
  addresses: readonly LookupAddress[],
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const lookup = pinnedTo(addresses)
    const options = { method: 'POST', headers, signal, lookup, autoSelectFamilyAttemptTimeout }
    const onResponse = (response: IncomingMessage) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null })
      response.destroy()
    }
    const sending =
      url.protocol === 'http:'
        ? httpRequest(url, { ...options, agent: httpAgent }, onResponse)
        : request(url, { ...options, agent }, onResponse)
    sending.on('error', reject)
    // An answer 101 that changes the protocol ends without an error.
    sending.on('close', () => reject(failure('no_answer', 'The connection to the webhook ended without an answer.')))
    sending.end(body)
  })
}
