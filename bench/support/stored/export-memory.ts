/**
 * The memory of this process while it exports: `export-memory.ts KIND URL LAST-DAY`. Without a day it exports nothing,
 * which is what the others are compared with. Its reader stops reading on the way.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kind, openStore } from './stores.js'

export interface Memory {
  readonly rows: number
  /** Peaks in bytes. */
  readonly resident: number
  readonly heap: number
  /** The rise of resident memory while nothing was read. */
  readonly stopped: number
}

const pauseAfter = 30
const pauseMs = 1500

const [kind, url, to] = process.argv.slice(2) as [Kind, string, string | undefined]
const { payments, close } = openStore(kind, url)
await payments.reportPayments({ limit: 1 })

let [rows, resident, heap, stopped] = [0, 0, 0, 0]
function sample(): number {
  const { rss, heapUsed } = process.memoryUsage()
  resident = Math.max(resident, rss)
  heap = Math.max(heap, heapUsed)
  return rss
}

/** Stops reading, and measures after a while, in which earlier batches may still arrive. */
async function stopReading(): Promise<void> {
  await sleep(pauseMs / 3)
  const before = sample()
  for (let waited = 0; waited < pauseMs; waited += 20) {
    await sleep(20)
    stopped = Math.max(stopped, sample() - before)
  }
}

if (to === undefined) await stopReading()
else {
  // The header is a line as well.
  rows = -1
  let pieces = 0
  for await (const piece of payments.exportCsv({ to })) {
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) rows++
    sample()
    if (++pieces === pauseAfter) await stopReading()
  }
}
await close()
console.log(JSON.stringify({ rows, resident, heap, stopped } satisfies Memory))
