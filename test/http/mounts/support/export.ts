import { altered } from '../../../support/repositories.js'
import { testService } from '../../../support/service.js'

const row = ['pay_00000000000000000000000001', 'INV-'.padEnd(200, '7'), 150_000, 'ETB', 'pending', null] as const
const rowsInBatch = 500

export interface LongExport {
  readonly batches: number
  readonly failsAfter?: number
  /** Node's own client, before 24, reports a reset that comes while it still reads as an ordinary end; others do not. */
  readonly waitsMs?: number
}

/** Makes a service whose storage yields this many batches of rows, and counts how its reader treats them. */
export function longExport({ batches, failsAfter = Infinity, waitsMs = 100 }: LongExport) {
  const seen = { pulled: 0, begun: 0, released: 0 }
  let hold: Promise<void> | null = null
  const { repository } = testService()
  const { payments } = testService({
    repository: altered(repository, () => ({
      async *scan(_query, signal) {
        seen.begun++
        const aborted = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
        try {
          if (hold) await Promise.race([hold, aborted])
          for (let i = 0; i < batches; i++) {
            if (i === failsAfter) {
              if (waitsMs > 0) await new Promise((resolve) => setTimeout(resolve, waitsMs))
              throw new Error('the storage went away')
            }
            signal?.throwIfAborted()
            seen.pulled++
            yield Array.from({ length: rowsInBatch }, () => [...row])
          }
        } finally {
          seen.released++
        }
      },
    })),
  })
  return { payments, seen, holdBack: () => (hold = new Promise(() => {})) }
}

const header = 'paymentId,reference,amount,currency,status,paidAt\r\n'
const line = `${row.slice(0, 5).join(',')},\r\n`
export const bytesOfBatch = line.length * rowsInBatch
export const bytesOf = (batches: number) => header.length + batches * bytesOfBatch
