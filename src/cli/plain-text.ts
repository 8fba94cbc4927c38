import type { TextStream } from './io.js'

/**
 * The characters that move the cursor, reorder or hide text on a terminal: controls (ESC, C1), marks of direction,
 * invisible characters, separators.
 */
const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
const unprintableButLineEnds = new RegExp(`\\r?\\n|${unprintable.source}`, 'gu')

/** Returns one line of text in which each of these is a question mark. */
export function plainLine(text: string): string {
  return text.replace(unprintable, '?')
}

/** Returns the JSON of a document, which means the same, with each of these as `\u00xx`. */
export function plainJson(document: unknown): string {
  return JSON.stringify(document).replace(unprintable, (character) =>
    character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

/**
 * Standard output or standard error for commands: whatever a file, a payer or an argument put into a text, the terminal
 * shows it and does nothing else.
 */
export class PlainStream {
  constructor(private readonly stream: TextStream) {}

  get isTTY(): boolean {
    return this.stream.isTTY === true
  }

  get destroyed(): boolean {
    return this.stream.destroyed
  }

  /** @returns `false` where the reader is behind */
  write(text: string): boolean {
    return this.stream.write(text.replace(unprintableButLineEnds, (part) => (part.endsWith('\n') ? part : '?')))
  }

  /** Writes data for a file or another program, to the byte; a terminal gets what it can show. */
  writeData(text: string): boolean {
    return this.isTTY ? this.write(text) : this.stream.write(text)
  }

  /** Empties the line of a terminal. */
  clearLine(): void {
    this.stream.write('\r\u001b[K')
  }

  /** Waits until the reader has caught up, or has ended. */
  async drained(): Promise<void> {
    const { stream } = this
    await new Promise<void>((resolve) => {
      const go = () => {
        stream.removeListener('drain', go)
        stream.removeListener('close', go)
        resolve()
      }
      stream.once('drain', go)
      stream.once('close', go)
    })
  }
}
