/** Tenants by the worker that has them, and a network between the coordinator and a worker that can be cut. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { CitusDatabase, CitusWorker } from '../support/databases/citus.js'
import { freshTenant } from '../support/databases/index.js'
import { freePort } from '../support/databases/free-port.js'

/** The worker and the shard of payments of a tenant. */
export interface Place extends CitusWorker {
  readonly shard: number
}

export async function placeOf({ rows }: CitusDatabase, tenant: string): Promise<Place> {
  const [row] = await rows(
    'SELECT shardid::int AS shard, nodename AS host, nodeport::int AS port FROM pg_dist_shard_placement ' +
      `WHERE shardid = get_shard_id_for_distribution_column('hp_payments', '${tenant}')`,
  )
  return row as unknown as Place
}

/** Returns a tenant whose rows a condition on their place is true of. */
export async function tenantWhere(database: CitusDatabase, isFit: (place: Place) => boolean): Promise<string> {
  for (;;) {
    const tenant = freshTenant()
    if (isFit(await placeOf(database, tenant))) return tenant
  }
}

/** A relay of bytes between the coordinator and one worker, on this machine. */
export interface Relay extends CitusWorker {
  /** Resets all connections, and refuses new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
}

export async function relayTo({ host, port: target }: CitusWorker): Promise<Relay> {
  const port = await freePort()
  const sockets = new Set<Socket>()
  const listen = async () => {
    const listening = createServer((client) => {
      const server = connect(target, host)
      for (const socket of [client, server]) {
        sockets.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => {
          sockets.delete(socket)
          client.destroy()
          server.destroy()
        })
      }
      client.pipe(server).pipe(client)
    }).listen(port, '127.0.0.1')
    await once(listening, 'listening')
    return listening
  }
  let listener: Awaited<ReturnType<typeof listen>> | undefined = await listen()
  return {
    host: '127.0.0.1',
    port,
    async cut() {
      listener?.close()
      listener = undefined
      for (const socket of sockets) socket.resetAndDestroy()
    },
    async restore() {
      listener ??= await listen()
    },
  }
}
