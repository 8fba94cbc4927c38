import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Conversation, Protocol } from './conversation.js'
import type { Ending, Faults } from './faults.js'
import { mysql } from './mysql.js'
import { postgres } from './postgres.js'

export interface Network {
  delayMs: number
  isSilent: boolean
}

export interface Link {
  cut(): void
  silence(): void
  /** Leaves a silent link silent, but from now on it falls down for both sides when its client leaves. */
  restore(): void
  /** The client has hung up, or was cut. */
  readonly left: Promise<void>
  /** Both sides are gone. */
  readonly ended: Promise<void>
}

/** Links one client's connection and the one to the server that belongs to it. */
export function link(client: Socket, target: { host: string; port: number }, network: Network, faults: Faults): Link {
  let state: 'open' | 'silent' | 'stale' | 'cut' = network.isSilent ? 'silent' : 'open'
  const server = state === 'open' ? connect({ ...target, allowHalfOpen: true, noDelay: true }) : undefined
  let conversation: Conversation | undefined

  const wire = {
    toClient: (bytes: Buffer) => void (state === 'open' && client.write(bytes)),
    toServer: (bytes: Buffer) => void (state === 'open' && server?.write(bytes)),
    end: (how: Ending) => {
      // What came before still arrives.
      client.uncork()
      server?.uncork()
      if (how === 'cut') cut()
      else silence()
    },
  }
  const conversationBy = (protocol: Protocol) => (conversation ??= protocol(wire, faults))

  function cut(): void {
    state = 'cut'
    reset(client)
    reset(server)
  }

  function silence(): void {
    if (state === 'open') state = 'silent'
  }

  function restore(): void {
    if (state !== 'silent') return
    state = 'stale'
    if (client.readableEnded || client.destroyed) cut()
  }

  async function pump(from: Socket, to: Socket | undefined, receive: (chunk: Buffer) => void): Promise<void> {
    try {
      for await (const chunk of from.iterator({ destroyOnReturn: false })) {
        if (network.delayMs > 0) await wait(network.delayMs, undefined, { ref: false })
        if (state !== 'open') continue
        to?.cork()
        receive(chunk as Buffer)
        to?.uncork()
        if (to?.writableNeedDrain) await drained(to)
      }
    } catch (error) {
      // A reset connection is no failure of the proxy: the 'close' event passes it on.
      if (!from.destroyed) throw error
    }
    if (state === 'open') to?.end()
    if (state === 'stale' && from === client) cut()
  }

  /** Resets a connection where the other one was lost by a reset. */
  function pair(socket: Socket, other: Socket | undefined): void {
    socket.on('error', () => {})
    socket.once('close', (hadError) => {
      if (state === 'open' && hadError) cut()
      if (state === 'open') other?.end()
      if (state === 'stale' && socket === client) cut()
    })
  }

  // The servers differ: MariaDB sends first, PostgreSQL waits for the client.
  pair(client, server)
  void pump(client, server, (chunk) => conversationBy(postgres).fromClient(chunk))
  if (server) {
    pair(server, client)
    void pump(server, client, (chunk) => conversationBy(mysql).fromServer(chunk))
  }
  const left = new Promise<void>((resolve) => client.once('end', resolve).once('close', () => resolve()))
  const ended = Promise.all([closed(client), server && closed(server)]).then(() => {})
  return { cut, silence, restore, left, ended }
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

function reset(socket: Socket | undefined): void {
  if (!socket || socket.destroyed) return
  // Node cannot reset a socket that is being ended: it would stay open, and never say so.
  if (socket.connecting || socket.writableEnded) socket.destroy()
  else socket.resetAndDestroy()
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      socket.off('drain', go).off('close', go)
      resolve()
    }
    socket.on('drain', go).on('close', go)
  })
}
