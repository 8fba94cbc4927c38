import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestDatabase } from '../../support/databases/index.js'
import { programFile } from '../../support/program-file.js'
import type { Delivery } from '../../support/relay-deliveries.js'

const program = new URL('relay-process.ts', import.meta.url)

interface TimedDelivery extends Delivery {
  /** The time, by the clock that all processes share: their lines arrive by ways of their own. */
  readonly at: bigint
}

function deliveryOf(line: string): TimedDelivery {
  const [, relay = '', eventId = '', paymentId = '', version = '', at = ''] = line.split(' ')
  return { relay, eventId, paymentId, version: Number(version), at: BigInt(at) }
}

/** Runs relay processes over one tenant's events; whoever is killed is replaced by a `start`. */
export function relays(database: TestDatabase, tenant: string, leaseMs: number) {
  if (database.driver === 'pglite') throw new Error('PGlite lives in one process')
  const place = 'file' in database ? database.file : database.url
  const delivered: TimedDelivery[] = []
  const events = new Set<string>()
  const running = new Map<string, ChildProcess>()
  const killed = new Set<string>()
  const failed: string[] = []
  let started = 0

  async function start(): Promise<void> {
    const name = `relay-${++started}`
    const parameters = [await programFile(program), database.dialect, place, tenant, String(leaseMs), name]
    const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
    child.once('close', (code) => {
      running.delete(name)
      if (code !== 0 && !killed.has(name)) failed.push(`${name} ended by itself with ${code}`)
    })
    const lines = createInterface(child.stdout)
    const ready = Promise.race([once(lines, 'line'), once(child, 'close')])
    lines.on('line', (line) => {
      if (!line.startsWith('delivered ')) return
      delivered.push(deliveryOf(line))
      events.add(delivered.at(-1)!.eventId)
    })
    await ready
    running.set(name, child)
  }

  async function end(name: string, child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    running.delete(name)
    if (signal === 'SIGKILL') killed.add(name)
    if (child.exitCode !== null) return
    const gone = once(child, 'close')
    child.kill(signal)
    await gone
  }

  /** Kills the one that has lived longest, whatever it is at. */
  async function kill(): Promise<void> {
    const [oldest] = running
    if (oldest) await end(...oldest, 'SIGKILL')
  }

  /** Asks all of them to end after the sends in flight. */
  async function stop(): Promise<void> {
    await Promise.all(Array.from(running, ([name, child]) => end(name, child, 'SIGTERM')))
  }

  return {
    start,
    kill,
    stop,
    killed,
    /** Those that ended without being killed or asked to. */
    failed,
    /** Counts the different events that were delivered. */
    distinct: () => events.size,
    deliveries: (): Delivery[] => delivered.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
  }
}
