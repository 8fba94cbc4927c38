import type { ServerError } from './faults.js'
import type { Message } from './pattern.js'

const comQuery = 0x03
const comPrepare = 0x16
const comExecute = 0x17

const ok = 0x00
const eof = 0xfe
const err = 0xff
const moreResults = 0x08

/** Deadlock and "record has changed" end the transaction; a lock timeout only ends the statement. */
export const rollsBack = new Set([1213, 1020])
const sqlStates = new Map([
  [1062, '23000'],
  [1213, '40001'],
])

/** A message longer than its packet may be goes on in the next one. */
const fullPacket = 0xffffff

export function size(head: Buffer): number | undefined {
  let end = 0
  let length: number
  do {
    if (head.length < end + 4) return undefined
    length = head.readUIntLE(end, 3)
    end += 4 + length
  } while (length === fullPacket)
  return end
}

export function read(bytes: Buffer, texts: ReadonlyMap<number, string>): Message | undefined {
  // Each command begins a new sequence: packets with another number are part of the handshake.
  if (bytes[3] !== 0) return undefined
  const command = bytes[4]
  if (command === comExecute) {
    return { kind: 'execute', bytes, text: texts.get(bytes.readUInt32LE(5)) ?? '', name: '' }
  }
  if (command === comPrepare) return { kind: 'prepare', bytes, text: bytes.toString('utf8', 5), name: '' }
  if (command !== comQuery) return undefined
  // To MySQL 8 mysql2 says first that there are no query attributes, in two bytes.
  return { kind: 'query', bytes, text: bytes.toString('utf8', bytes[5] === 0 ? 7 : 5), name: '' }
}

export const preparedId = (packet: Buffer) => (packet[4] === ok ? packet.readUInt32LE(5) : undefined)

/** Finds the packet that ends the answer to a query, however many result sets it has. */
export function lastPacket(kind: Message['kind']): (packet: Buffer) => boolean {
  if (kind === 'prepare') return () => true
  let columnsEnded = false
  let first = true
  return (packet) => {
    const length = packet.readUIntLE(0, 3)
    const head = packet[4]
    if (head === err) return true
    const isOk = first && head === ok
    const isEnd = !first && head === eof && length < fullPacket
    first = false
    if (!isOk && !isEnd) return false
    // Rows end with a packet like OK only where client and server agreed to leave out the EOF after the columns.
    const isEof = isEnd && length === 5
    if (isEof && !columnsEnded) {
      columnsEnded = true
      return false
    }
    columnsEnded = false
    first = (packet.readUInt16LE(isEof ? 7 : afterTwoNumbers(packet)) & moreResults) !== 0
    return !first
  }
}

function afterTwoNumbers(packet: Buffer): number {
  const width = (at: number) => ({ 0xfc: 3, 0xfd: 4, 0xfe: 9 })[packet[at]!] ?? 1
  return 5 + width(5) + width(5 + width(5))
}

function framed(sequence: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(4)
  header.writeUIntLE(payload.length, 0, 3)
  header[3] = sequence
  return Buffer.concat([header, payload])
}

export const query = (sql: string) => framed(0, Buffer.from(`${String.fromCharCode(comQuery)}${sql}`))

export function errorPacket({ code, message = 'injected by the fault proxy' }: ServerError, to: Buffer): Buffer {
  const head = Buffer.from([err, 0, 0])
  head.writeUInt16LE(Number(code), 1)
  const text = Buffer.from(`#${sqlStates.get(Number(code)) ?? 'HY000'}${message}`)
  // The answer goes on counting where the packets of the message ended.
  return framed(1 + Math.floor(to.length / (4 + fullPacket)), Buffer.concat([head, text]))
}
