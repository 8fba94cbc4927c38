/** What a program has from its process; tests hand in their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Drivers, layouts and configurations are looked for from here. */
  readonly folder: string
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: TextStream
  readonly stderr: TextStream
  /** Aborted when the process is asked to end. */
  readonly signal: AbortSignal
  /** Epoch milliseconds. */
  now(): number
  /** Of this package. */
  readonly version: string
}

/** As far as a `Writable` of Node is used. */
export interface TextStream {
  readonly isTTY?: boolean
  /** Whether it is no longer read. */
  readonly destroyed: boolean
  /** `false` where the reader is behind: then it is waited for. */
  write(text: string): boolean
  once(event: 'drain' | 'close', listener: () => void): unknown
  removeListener(event: 'drain' | 'close', listener: () => void): unknown
}
