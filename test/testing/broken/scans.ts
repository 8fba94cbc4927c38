import type { Payment, PaymentRepository } from 'hospital-payments'
import type { Cell, ScanField, ScanQuery } from 'hospital-payments/repository'
import { type Broken, broken, unavailable } from './broken.js'

type Batch = readonly (readonly Cell[])[]

function cellOf(payment: Payment, field: ScanField): Cell {
  if (field === 'customerId') return payment.customer?.id ?? null
  if (field === 'customerName') return payment.customer?.name ?? null
  if (field === 'customerPhone') return payment.customer?.phone ?? null
  return (payment[field as keyof Payment] as Cell) ?? null
}

/** Reads page by page as of now, as a scan without a snapshot would go. */
async function* withoutSnapshot(
  { page }: PaymentRepository,
  query: ScanQuery,
  signal?: AbortSignal,
): AsyncGenerator<Batch> {
  const { fields, ...filter } = query
  let last: Payment | undefined
  do {
    signal?.throwIfAborted()
    const after = last && { after: { at: last[filter.by]!, id: last.id } }
    const payments: readonly Payment[] = await page({ ...filter, ...after, direction: 'asc', limit: 1000 })
    if (payments.length > 0) yield payments.map((payment) => fields.map((field) => cellOf(payment, field)))
    last = payments.at(-1)
  } while (last)
}

export const brokenScans: readonly Broken[] = [
  broken(
    'gives two batches as one',
    'A scan gives every row once and in order, in batches of at most 1,000',
    (sound) => ({
      async *scan(query, signal) {
        let kept: Batch = []
        for await (const batch of sound.scan(query, signal)) {
          if (kept.length > 0) yield [...kept, ...batch]
          kept = kept.length > 0 ? [] : batch
        }
        if (kept.length > 0) yield kept
      },
    }),
  ),
  broken(
    'loses the last row of each full batch',
    'A scan gives every row once and in order, in batches of at most 1,000',
    (sound) => ({
      async *scan(query, signal) {
        let seen = 0
        for await (const batch of sound.scan(query, signal)) {
          seen += batch.length
          yield seen === 2000 ? batch.slice(0, -1) : batch
        }
      },
    }),
  ),
  broken(
    'reads batch by batch without a snapshot',
    'A scan is of one instant, and payments are written while it is open',
    (sound) => ({ scan: (query, signal) => withoutSnapshot(sound, query, signal) }),
  ),
  broken(
    'cannot write while a scan is open',
    'A scan is of one instant, and payments are written while it is open',
    (sound) => {
      let open = 0
      return {
        async *scan(query, signal) {
          open++
          try {
            yield* sound.scan(query, signal)
          } finally {
            open--
          }
        },
        replace: async (group) => {
          if (open > 0) throw unavailable()
          return sound.replace(group)
        },
      }
    },
  ),
  broken(
    'gives its connection back only to who reads to the end',
    'A scan that is left early, or whose consumer throws, holds nothing',
    (sound) => {
      let free = 10
      return {
        async *scan(query, signal) {
          if (free === 0) throw unavailable()
          free--
          yield* sound.scan(query, signal)
          free++
        },
      }
    },
  ),
  broken('looks at the signal only at first', 'An aborted scan ends with the reason of its signal', (sound) => ({
    async *scan(query, signal) {
      signal?.throwIfAborted()
      yield* sound.scan(query)
    },
  })),
  broken('throws an error of its own for an abort', 'An aborted scan ends with the reason of its signal', (sound) => ({
    async *scan(query, signal) {
      signal?.throwIfAborted()
      for await (const batch of sound.scan(query)) {
        yield batch
        if (signal?.aborted) throw new Error('aborted')
      }
    },
  })),
  broken(
    'looks at the signal only after the first batch',
    'A scan whose signal was aborted before gives no row but the reason',
    (sound) => ({
      async *scan(query, signal) {
        for await (const batch of sound.scan(query)) {
          yield batch
          signal?.throwIfAborted()
        }
      },
    }),
  ),
  broken(
    'throws an error of its own for a signal that was aborted before',
    'A scan whose signal was aborted before gives no row but the reason',
    (sound) => ({
      async *scan(query, signal) {
        if (signal?.aborted) throw new Error('aborted')
        yield* sound.scan(query, signal)
      },
    }),
  ),
  broken(
    'gives the cells in the order of the alphabet',
    'The cells of a scan stand in the order that was asked for',
    (sound) => ({
      scan: ({ fields, ...query }, signal) => sound.scan({ ...query, fields: [...fields].sort() }, signal),
    }),
  ),
  broken('gives truth as 0 and 1', 'The cells of a scan stand in the order that was asked for', (sound) => ({
    async *scan(query, signal) {
      const number = (cell: Cell) => (typeof cell === 'boolean' ? Number(cell) : cell)
      for await (const batch of sound.scan(query, signal)) yield batch.map((row) => row.map(number))
    },
  })),
  broken('gives empty text for what is not there', 'A cell of what a payment does not have is null', (sound) => ({
    async *scan(query, signal) {
      for await (const batch of sound.scan(query, signal)) yield batch.map((row) => row.map((cell) => cell ?? ''))
    },
  })),
  broken(
    'scans all channels, whichever are asked for',
    'A scan goes by the same time, period, filters and order as a page',
    (sound) => ({ scan: ({ channels: _, ...query }, signal) => sound.scan(query, signal) }),
  ),
]
