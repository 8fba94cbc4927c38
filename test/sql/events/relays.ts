import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestDatabase } from '../../support/databases/index.js'

const program = fileURLToPath(new URL('relay-process.ts', import.meta.url))

export interface Told {
  readonly id: string
  readonly paymentId: string
  readonly version: number
  /** When, by the clock that all processes share: their lines arrive by ways of their own. */
  readonly at: bigint
}

/** Relay processes over one tenant's events; whoever dies is replaced. */
export function relays(database: TestDatabase, tenant: string) {
  if (database.driver === 'pglite') throw new Error('PGlite lives in one process')
  const place = 'file' in database ? database.file : database.url
  const told: Told[] = []
  const running = new Set<ChildProcess>()

  async function start(): Promise<void> {
    const parameters = ['--import', 'tsx', program, database.dialect, place, tenant]
    const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
    running.add(child)
    const lines = createInterface(child.stdout)
    const ready = once(lines, 'line')
    lines.on('line', (line) => {
      const [word, id = '', paymentId = '', version = '', at = ''] = line.split(' ')
      if (word === 'told') told.push({ id, paymentId, version: Number(version), at: BigInt(at) })
    })
    await ready
  }

  async function kill(): Promise<void> {
    const [child] = running
    if (!child) return
    running.delete(child)
    const gone = once(child, 'close')
    child.kill('SIGKILL')
    await gone
  }

  async function stop(): Promise<void> {
    while (running.size > 0) await kill()
  }

  return { told, start, kill, stop }
}
