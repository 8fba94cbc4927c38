import type { TextStream } from './io.js'
import { counted } from './output.js'

const clearLine = '\r\u001b[K'
const msBetween = 1_000
const linesBetween = 10_000

/** How far a file has come, on standard error: a terminal is rewritten at most once a second, a log gets a line every 10,000. */
export class Progress {
  #last: number
  #next = linesBetween
  #isShown = false

  constructor(
    private readonly stream: TextStream,
    private readonly now: () => number,
  ) {
    this.#last = now()
  }

  report(lines: number): void {
    const text = `${counted(lines, 'line')} read`
    if (!this.stream.isTTY) {
      if (lines < this.#next) return
      this.#next = lines - (lines % linesBetween) + linesBetween
      this.stream.write(`${text}\n`)
    } else if (this.now() - this.#last >= msBetween) {
      this.#last = this.now()
      this.#isShown = true
      this.stream.write(`${clearLine}${text}`)
    }
  }

  /** Leaves the line of a terminal as it was. */
  end(): void {
    if (this.#isShown) this.stream.write(clearLine)
    this.#isShown = false
  }
}
