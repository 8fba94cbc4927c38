import { pacer } from '../../internal/event-loop.js'
import { badStatement, type Piece } from '../input.js'
import { crc32 } from './crc.js'
import { type DirectoryEntry, entriesOf } from './directory.js'

/** A file of an archive. */
export interface ArchiveFile {
  /** Its path, as the archive writes it. */
  readonly name: string
  /** Unpacks it, each time from its beginning. */
  unpack(): AsyncGenerator<Uint8Array>
}

/** The most bytes of an archive, and of all of its files unpacked. */
export const maxArchiveBytes = 96 * 2 ** 20
const limitText = `${maxArchiveBytes / 2 ** 20} MiB`
const inParts = 'give its files in several archives, or one by one; a spreadsheet in parts, or as CSV'

/** The packed bytes that are unpacked at once: they come to a thousand times as many at most. */
const portion = 4096
/** The unpacked bytes after which the event loop has a turn. */
const bytesAtOnce = 2 ** 20

export const lockedArchive =
  'is a spreadsheet or an archive that is protected by a password: save it without one, as CSV'

/** Returns the name of a file as an error names it: short, and without characters that move a terminal. */
export function shownName(name: string): string {
  return JSON.stringify(name.slice(-100).replace(/\p{C}/gu, '?'))
}

/** A function that unpacks bytes as they come, and hands on what they make. */
type Unpacker = (bytes: Uint8Array, isLast: boolean) => Uint8Array[]

/** @throws TypeError where fflate is not installed */
async function inflater(): Promise<() => Unpacker> {
  const { Inflate } = await import('fflate').catch((cause: unknown) => {
    throw new TypeError('archives and spreadsheets (.zip, .xlsx) need the package fflate: npm install fflate', {
      cause,
    })
  })
  return () => {
    let made: Uint8Array[] = []
    const inflate = new Inflate((bytes) => void made.push(bytes))
    return (bytes, isLast) => {
      made = []
      inflate.push(bytes, isLast)
      return made
    }
  }
}

/** Joins the pieces of an archive. */
async function wholeOf(pieces: AsyncIterable<Piece>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    if (typeof piece === 'string') throw badStatement('must be bytes, because it is an archive')
    length += piece.length
    if (length > maxArchiveBytes) throw badStatement(`is an archive of more than ${limitText}: ${inParts}`)
    // A copy, because the caller may fill the same buffer again.
    parts.push(piece.slice())
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/**
 * Reads an archive into memory and lists its files. Its directory says where they are; their sizes are counted, whatever
 * their headers say.
 *
 * @throws PaymentError `invalid_request` for an archive that is damaged, too large or protected by a password; while a file is
 *   unpacked, too
 */
export async function openArchive(
  pieces: AsyncIterable<Piece>,
  damagedProblem: string,
): Promise<readonly ArchiveFile[]> {
  const entries = entriesOf(await wholeOf(pieces), damagedProblem)
  if (entries.some(({ isLocked, method }) => isLocked || method === 99)) throw badStatement(lockedArchive)
  const unpacker = await inflater()
  /** The unpacked bytes of each file, as far as it was read. */
  const unpacked = new Map<DirectoryEntry, number>()
  let total = 0

  /** Counts what was unpacked; what was counted before counts once. */
  function count(entry: DirectoryEntry, length: number): void {
    const known = unpacked.get(entry) ?? 0
    if (length <= known) return
    unpacked.set(entry, length)
    total += length - known
    if (total > maxArchiveBytes) throw badStatement(`is an archive that unpacks to more than ${limitText}: ${inParts}`)
  }

  async function* unpack(entry: DirectoryEntry): AsyncGenerator<Uint8Array> {
    const { name, method, packed, crc } = entry
    if (method !== 0 && method !== 8)
      throw badStatement(
        `has the file ${shownName(name)}, which is packed in a way that cannot be read: pack it as a usual .zip`,
      )
    const damaged = () => badStatement(`has the file ${shownName(name)}, which is damaged: load it down again`)
    const unpackNext: Unpacker = method === 0 ? (bytes) => [bytes] : unpacker()
    const pace = pacer(bytesAtOnce)
    let length = 0
    let sum = 0
    for (let at = 0, isLast = false; !isLast;) {
      const end = Math.min(at + portion, packed.length)
      isLast = end === packed.length
      let parts: Uint8Array[]
      try {
        parts = unpackNext(packed.subarray(at, end), isLast)
      } catch {
        throw damaged()
      }
      at = end
      for (const part of parts) {
        if (part.length === 0) continue
        length += part.length
        count(entry, length)
        sum = crc32(part, sum)
        await pace(part.length)
        yield part
      }
    }
    if (sum !== crc) throw damaged()
  }

  return entries.map((entry) => ({ name: entry.name, unpack: () => unpack(entry) }))
}
