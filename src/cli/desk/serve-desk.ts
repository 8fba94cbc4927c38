/** The desk of one person, on the machine where the program runs. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDesk, type DeskOptions, type DeskScope } from '../../desk/index.js'
import { type Handler, toNodeListener } from '../../http/index.js'
import type { HospitalPayments } from '../../service.js'
import { signIn } from './sign-in.js'

const scopes: readonly DeskScope[] = [
  ...(['reports:read', 'lines:read', 'lines:write', 'payments:write'] as const),
  ...(['refunds:request', 'refunds:approve', 'refunds:settle', 'days:close'] as const),
  ...(['payments:read', 'cash:take', 'cash:supervise', 'payers:read', 'payers:write'] as const),
  ...(['waivers:request', 'waivers:approve', 'attempts:write'] as const),
]

/** The time in which answers that have begun may be finished, in milliseconds; then all connections are closed. */
const patienceMs = 5_000

const usedUp =
  'This link was used, or is not the one that was printed. End the desk and start it again for a new one.\n'

interface DeskServing extends Pick<
  DeskOptions,
  'title' | 'receipt' | 'layouts' | 'readOnly' | 'statementChannels' | 'onError' | 'home' | 'messages'
> {
  readonly payments: HospitalPayments
  /** The actor in the history of what is done here. */
  readonly actor: string
  /** The port; 0 for any that is free. */
  readonly port: number
  /** Pages beside those of the desk, for the person who is signed in. */
  readonly beside?: Handler
  /** The signal that ends it. */
  readonly signal: AbortSignal
  /** Takes the link that signs one browser in, once the desk answers requests. */
  readonly onListening: (link: string) => unknown
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearTimeout(impatience)
}

/** Serves a desk on 127.0.0.1 until the signal, and resolves when every answer that had begun is finished. */
export async function serveDesk({ actor, port, signal, onListening, beside, ...options }: DeskServing): Promise<void> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: open } = server.address() as AddressInfo
  const door = signIn(`desk-${open}`)
  const desk = createDesk({
    ...options,
    authenticate: (request) => (door.isSignedIn(request.headers.get('cookie')) ? { actor, scopes } : null),
  })
  const listener = toNodeListener(desk)
  const besideListener = beside && toNodeListener(beside)
  server.on('request', (request, response) => {
    const { method = '', url = '', headers } = request
    const answer = door.open(method, url, headers.cookie)
    if (!answer) {
      if (!besideListener || !door.isSignedIn(headers.cookie)) return listener(request, response)
      return besideListener(request, response, () => listener(request, response))
    }
    response.setHeader('cache-control', 'no-store')
    if (answer.cookie !== undefined) response.setHeader('set-cookie', answer.cookie)
    if (answer.status === 303) response.writeHead(303, { location: '/' }).end()
    else response.writeHead(410, { 'content-type': 'text/plain; charset=utf-8' }).end(usedUp)
  })
  try {
    await onListening(`http://127.0.0.1:${open}${door.link}`)
    await untilAborted(signal)
  } finally {
    await close(server)
  }
}
