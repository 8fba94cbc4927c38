import { bytesOf } from '../../internal/encoding.js'

/** The size of a piece in bytes: the number of pieces shows how far a reader has come. */
const pieceBytes = 65_536

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/**
 * Reads a body while the pieces before are worked on, at most `max` bytes ahead. Browsers show an answer only after they have
 * sent all of a form.
 */
export async function* readAhead(
  pieces: AsyncIterable<Uint8Array | string>,
  max: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = pieces[Symbol.asyncIterator]()
  const waiting: Uint8Array[] = []
  let size = 0
  let [isWhole, isEnded] = [false, false]
  let failure: { readonly reason: unknown } | null = null
  let [wakeReader, wakeSource] = [() => {}, () => {}]

  async function take(): Promise<void> {
    while (!isEnded) {
      if (size >= max) {
        await new Promise<void>((resolve) => (wakeSource = resolve))
        continue
      }
      const { done, value } = await iterator.next()
      if (done) return
      const bytes = bytesOf(value)
      waiting.push(bytes)
      size += bytes.length
      wakeReader()
    }
  }

  const taking = take()
    .catch((reason: unknown) => void (failure = { reason }))
    .finally(() => {
      isWhole = true
      wakeReader()
    })
  try {
    for (;;) {
      const next = waiting.shift()
      if (next) {
        size -= next.length
        wakeSource()
        yield* cut(next)
      } else if (isWhole) {
        await taking
        if (failure) throw (failure as { reason: unknown }).reason
        return
      } else await new Promise<void>((resolve) => (wakeReader = resolve))
    }
  } finally {
    isEnded = true
    wakeSource()
    // Not waited for: it may be in the middle of a piece that never comes.
    void iterator.return?.().catch(() => undefined)
  }
}
