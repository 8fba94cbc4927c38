import { describe, expect, it } from 'vitest'
import { OutputClosed } from '../../src/cli/failures.js'
import { money, Output, printable, table } from '../../src/cli/output.js'
import { Progress } from '../../src/cli/progress.js'
import { MemoryStream } from './support/io.js'

describe('output', () => {
  it('ends where its reader has ended, and writes no more', async () => {
    const stream = new MemoryStream()
    stream.closesAfter = 3
    const output = new Output(stream, false)
    await output.write('ab')
    await expect(output.write('cd')).rejects.toThrow(OutputClosed)
    await expect(output.write('ef')).rejects.toThrow(OutputClosed)
    expect(stream.text).toBe('abcd')
  })

  it('is one document a line as JSON', async () => {
    const stream = new MemoryStream()
    await new Output(stream, true).json({ a: '\n' })
    expect(stream.text).toBe('{"a":"\\n"}\n')
  })

  it('shows amounts as people read them, exactly', () => {
    expect(money(123456789, 'ETB')).toBe('1,234,567.89 ETB')
    expect(money('-123456789012345678901', 'KES')).toBe('-1,234,567,890,123,456,789.01 KES')
    expect(money(1234, 'XAF')).toBe('1,234 XAF')
    expect(money(5, 'KWD')).toBe('0.005 KWD')
  })

  it('cannot be made to rewrite the screen by what a payer wrote', () => {
    expect(printable('a\u001b[2J\u202eb\nc')).toBe('a?[2J?b?c')
    expect([...printable('ሀ'.repeat(100))]).toHaveLength(48)
  })

  it('aligns columns', () => {
    expect(
      table('lr', [
        ['a', '1'],
        ['bbb', '22'],
      ]),
    ).toEqual(['a     1', 'bbb  22'])
  })
})

describe('progress', () => {
  it('is a line every 10,000 in a log', () => {
    const stream = new MemoryStream()
    const progress = new Progress(stream, () => 0)
    for (let lines = 1000; lines <= 25_000; lines += 1000) progress.report(lines)
    progress.end()
    expect(stream.text).toBe('10,000 lines read\n20,000 lines read\n')
  })

  it('rewrites a terminal once a second, and leaves it clean', () => {
    const stream = new MemoryStream()
    stream.isTTY = true
    let now = 0
    const progress = new Progress(stream, () => now)
    for (const [ms, lines] of [
      [100, 1],
      [1100, 2],
      [1200, 3],
      [2200, 4],
    ] as const) {
      now = ms
      progress.report(lines)
    }
    progress.end()
    expect(stream.text).toBe('\r\u001b[K2 lines read\r\u001b[K4 lines read\r\u001b[K')
  })
})
