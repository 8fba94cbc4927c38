import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import winston from 'winston'
import { readLogger } from '../../src/internal/logger.js'

// Its types are a package of their own.
const bunyan = createRequire(import.meta.url)('bunyan') as {
  createLogger(options: object): { child(fields: object, simple?: boolean): object }
}

/** Collects lines of JSON. */
function written() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line) as Record<string, unknown>)
      done()
    },
  })
  return { lines, stream }
}

const made: Readonly<Record<string, (stream: Writable) => object>> = {
  pino: (stream) => pino({ level: 'debug' }, stream),
  'a child of pino': (stream) => pino({ level: 'debug' }, stream).child({ part: 'payments' }),
  bunyan: (stream) => bunyan.createLogger({ name: 'hospital', stream, level: 'debug' }),
  'a child of bunyan': (stream) =>
    bunyan.createLogger({ name: 'hospital', stream, level: 'debug' }).child({ part: 'payments' }),
  winston: (stream) =>
    winston.createLogger({ level: 'debug', transports: [new winston.transports.Stream({ stream })] }),
  'a child of winston': (stream) =>
    winston
      .createLogger({ level: 'debug', transports: [new winston.transports.Stream({ stream })] })
      .child({ part: 'payments' }),
  'winston with levels of syslog and pino': (stream) =>
    winston.createLogger({
      level: 'trace',
      levels: { fatal: 0, error: 1, warn: 2, info: 3, debug: 4, trace: 5 },
      transports: [new winston.transports.Stream({ stream })],
    }),
}

describe('readLogger: a logger', () => {
  it.each(Object.keys(made))('gets the message and every field in the form of %s', async (name) => {
    const { lines, stream } = written()
    const logger = readLogger('test', made[name]!(stream))
    const levels = ['debug', 'info', 'warn', 'error'] as const
    for (const level of levels) logger[level]?.(`A ${level}.`, { eventId: 'evt_1', attempt: 2 })
    logger.warn?.('Without fields.')
    await new Promise((resolve) => setImmediate(resolve))
    expect(lines.map((line) => [line['msg'] ?? line['message'], line['eventId'], line['attempt']])).toEqual([
      ...levels.map((level) => [`A ${level}.`, 'evt_1', 2]),
      ['Without fields.', undefined, undefined],
    ])
  })

  it('gets the message first where it is like the console', async () => {
    const calls: unknown[][] = []
    const collect = (...args: unknown[]) => void calls.push(args)
    readLogger('test', { warn: collect, trace: collect }).warn?.('A message.', { a: 1 })
    await Promise.resolve()
    expect(calls).toEqual([['A message.', { a: 1 }]])
  })

  it('gets the fields first, as its methods, where it has the shape of pino and nothing else of it', async () => {
    const calls: unknown[][] = []
    class Shaped {
      child() {}
      fatal() {}
      trace() {}
      error(...args: unknown[]) {
        calls.push([this instanceof Shaped, ...args])
      }
    }
    readLogger('test', new Shaped()).error?.('A message.')
    await Promise.resolve()
    expect(calls).toEqual([[true, {}, 'A message.']])
  })

  it.each([undefined, null, 'console', 7, () => undefined])('is refused where it is %s', (logger) => {
    expect(() => readLogger('test', logger)).toThrow(new TypeError('test: logger must be an object'))
  })

  it.each(['debug', 'info', 'warn', 'error'])('is refused where its %s is no function', (level) => {
    for (const wrong of ['log', null, {}])
      expect(() => readLogger('test', { [level]: wrong })).toThrow(
        new TypeError(`test: logger.${level} must be a function`),
      )
    expect(() => readLogger('test', { [level]: undefined })).not.toThrow()
  })

  it('may lack functions, throw or reject; nothing of that reaches the caller', async () => {
    const unhandled: unknown[] = []
    const keep = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', keep)
    const throwing = () => {
      throw new Error('thrown')
    }
    const rejecting = () => Promise.reject(new Error('rejected'))
    const shape = { child: throwing, fatal: throwing, trace: throwing }
    for (const hostLogger of [
      {},
      { warn: throwing, info: rejecting },
      shape,
      { ...shape, warn: throwing, info: rejecting },
    ]) {
      const logger = readLogger('test', hostLogger)
      for (const level of ['debug', 'info', 'warn', 'error'] as const) logger[level]?.('A message.', { a: 1 })
    }
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', keep)
    expect(unhandled).toEqual([])
  })
})
