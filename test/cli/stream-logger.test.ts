import { expect, it } from 'vitest'
import { streamLogger } from '../../src/cli/stream-logger.js'
import { PlainStream } from '../../src/cli/plain-text.js'
import { MemoryStream } from './support/io.js'

it('streamLogger: writes a line of JSON for each message, with its level and its fields', () => {
  const stream = new MemoryStream()
  const logger = streamLogger(new PlainStream(stream))
  logger.warn?.('late', { attempts: 3 })
  logger.error?.('failed')
  expect(stream.text).toBe('{"level":"warn","message":"late","attempts":3}\n{"level":"error","message":"failed"}\n')
})
