/** The parts of a process that the program uses; tests pass their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder from which drivers, layouts and configurations are looked for. */
  readonly folder: string
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: TextStream
  readonly stderr: TextStream
  /** The signal that is aborted when the process is asked to end. */
  readonly signal: AbortSignal
  /** Returns the present in epoch milliseconds. */
  now(): number
  /** The version of this package. */
  readonly version: string
}

/** The part of a `Writable` of Node that is used. */
export interface TextStream {
  readonly isTTY?: boolean
  /** True where it is no longer read. */
  readonly destroyed: boolean
  /** Writes a text; returns `false` where the reader is behind: then the writer waits. */
  write(text: string): boolean
  once(event: 'drain' | 'close', listener: () => void): unknown
  removeListener(event: 'drain' | 'close', listener: () => void): unknown
}
