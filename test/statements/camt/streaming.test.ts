import fc from 'fast-check'
import { readCamt } from 'hospital-payments/statements'
import { describe, expect, it } from 'vitest'
import { examples, sampled } from '../../support/rounds.js'
import { pieces } from '../support/shared-data.js'
import { entry, read, sample, sampleNames, statement } from './support.js'

const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 12 })

describe('readCamt: a file in pieces', () => {
  it.for(sampleNames)('has the same records however its bytes are cut: %s', async (name) => {
    const bytes = sample(name)
    const whole = await read(bytes)
    await fc.assert(
      fc.asyncProperty(sizes, async (cuts) => {
        expect(await read(pieces(bytes, cuts))).toEqual(whole)
      }),
      { numRuns: examples(60) },
    )
  })

  it.for(sampleNames)('has the same records cut in two at any byte: %s', async (name) => {
    const bytes = sample(name)
    const whole = JSON.stringify(await read(bytes))
    const differing: number[] = []
    for (const cut of sampled(Array(bytes.length + 1).keys())) {
      const result = await read([bytes.subarray(0, cut), bytes.subarray(cut)])
      if (JSON.stringify(result) !== whole) differing.push(cut)
    }
    expect(differing).toEqual([])
  })

  it('has the same records as text, character by character', async () => {
    const text = sample('camt054.v8.prefixed.xml').toString()
    expect(await read(text.split(''))).toEqual(await read(text))
  })
})

describe('readCamt: a long file', () => {
  const count = 20_000

  it('is read piece by piece: no more than one piece ahead of the records', async () => {
    let yielded = 0
    async function* source() {
      yield '<Document><BkToCstmrStmt><Stmt>'
      for (; yielded < count; yielded++) yield await Promise.resolve(entry())
      yield '</Stmt></BkToCstmrStmt></Document>'
    }
    let seen = 0
    let ahead = 0
    const reader = readCamt(source())
    for await (const { row } of reader) {
      expect(row === ++seen).toBe(true)
      ahead = Math.max(ahead, yielded - seen)
    }
    expect(ahead).toBeLessThanOrEqual(1)
    expect(reader.summary()).toMatchObject({ lines: count, credits: [{ currency: 'ETB', amount: `${count}0000` }] })
  })

  it('closes its source when the reader stops early', async () => {
    let closed = false
    function* source() {
      try {
        yield '<Document><BkToCstmrStmt><Stmt>'
        for (;;) yield entry()
      } finally {
        closed = true
      }
    }
    for await (const { row } of readCamt(source())) if (row === 3) break
    expect(closed).toBe(true)
  })

  it('is not read before iteration, and from a stream only once', async () => {
    let started = 0
    function* source() {
      started++
      yield statement(entry())
    }
    const reader = readCamt(source())
    expect(started).toBe(0)
    for await (const record of reader) expect(record).toMatchObject({ amount: 10000 })
    await expect(reader[Symbol.asyncIterator]().next()).rejects.toThrow(TypeError)
    expect(started).toBe(1)
  })
})
