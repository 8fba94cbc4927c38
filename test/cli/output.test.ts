import { describe, expect, it } from 'vitest'
import { OutputClosed } from '../../src/cli/failures.js'
import { money, Output, printable, table } from '../../src/cli/output.js'
import { PlainStream } from '../../src/cli/plain-text.js'
import { Progress } from '../../src/cli/progress.js'
import { run } from '../../src/cli/run.js'
import { jsonLines, MemoryStream, testIo } from './support/io.js'

/** ESC, CSI of C1, a mark of direction, an invisible character, a separator of lines, a tag beyond the first plane, a carriage return. */
const hostile = 'a\u001b[2Jb\u009b2Jc\u202ed\u200be\u2028f\u{e0041}g\rh'
const harmless = 'a?[2Jb?2Jc?d?e?f?g?h'

/** Returns true where a text has only plain characters and ends of lines. */
const isPlain = (text: string) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text.replaceAll('\n', ''))

describe('Output', () => {
  it('ends where its reader has ended, and writes no more', async () => {
    const stream = new MemoryStream()
    stream.closesAfter = 3
    const output = new Output(new PlainStream(stream), false)
    await output.data('ab')
    await expect(output.data('cd')).rejects.toThrow(OutputClosed)
    await expect(output.data('ef')).rejects.toThrow(OutputClosed)
    expect(stream.text).toBe('abcd')
  })

  it('with JSON, writes one document a line', async () => {
    const stream = new MemoryStream()
    await new Output(new PlainStream(stream), true).json({ a: '\n' })
    expect(stream.text).toBe('{"a":"\\n"}\n')
  })

  it('money: shows amounts as people read them, exactly', () => {
    expect(money(123456789, 'ETB')).toBe('1,234,567.89 ETB')
    expect(money('-123456789012345678901', 'KES')).toBe('-1,234,567,890,123,456,789.01 KES')
    expect(money(1234, 'XAF')).toBe('1,234 XAF')
    expect(money(5, 'KWD')).toBe('0.005 KWD')
  })

  it('printable: what a payer wrote cannot rewrite the screen', () => {
    expect(printable('a\u001b[2J\u202eb\nc')).toBe('a?[2J?b?c')
    expect([...printable('ሀ'.repeat(100))]).toHaveLength(48)
  })

  it('table: aligns columns', () => {
    expect(
      table('lr', [
        ['a', '1'],
        ['bbb', '22'],
      ]),
    ).toEqual(['a     1', 'bbb  22'])
  })
})

describe('PlainStream', () => {
  it('writes lines as plain text, each of which stays one', async () => {
    const stream = new MemoryStream()
    await new Output(new PlainStream(stream), false).lines([hostile, `${hostile}\n`])
    expect(stream.text).toBe(`${harmless}\n${harmless}?\n`)
  })

  it('writes JSON as plain text with the same meaning', async () => {
    const stream = new MemoryStream()
    await new Output(new PlainStream(stream), true).json({ [hostile]: hostile }, hostile)
    expect(isPlain(stream.text)).toBe(true)
    expect(stream.text).toContain('b\\u009b2Jc\\u202ed\\u200be\\u2028f\\udb40\\udc41g\\rh')
    expect(jsonLines(stream.text)).toEqual([{ [hostile]: hostile }, hostile])
  })

  it('writes data as plain text to a terminal, and to the byte to a file', async () => {
    const file = new MemoryStream()
    await new Output(new PlainStream(file), false).data(`\ufeff${hostile}\r\n`)
    expect(file.text).toBe(`\ufeff${hostile}\r\n`)
    const terminal = new MemoryStream()
    terminal.isTTY = true
    await new Output(new PlainStream(terminal), false).data(`${hostile}\r\nb`)
    expect(terminal.text).toBe(`${harmless}\r\nb`)
  })

  it.each([
    ['the path of a file', ['import', `${hostile}.csv`, '--account', 'cbe-1000', '--database', `${hostile}.db`]],
    ['the database', ['lines', '--database', `${hostile}.db`]],
    ['the configuration of a worker', ['work', `${hostile}.mjs`, '--database', 'none.db']],
    ['an unknown option', ['lines', `--${hostile}`]],
    ['a layout', ['import', 'a.csv', '--account', 'cbe-1000', '--layout', `${hostile}.json`, '--database', 'none.db']],
    ['a period', ['import', 'a.csv', '--account', 'cbe-1000', '--period', hostile, '--database', 'none.db']],
    ['the name of a command', [hostile]],
  ])('writes a failure as plain text that repeats %s', async (_, args) => {
    for (const json of [[], ['--json']]) {
      const io = testIo()
      expect(await run([...args, ...json], io)).not.toBe(0)
      expect(io.stderr.text).not.toBe('')
      expect(isPlain(io.stdout.text + io.stderr.text)).toBe(true)
    }
  })

  it('leaves out a password that is written otherwise in JSON', async () => {
    const io = testIo({ env: { HP_DATABASE_URL: 'mysql://root:a%22b%1Bc@127.0.0.1' } })
    const args = ['close', '--account', 'a', '--day', 'a"b\u001bc', '--actor', 'a"b\u001bc', '--json']
    await run([...args, '--a"b\u001bc'], io)
    expect(io.stderr.text).toContain('***')
    expect(io.stderr.text).not.toMatch(/a.{1,2}b(?:\\u001b|\?)c/)
  })
})

describe('Progress', () => {
  it('is a line every 10,000 in a log', () => {
    const stream = new MemoryStream()
    const progress = new Progress(new PlainStream(stream), () => 0)
    for (let lines = 1000; lines <= 25_000; lines += 1000) progress.report(lines)
    progress.end()
    expect(stream.text).toBe('10,000 lines read\n20,000 lines read\n')
  })

  it('rewrites a terminal once a second, and leaves it clean', () => {
    const stream = new MemoryStream()
    stream.isTTY = true
    let now = 0
    const progress = new Progress(new PlainStream(stream), () => now)
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
