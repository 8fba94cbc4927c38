/** The stream that shows progress: a terminal is rewritten in place, anything else gets a line now and then. */
export interface ProgressStream {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const linesBetween = 50_000
const lookEvery = 1_000
const msBetween = 1_000
const clearLine = '\r\u001b[K'

/**
 * Passes the records on and shows how many there were: a terminal at most once a second, a log every 50,000 lines. For
 * a file that is read sooner nothing is shown.
 */
export async function* withProgress<Record>(
  records: AsyncIterable<Record>,
  stream: ProgressStream,
  now: () => number = Date.now,
): AsyncGenerator<Record> {
  let count = 0
  let last = now()
  let isShown = false
  try {
    for await (const record of records) {
      yield record
      count++
      if (count % lookEvery !== 0) continue
      if (stream.isTTY && now() - last >= msBetween) {
        stream.write(`${clearLine}${count.toLocaleString('en-US')} lines read`)
        last = now()
        isShown = true
      }
      if (!stream.isTTY && count % linesBetween === 0) stream.write(`${count.toLocaleString('en-US')} lines read\n`)
    }
  } finally {
    if (isShown) stream.write(clearLine)
  }
}
