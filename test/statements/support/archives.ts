import { deflateRawSync } from 'node:zlib'
import { zipSync, type Zippable } from 'fflate'
import { crc32 } from '../../../src/statements/zip/crc.js'

type Content = string | Uint8Array

const bytesOf = (content: Content) => (typeof content === 'string' ? new TextEncoder().encode(content) : content)

/** Packs files as an archive by fflate. */
export function archive(files: Readonly<Record<string, Content>>, level: 0 | 6 = 6): Uint8Array {
  const all: Zippable = {}
  for (const [name, content] of Object.entries(files)) all[name] = [bytesOf(content), { level }]
  return zipSync(all)
}

interface Written {
  readonly name: string
  readonly content: Content
  readonly method?: number
  readonly flags?: number
  /** The size that the headers give. */
  readonly size?: number
  readonly crc?: number
}

/** Writes an archive by hand, of which the headers may be wrong. */
export function handmadeArchive(files: readonly Written[], before = ''): Uint8Array {
  const parts: Buffer[] = [Buffer.from(before, 'latin1')]
  const directory: Buffer[] = []
  let place = 0
  for (const { name, content, method = 8, flags = 0, size, crc } of files) {
    const bytes = bytesOf(content)
    const packed = method === 8 ? deflateRawSync(bytes) : Buffer.from(bytes)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(flags, 2)
    head.writeUInt16LE(method, 4)
    head.writeUInt32LE(crc ?? crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(size ?? bytes.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(place, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), head, tail, Buffer.from(name)]))
    parts.push(local)
    place += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(place, 12)
  return new Uint8Array(Buffer.concat([...parts, entries, Buffer.from('PK\x05\x06', 'latin1'), end]))
}
