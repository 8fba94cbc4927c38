/**
 * The memory of this process while it previews a statement: `reconcile-memory.ts URL PAYMENTS [FIRST-DAY LAST-DAY]`. Without
 * payments it reads the statement alone, which is what the others are compared with.
 */
import { openStore } from './stores.js'
import { statementOf } from './statement.js'

const [url = '', lines, from, to] = process.argv.slice(2)
const { payments, close } = openStore('postgres', url)
await payments.reportPayments({ limit: 1 })

let [items, resident, heap] = [0, 0, 0]
function sample(): void {
  const { rss, heapUsed } = process.memoryUsage()
  resident = Math.max(resident, rss)
  heap = Math.max(heap, heapUsed)
}

sample()
if (lines !== undefined && from !== undefined && to !== undefined) {
  const options = { account: 'bank', period: { from, to } }
  for await (const item of payments.reconcile(statementOf(Number(lines)), options)) {
    if (++items % 1000 === 0 || item.kind === 'summary') sample()
  }
}
await close()
console.log(JSON.stringify({ items, resident, heap }))
