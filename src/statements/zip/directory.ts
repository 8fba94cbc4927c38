import { badStatement } from '../input.js'
import { lenientText } from '../lenient-text.js'

/** A file of an archive as its directory describes it. The sizes that the directory gives are not relied on. */
export interface DirectoryEntry {
  readonly name: string
  /** 0 for a file as it is, 8 for deflate. */
  readonly method: number
  readonly isLocked: boolean
  readonly crc: number
  /** The packed bytes. */
  readonly packed: Uint8Array
}

/** The most files of an archive, folders included: a workbook has some dozens. */
const maxFiles = 10_000

const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 }
const endLength = 22
const maxComment = 65_535
const maxShort = 0xffff
const maxLong = 0xffffffff

/** Returns functions that read numbers of a file; they refuse what lies outside of it. */
function numbersIn(bytes: Uint8Array, damaged: () => Error) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const checked = (at: number, length: number) => {
    if (!Number.isSafeInteger(at) || at < 0 || at + length > bytes.length) throw damaged()
    return at
  }
  const long = (at: number) => view.getUint32(checked(at, 4), true)
  return {
    short: (at: number) => view.getUint16(checked(at, 2), true),
    long,
    large: (at: number) => long(at) + long(at + 4) * 2 ** 32,
    slice: (at: number, length: number) => bytes.subarray(checked(at, length), at + length),
    damaged,
  }
}

type Numbers = ReturnType<typeof numbersIn>

/** Finds the end of the directory, which only a comment may follow. */
function endOf(bytes: Uint8Array, { short, long, damaged }: Numbers): number {
  const last = bytes.length - endLength
  for (let at = last; at >= Math.max(0, last - maxComment); at--)
    if (bytes[at] === 0x50 && long(at) === signatures.end && short(at + 20) <= last - at) return at
  throw damaged()
}

interface Directory {
  count: number
  length: number
  start: number
  /** The place at which the directory ends. */
  end: number
}

function directoryOf(bytes: Uint8Array, numbers: Numbers): Directory {
  const { short, long, large, damaged } = numbers
  const end = endOf(bytes, numbers)
  const directory = { count: short(end + 10), length: long(end + 12), start: long(end + 16), end }
  const isLarge = directory.count === maxShort || directory.length === maxLong || directory.start === maxLong
  const locator = end - 20
  if (!isLarge || locator < 0 || long(locator) !== signatures.locator64) return directory
  // It may stand behind something else, so it is looked for where it ends too.
  const at = [large(locator + 8), locator - 56].find(
    (one) => one >= 0 && one <= locator - 56 && long(one) === signatures.end64,
  )
  if (at === undefined) throw damaged()
  return { count: large(at + 32), length: large(at + 40), start: large(at + 48), end: at }
}

/** Returns the large sizes and places of an entry, in the order of the standard, for those that have no room. */
function largeOf({ short, large, damaged }: Numbers, extraAt: number, extraLength: number, missing: number): number[] {
  for (let at = extraAt; at + 4 <= extraAt + extraLength; at += 4 + short(at + 2)) {
    if (short(at) !== 1) continue
    return Array.from({ length: missing }, (_, index) => large(at + 4 + 8 * index))
  }
  throw damaged()
}

/**
 * Lists the files of an archive by its directory, in the order of the archive. What stands before the archive is skipped.
 *
 * @param damagedProblem the problem of an archive that is cut off or damaged
 * @throws PaymentError `invalid_request` for such an archive, and for one of too many files
 */
export function entriesOf(bytes: Uint8Array, damagedProblem: string): DirectoryEntry[] {
  const damaged = () => badStatement(damagedProblem)
  const numbers = numbersIn(bytes, damaged)
  const { short, long, slice } = numbers
  const { count, length, start, end } = directoryOf(bytes, numbers)
  if (count > maxFiles) throw badStatement(`is an archive of more than ${maxFiles} files`)
  /** The length of what stands before the archive. */
  const shift = end - length - start
  if (shift < 0) throw damaged()
  const entries: DirectoryEntry[] = []
  for (let at = start + shift; entries.length < count;) {
    if (long(at) !== signatures.entry) throw damaged()
    const [nameLength, extraLength, commentLength] = [short(at + 28), short(at + 30), short(at + 32)]
    const sizes = { unpacked: long(at + 24), packed: long(at + 20), place: long(at + 42) }
    const missing = Object.values(sizes).filter((size) => size === maxLong).length
    if (missing > 0) {
      const large = largeOf(numbers, at + 46 + nameLength, extraLength, missing)
      for (const name of ['unpacked', 'packed', 'place'] as const)
        if (sizes[name] === maxLong) sizes[name] = large.shift()!
    }
    const file = sizes.place + shift
    if (long(file) !== signatures.file) throw damaged()
    const data = file + 30 + short(file + 26) + short(file + 28)
    entries.push({
      name: lenientText(slice(at + 46, nameLength)),
      method: short(at + 10),
      isLocked: short(at + 8) % 2 === 1,
      crc: long(at + 16),
      packed: slice(data, sizes.packed),
    })
    at += 46 + nameLength + extraLength + commentLength
  }
  return entries
}
