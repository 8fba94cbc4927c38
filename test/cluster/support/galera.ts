/** A MariaDB Galera cluster of the test's own, on free ports of this machine. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../support/databases/free-port.js'
import { pathOfProgram } from '../../support/databases/own-mariadb.js'
import { type OwnServer, ownServer, type Program, within } from '../../support/databases/own-server.js'

import { asAdmin } from './mariadb-pair.js'

const run = promisify(execFile)

/** The place of the library by Debian, Red Hat or Homebrew. */
const provider = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'].find(existsSync)

export function whyNoGalera(): string | undefined {
  const lacks = ['mariadbd', 'mariadb-install-db', 'wsrep_sst_rsync', 'rsync'].filter((name) => !pathOfProgram(name))
  if (provider === undefined) lacks.unshift('galera-4')
  if (lacks.length === 0) return undefined
  return `${lacks.join(', ')} not found (apt install mariadb-server galera-4 rsync)`
}

export interface GaleraNode {
  /** The URL of the node's database `mysql`, as root. */
  readonly url: string
  readonly server: OwnServer
  /** Starts it after it was killed or stopped, to fetch from the others what it has missed. */
  rejoin(): Promise<void>
}

export interface Galera {
  readonly nodes: readonly GaleraNode[]
  /** Waits until all nodes are in the cluster and have what each of them has. */
  settled(): Promise<void>
  /** Runs a statement on each node. */
  everywhere(sql: string): Promise<void>
  /** Counts the writes of one node that conflicted with another's, since the nodes were started. */
  conflicts(): Promise<number>
  destroy(): Promise<void>
}

interface Ports {
  readonly sql: number
  readonly group: number
  readonly increments: number
  readonly wholes: number
}

/**
 * Finds ports that are all different: one that is free stays free until a server listens on it, and could come twice.
 */
async function freePorts(nodes: number): Promise<Ports[]> {
  const ports = new Set<number>()
  while (ports.size < 4 * nodes) ports.add(await freePort())
  const all = [...ports]
  return Array.from({ length: nodes }, (_, i) => {
    const [sql, group, increments, wholes] = all.slice(4 * i) as [number, number, number, number]
    return { sql, group, increments, wholes }
  })
}

function flagsOf(ports: Ports, addresses: readonly string[], directory: string): string[] {
  const options = {
    base_host: '127.0.0.1',
    base_port: ports.group,
    'gmcast.listen_addr': `tcp://127.0.0.1:${ports.group}`,
    'ist.recv_addr': `127.0.0.1:${ports.increments}`,
    'gcache.size': '64M',
  }
  return [
    '--no-defaults',
    `--datadir=${join(directory, 'data')}`,
    `--port=${ports.sql}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(directory, 'socket')}`,
    '--skip-name-resolve',
    '--max-connections=300',
    '--innodb-log-file-size=16M',
    // As is usual where the other nodes have it: a write survives the death of a process, if not of a machine.
    '--innodb-flush-log-at-trx-commit=2',
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    '--wsrep-on=ON',
    `--wsrep-provider=${provider}`,
    '--wsrep-cluster-name=hospital',
    `--wsrep-cluster-address=gcomm://${addresses.join(',')}`,
    '--wsrep-node-address=127.0.0.1',
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=127.0.0.1:${ports.wholes}`,
    '--wsrep-slave-threads=2',
    `--wsrep-provider-options=${Object.entries(options)
      .map((pair) => pair.join('='))
      .join(';')}`,
  ]
}

/** Fills the directory of the first node; the others copy it when they join. */
async function install(directory: string): Promise<void> {
  const data = `--datadir=${join(directory, 'data')}`
  const flags = ['--no-defaults', data, '--auth-root-authentication-method=normal', '--skip-test-db']
  await run(pathOfProgram('mariadb-install-db')!, [...flags, '--innodb-log-file-size=16M'], within(directory))
}

async function startNode(ports: Ports, addresses: readonly string[], isFirst: boolean): Promise<GaleraNode> {
  const server = await ownServer(undefined, async (directory): Promise<Program> => {
    if (isFirst) await install(directory)
    else await run('mkdir', [join(directory, 'data')], within(directory))
    return {
      url: `mysql://root@127.0.0.1:${ports.sql}/mysql`,
      command: pathOfProgram('mariadbd')!,
      flags: flagsOf(ports, addresses, directory),
      flagsAtFirst: isFirst ? ['--wsrep-new-cluster'] : [],
      ready: 'Synchronized with group, ready for connections',
      stop: 'SIGTERM',
      stopImmediate: 'SIGKILL',
    }
  })

  /**
   * Reads the last transaction that it had stored when it was killed: from there on it fetches what it has missed, and
   * not everything.
   */
  async function position(): Promise<string[]> {
    const flags = [...flagsOf(ports, addresses, server.directory), '--wsrep-recover']
    const { stderr } = await run(pathOfProgram('mariadbd')!, flags, within(server.directory))
    const place = /Recovered position: (\S+)/.exec(stderr)?.[1]
    return place === undefined ? [] : [`--wsrep-start-position=${place}`]
  }

  return { url: server.url, server, rejoin: async () => server.start(await position()) }
}

/** Starts three nodes: no smaller cluster can lose one and go on. */
export async function startGalera(): Promise<Galera> {
  const ports = await freePorts(3)
  const addresses = ports.map(({ group }) => `127.0.0.1:${group}`)
  const nodes: GaleraNode[] = []
  async function destroy(): Promise<void> {
    // A node that hangs would never stop in good order.
    for (const { server } of nodes) {
      await server.stopImmediate()
      await server.destroy()
    }
  }
  try {
    for (const nodePorts of ports) nodes.push(await startNode(nodePorts, addresses, nodes.length === 0))
  } catch (error) {
    await destroy()
    throw error
  }
  const statusOf = (url: string, names: readonly string[]) =>
    asAdmin(url, async (admin) => {
      const [rows] = await admin.query(`SHOW STATUS WHERE Variable_name IN ('${names.join("', '")}')`)
      return new Map((rows as { Variable_name: string; Value: string }[]).map((row) => [row.Variable_name, row.Value]))
    })

  async function isMember(url: string): Promise<boolean> {
    const names = ['wsrep_cluster_size', 'wsrep_local_state_comment']
    const status = await statusOf(url, names).catch(() => new Map<string, string>())
    return names.map((name) => status.get(name)).join() === `${nodes.length},Synced`
  }

  return {
    nodes,
    destroy,
    async settled() {
      const end = Date.now() + 120_000
      for (const { url } of nodes) {
        while (!(await isMember(url))) {
          if (Date.now() > end) throw new Error('a node of the cluster does not come back')
          await sleep(100)
        }
      }
      for (const { url } of nodes) {
        await asAdmin(url, async (admin) => {
          await admin.query('SET SESSION wsrep_sync_wait = 15')
          await admin.query('SELECT 1')
        })
      }
    },
    async everywhere(sql) {
      for (const { url } of nodes) await asAdmin(url, async (admin) => void (await admin.query(sql)))
    },
    async conflicts() {
      const counts = await Promise.all(
        nodes.map(({ url }) => statusOf(url, ['wsrep_local_cert_failures', 'wsrep_local_bf_aborts'])),
      )
      return counts.flatMap((status) => [...status.values()]).reduce((sum, count) => sum + Number(count), 0)
    },
  }
}
