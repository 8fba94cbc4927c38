import type { CommandIo } from '../../../src/cli/command.js'
import type { Io, TextStream } from '../../../src/cli/io.js'
import { PlainStream } from '../../../src/cli/plain-text.js'

/** A stream in memory, which may be closed by its reader. */
export class MemoryStream implements TextStream {
  text = ''
  destroyed = false
  isTTY = false
  /** The reader takes so many characters, and ends. */
  closesAfter = Infinity
  #waiting: (() => void)[] = []

  write(text: string): boolean {
    this.text += text
    if (this.text.length < this.closesAfter) return true
    setImmediate(() => {
      this.destroyed = true
      for (const wake of this.#waiting.splice(0)) wake()
    })
    return false
  }

  once(_event: string, listener: () => void): void {
    this.#waiting.push(listener)
  }

  removeListener(): void {}
}

export interface TestIo extends Io {
  readonly stdout: MemoryStream
  readonly stderr: MemoryStream
}

export function testIo(overrides: Partial<Io> = {}): TestIo {
  async function* nothing(): AsyncGenerator<Uint8Array> {}
  return {
    env: {},
    folder: process.cwd(),
    stdin: nothing(),
    signal: new AbortController().signal,
    now: () => Date.now(),
    version: '1.2.3-test',
    ...overrides,
    stdout: new MemoryStream(),
    stderr: new MemoryStream(),
  }
}

/** Returns the streams of a test in the form that commands receive. */
export function commandIo(io: TestIo): CommandIo {
  return { ...io, stdout: new PlainStream(io.stdout), stderr: new PlainStream(io.stderr) }
}

/** Documents of a list, one a line. */
export function jsonLines(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)
}
