import { describe, expect, it } from 'vitest'
import type { StatementRecord } from '../../src/domain/reconciliation/statement-line.js'
import { piecesOf, type StatementInput } from '../../src/statements/input.js'
import { statementReader, type StatementReader } from '../../src/statements/reader.js'

/** A format in which every piece is a credit of so many minor units. */
const amountsOf = (input: StatementInput): StatementReader =>
  statementReader('csv', input, async function* (source, counted): AsyncGenerator<StatementRecord> {
    let row = 0
    for await (const piece of piecesOf(source)) {
      if (piece === 'broken') throw new Error('broken')
      const amount = Number(piece)
      yield { row: ++row, direction: 'credit', amount, currency: 'KES', valueDate: '2026-11-20' }
    }
    counted.endStatement(null, null)
  })

async function rowsOf(reader: StatementReader): Promise<number[]> {
  const rows: number[] = []
  for await (const { row } of reader) rows.push(row)
  return rows
}

/** A source that records how far it was read, and whether it was closed. */
function watched(given: readonly string[]) {
  const seen = { taken: 0, closed: 0 }
  const source: AsyncIterable<string> = {
    async *[Symbol.asyncIterator]() {
      try {
        for (const piece of given) {
          seen.taken++
          yield await Promise.resolve(piece)
        }
      } finally {
        seen.closed++
      }
    },
  }
  return { source, seen }
}

describe('a statement reader', () => {
  it('reads nothing before it is iterated, and then no further than it is asked', async () => {
    const { source, seen } = watched(['1', '2', '3'])
    const iterator = amountsOf(source)[Symbol.asyncIterator]()
    expect(seen.taken).toBe(0)
    await iterator.next()
    expect(seen.taken).toBe(1)
  })

  it('has its summary only once the last record was read', async () => {
    const reader = amountsOf(['1', '2'])
    expect(() => reader.summary()).toThrow(TypeError)
    const iterator = reader[Symbol.asyncIterator]()
    await iterator.next()
    await iterator.next()
    expect(() => reader.summary()).toThrow(TypeError)
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
    expect(reader.summary()).toMatchObject({ lines: 2, credits: [{ currency: 'KES', amount: '3' }] })
  })

  it('gives a summary that its owner may change', async () => {
    const reader = amountsOf(['1'])
    await rowsOf(reader)
    reader.summary().credits.length = 0
    reader.summary().statements.pop()
    expect(reader.summary()).toMatchObject({ credits: [{ amount: '1' }], statements: [{ addsUp: null }] })
  })

  it('closes its source when the reading stops early, and has no summary then', async () => {
    const { source, seen } = watched(['1', '2', '3'])
    const reader = amountsOf(source)
    for await (const { row } of reader) if (row === 2) break
    expect(seen).toEqual({ taken: 2, closed: 1 })
    expect(() => reader.summary()).toThrow(TypeError)
  })

  it('closes its source when a record fails, and passes the failure on', async () => {
    const { source, seen } = watched(['1', 'broken', '3'])
    const reader = amountsOf(source)
    await expect(rowsOf(reader)).rejects.toThrow('broken')
    expect(seen).toEqual({ taken: 2, closed: 1 })
    expect(() => reader.summary()).toThrow(TypeError)
  })

  it('cancels a web stream when the reading stops early', async () => {
    let cancelled = false
    const stream = new ReadableStream<string>({
      pull: (controller) => controller.enqueue('1'),
      cancel: () => void (cancelled = true),
    })
    for await (const { row } of amountsOf(stream as unknown as StatementInput)) if (row === 2) break
    expect(cancelled).toBe(true)
  })

  it('reads text, bytes and arrays again, and counts anew', async () => {
    const reader = amountsOf(['1', '2'])
    expect(await rowsOf(reader)).toEqual([1, 2])
    expect(await rowsOf(reader)).toEqual([1, 2])
    expect(reader.summary().lines).toBe(2)
    const again = reader[Symbol.asyncIterator]()
    await again.next()
    expect(() => reader.summary()).toThrow(TypeError)
  })

  it('refuses to read a stream twice, which would look like a statement without lines', async () => {
    const reader = amountsOf(watched(['1']).source)
    expect(await rowsOf(reader)).toEqual([1])
    await expect(rowsOf(reader)).rejects.toThrow(TypeError)
    expect(reader.summary().lines).toBe(1)
  })

  it('passes on what its source throws', async () => {
    async function* failing() {
      yield await Promise.resolve('1')
      throw new Error('disk')
    }
    await expect(rowsOf(amountsOf(failing()))).rejects.toThrow('disk')
  })
})
