import { counted } from './output.js'
import type { PlainStream } from './plain-text.js'

const msBetween = 1_000
const linesBetween = 10_000

/**
 * The progress of a file, on standard error: a terminal is rewritten at most once a second, a log gets a line every
 * 10,000.
 */
export class Progress {
  #last: number
  #next = linesBetween
  #isShown = false

  constructor(
    private readonly stream: PlainStream,
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
      this.stream.clearLine()
      this.stream.write(text)
    }
  }

  /** Leaves the line of a terminal as it was. */
  end(): void {
    if (this.#isShown) this.stream.clearLine()
    this.#isShown = false
  }
}
