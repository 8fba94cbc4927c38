import { describe, expect, it } from 'vitest'
import type { StatementRecord } from '../../src/domain/reconciliation/statement-line.js'
import { piecesOf, type StatementInput } from '../../src/statements/input.js'
import { type RecordsOfPart, statementReader, type StatementReader } from '../../src/statements/reader.js'
import type { Tally } from '../../src/statements/tally.js'

const creditOf = (row: number, amount: number): StatementRecord => ({
  row,
  direction: 'credit',
  amount,
  currency: 'KES',
  valueDate: '2026-11-20',
})

/** Reads a format in which every piece is a credit of so many minor units. */
const amountsOf = (input: StatementInput): StatementReader =>
  statementReader({ format: 'csv' }, input, async function* (source, counted): AsyncGenerator<RecordsOfPart> {
    let row = 0
    for await (const piece of piecesOf(source)) {
      if (piece === 'broken') throw new Error('broken')
      const amount = Number(piece)
      yield [creditOf(++row, amount)]
    }
    counted.endStatement(null, null)
  })

/** Makes a reader of one part of a file. */
const inOnePart = (part: (counted: Tally) => RecordsOfPart): StatementReader =>
  statementReader({ format: 'csv' }, '', async function* (_, counted) {
    yield part(counted)
  })

async function rowsOf(reader: StatementReader): Promise<number[]> {
  const rows: number[] = []
  for await (const { row } of reader) rows.push(row)
  return rows
}

/** Makes a source that records how far it was read, and whether it was closed. */
function watched(pieces: readonly string[]) {
  const seen = { taken: 0, closed: 0 }
  const source: AsyncIterable<string> = {
    async *[Symbol.asyncIterator]() {
      try {
        for (const piece of pieces) {
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

describe('statementReader', () => {
  it('reads nothing before it is iterated, and then no further than its records are read', async () => {
    const { source, seen } = watched(['1', '2', '3'])
    const iterator = amountsOf(source)[Symbol.asyncIterator]()
    expect(seen.taken).toBe(0)
    await iterator.next()
    expect(seen.taken).toBe(1)
  })

  it('has its summary only once the last record was read', async () => {
    const reader = amountsOf(['1', '2'])
    expect(() => reader.summary()).toThrow('summary() is known once the last record was read')
    const iterator = reader[Symbol.asyncIterator]()
    await iterator.next()
    await iterator.next()
    expect(() => reader.summary()).toThrow(TypeError)
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
    expect(reader.summary()).toMatchObject({ lines: 2, credits: [{ currency: 'KES', amount: '3' }] })
  })

  it('returns a summary that its owner may change', async () => {
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

  it('closes its source when a record fails, and rejects with the error', async () => {
    const { source, seen } = watched(['1', 'broken', '3'])
    const reader = amountsOf(source)
    await expect(rowsOf(reader)).rejects.toThrow('broken')
    expect(seen).toEqual({ taken: 2, closed: 1 })
    expect(() => reader.summary()).toThrow(TypeError)
  })

  it('yields the records of a part that come before a failure in it', async () => {
    const rows: number[] = []
    const reader = inOnePart(function* () {
      yield creditOf(1, 5)
      yield creditOf(2, 5)
      throw new Error('broken')
    })
    const reading = async () => {
      for await (const { row } of reader) rows.push(row)
    }
    await expect(reading()).rejects.toThrow('broken')
    expect(rows).toEqual([1, 2])
    expect(() => reader.summary()).toThrow(TypeError)
  })

  it('counts a record before the part continues, so that a statement which ends there has it', async () => {
    const zero = { currency: 'KES', amount: 0n }
    const reader = inOnePart(function* (counted) {
      yield creditOf(1, 5)
      counted.endStatement(zero, { currency: 'KES', amount: 5n })
      yield creditOf(2, 7)
      counted.endStatement(zero, { currency: 'KES', amount: 7n })
    })
    expect(await rowsOf(reader)).toEqual([1, 2])
    expect(reader.summary().statements.map(({ addsUp }) => addsUp)).toEqual([true, true])
  })

  it('reads no further in a part than its own reader reads, and ends the part when the reading stops early', async () => {
    let [reads, isEnded] = [0, false]
    const reader = inOnePart(function* () {
      try {
        for (let row = 1; row <= 3; row++) {
          reads++
          yield creditOf(row, 1)
        }
      } finally {
        isEnded = true
      }
    })
    for await (const { row } of reader) if (row === 2) break
    expect([reads, isEnded]).toEqual([2, true])
  })

  it.each([
    ['a hundred records', creditOf(1, 1), 100],
    ['a thousand rows that are left out', null, 1_000],
  ])('gives the event loop a turn after %s of one part', async (_, record, max) => {
    const turnsOver = async (count: number) => {
      let [turns, isOver] = [0, false]
      const turn = () => {
        turns++
        if (!isOver) setImmediate(turn)
      }
      setImmediate(turn)
      await rowsOf(inOnePart(() => Array.from({ length: count }, () => record)))
      isOver = true
      return turns
    }
    expect(await turnsOver(max - 1)).toBe(0)
    // One more: a tenth is no sum of binary fractions.
    expect(await turnsOver(5 * (max + 1))).toBeGreaterThanOrEqual(5)
  })

  it('leaves out the items of a part that are no record', async () => {
    const reader = inOnePart(() => [null, creditOf(2, 5), null])
    expect(await rowsOf(reader)).toEqual([2])
    expect(reader.summary()).toMatchObject({ lines: 1, rejected: 0 })
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
    const again = rowsOf(reader)
    await expect(again).rejects.toThrow(TypeError)
    await expect(again).rejects.toThrow('a statement from a stream is read once; open it again')
    expect(reader.summary().lines).toBe(1)
  })

  it('rejects with the error of its source', async () => {
    async function* failing() {
      yield await Promise.resolve('1')
      throw new Error('disk')
    }
    await expect(rowsOf(amountsOf(failing()))).rejects.toThrow('disk')
  })
})
