/** Conversations that no server at hand holds, byte by byte. */
import { describe, expect, it } from 'vitest'
import type { Wire } from './conversation.js'
import { faults } from './faults.js'
import { errorPacket, lastPacket, size } from './mysql-packets.js'
import { postgres } from './postgres.js'
import { simpleQuery } from './postgres-messages.js'

function packet(payload: number[], sequence = 1): Buffer {
  return Buffer.from([payload.length, 0, 0, sequence, ...payload])
}

describe('test/support/fault-proxy.ts: a proxy that reads bytes', () => {
  it('finds the messages of PostgreSQL wherever the chunks are cut', () => {
    const start = Buffer.from('\0\0\0\x0f\0\x03\0\0user\0a\0')
    const stream = Buffer.concat([start, simpleQuery('BEGIN'), simpleQuery('COMMIT'), simpleQuery('SELECT 1')])
    for (let cut = 0; cut <= stream.length; cut++) {
      const sent: Buffer[] = []
      const wire: Wire = { toClient: () => {}, toServer: (bytes) => void sent.push(bytes), end: () => {} }
      const armed = faults()
      const commits = armed.arm('COMMIT', null)
      const conversation = postgres(wire, armed)
      conversation.fromClient(stream.subarray(0, cut))
      conversation.fromClient(stream.subarray(cut))
      expect(Buffer.concat(sent).equals(stream)).toBe(true)
      expect([sent.length, commits.count]).toEqual([4, 1])
    }
  })

  it('takes a MySQL message of several packets as one, and answers with the number after its last', () => {
    const long = Buffer.alloc(4 + 0xffffff + 4 + 10)
    long.writeUIntLE(0xffffff, 0, 3)
    long.writeUIntLE(10, 4 + 0xffffff, 3)
    expect(size(long)).toBe(long.length)
    expect(size(long.subarray(0, 4 + 0xffffff))).toBeUndefined()
    expect(errorPacket({ code: 1213 }, long)[3]).toBe(2)
    expect(errorPacket({ code: 1213 }, packet([3]))[3]).toBe(1)
  })

  it('finds the end of a MySQL answer whose columns are not followed by an EOF', () => {
    const isLast = lastPacket('query')
    const column = packet([3, 100, 101, 102])
    const row = packet([1, 49])
    const answers = [
      packet([1]),
      column,
      row,
      row,
      packet([0xfe, 0, 0, 0x0a, 0, 0, 0]),
      packet([0, 0xfc, 1, 1, 0, 2, 0, 0, 0]),
    ]
    expect(answers.map(isLast)).toEqual([false, false, false, false, false, true])
  })
})
