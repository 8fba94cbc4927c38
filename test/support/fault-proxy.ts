/** A bad network and a bad server, at will: stands between a database client and a real PostgreSQL or MariaDB. */
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { freePort } from './databases/free-port.js'
import { faults, type Counted, type Ending, type Fault, type ServerError } from './fault-proxy/faults.js'
import { link, type Link, type Network } from './fault-proxy/link.js'
import type { Pattern } from './fault-proxy/pattern.js'

export type { Counted, Fault, ServerError } from './fault-proxy/faults.js'
export { named, preparing, type Message, type Pattern } from './fault-proxy/pattern.js'

/** Modes hold from now on, for open connections as for new ones. Neither TLS nor compression is understood. */
export interface FaultProxy {
  readonly host: string
  readonly port: number
  /** Clients that are connected now, whether or not anything passes. */
  readonly connections: number
  /** Changes a URL of the server so that it goes through the proxy. */
  through(url: string): string

  /** Returns to a network without faults; what was cut or silent stays lost. */
  pass(): Promise<void>
  /** Makes every chunk, in both directions, wait this long; 0 ends it. */
  delay(ms: number): void
  /** Resets every connection on both sides, silent ones too. */
  cut(): void
  /** Refuses new clients: they find a closed port (ECONNREFUSED), or are accepted and reset; open connections go on. */
  refuse(how?: 'closed' | 'reset'): void
  accept(): Promise<void>
  /**
   * Lets no byte and no closing through in either direction, while the sockets stay open; nothing is delivered later.
   */
  silence(): void
  /**
   * Lets new connections work. Silent ones never do again; the server loses each when its client has left, not before.
   */
  restore(): void

  /** Ends the connection when the client sends it; the server never sees it. */
  cutBefore(pattern: Pattern, counted?: Counted): Fault
  silenceBefore(pattern: Pattern, counted?: Counted): Fault
  /** Lets the server do it, commits included; its answer is swallowed and then the connection ends. */
  cutAfter(pattern: Pattern, counted?: Counted): Fault
  silenceAfter(pattern: Pattern, counted?: Counted): Fault
  /** Answers with the error in the place of the server; the transaction is as such an error leaves it. */
  answerWith(pattern: Pattern, error: ServerError, counted?: Counted): Fault
  /** Counts what the client sends, struck or not, without a fault; `done` when it was sent `times` times. */
  watch(pattern: Pattern, counted?: Counted): Fault

  close(): Promise<void>
}

export async function faultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const host = '127.0.0.1'
  const network: Network = { delayMs: 0, isSilent: false }
  const armed = faults()
  const links = new Set<Link>()
  let connections = 0
  let resets = false
  const port = await freePort()
  let listener: Server | undefined = await listen()

  function welcome(client: Socket): void {
    if (resets) {
      client.on('error', () => {}).resetAndDestroy()
      return
    }
    const accepted = link(client, target, network, armed)
    links.add(accepted)
    connections++
    void accepted.left.then(() => connections--)
    void accepted.ended.then(() => links.delete(accepted))
  }

  async function listen(): Promise<Server> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, welcome).listen(port, host)
    await once(server, 'listening')
    return server
  }

  function refuse(how: 'closed' | 'reset' = 'closed'): void {
    resets = how === 'reset'
    if (resets) return
    listener?.close()
    listener = undefined
  }

  async function accept(): Promise<void> {
    resets = false
    listener ??= await listen()
  }

  function silence(): void {
    network.isSilent = true
    for (const each of links) each.silence()
  }

  function restore(): void {
    network.isSilent = false
    for (const each of links) each.restore()
  }

  function cut(): void {
    for (const each of links) each.cut()
  }

  const ending =
    (when: 'before' | 'after', end: Ending): FaultProxy['cutAfter'] =>
    (pattern, counted) =>
      armed.arm(pattern, { when, end }, counted)

  return {
    host,
    port,
    get connections() {
      return connections
    },
    through: (url) => Object.assign(new URL(url), { hostname: host, port: String(port) }).href,
    async pass() {
      network.delayMs = 0
      armed.clear()
      restore()
      await accept()
    },
    delay: (ms) => void (network.delayMs = ms),
    cut,
    refuse,
    accept,
    silence,
    restore,
    cutBefore: ending('before', 'cut'),
    silenceBefore: ending('before', 'silence'),
    cutAfter: ending('after', 'cut'),
    silenceAfter: ending('after', 'silence'),
    answerWith: (pattern, error, counted) => armed.arm(pattern, { error }, counted),
    watch: (pattern, counted) => armed.arm(pattern, null, counted),
    async close() {
      refuse()
      cut()
      await Promise.all([...links].map((each) => each.ended))
    },
  }
}
