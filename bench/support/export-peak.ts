/** Exports a filled repository to a slow reader, and prints how far memory rose over the filled one, in MB. */
import { setTimeout as pause } from 'node:timers/promises'
import { hospital } from './payments.js'

const { payments } = await hospital(Number(process.argv[2]))
for (let i = 0; i < 3; i++) {
  gc!()
  await pause(500)
}

const before = process.memoryUsage()
const peak = { resident: 0, heap: 0 }
let pieces = 0
for await (const piece of payments.exportCsv()) {
  const { rss, heapUsed } = process.memoryUsage()
  peak.resident = Math.max(peak.resident, rss - before.rss)
  peak.heap = Math.max(peak.heap, heapUsed - before.heapUsed)
  pieces += piece.length > 0 ? 1 : 0
  await pause(pieces === 50 ? 1000 : 1)
}
console.log(JSON.stringify({ resident: peak.resident / 1e6, heap: peak.heap / 1e6 }))
