import { charactersOf, type Piece, piecesOf, type StatementInput } from './input.js'

/** The length of the beginning by which the kind of a file is found, in characters or bytes. */
export const beginningLength = 65_536

/** A file whose beginning was read. */
export interface BegunFile {
  readonly start: readonly Piece[]
  /** The beginning with a character for each byte. */
  readonly text: string
  /** The whole file, with what was looked at. */
  readonly all: AsyncIterable<Piece>
  /** Closes the file. */
  readonly close: () => Promise<unknown>
}

/** Reads the beginning of a file, of any kind. */
export async function begin(input: StatementInput, minLength = beginningLength): Promise<BegunFile> {
  // Any file: it is named by more than its first bytes.
  const pieces = piecesOf(input, () => undefined)
  const start: Piece[] = []
  let length = 0
  while (length < minLength) {
    const next = await pieces.next()
    if (next.done) break
    start.push(next.value)
    length += next.value.length
  }
  async function* all(): AsyncGenerator<Piece> {
    yield* start
    yield* pieces
  }
  const text = start.map(charactersOf).join('').slice(0, beginningLength)
  return { start, text, all: all(), close: () => pieces.return(undefined) }
}
