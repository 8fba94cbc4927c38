/** An address that leads to one server, and later to another: connections that are open stay where they are. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Switch {
  readonly port: number
  /** Leads new connections to this server from now on. */
  point(url: string): void
  close(): Promise<void>
}

export async function openSwitch(url: string): Promise<Switch> {
  let target = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const away = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, away],
      [away, client],
    ] as const) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    point: (to) => void (target = new URL(to)),
    async close() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
