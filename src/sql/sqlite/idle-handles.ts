/**
 * Maximum of handles that stay open for later scans: libsql closes a file only when the statements of its handle are
 * collected, so that a handle for each scan would use up the descriptors of the process.
 */
const maxIdleHandles = 4
/** Milliseconds between two checks of the host's handle, while others are kept: no event reports that it was closed. */
const lookEachMs = 1000

interface Handle {
  isOpen(): boolean
  close(): void
}

/** Handles beside the host's own that no scan uses now. They are closed within a second after the host's. */
export class IdleHandles<Kept extends Handle> {
  readonly #host: Pick<Handle, 'isOpen'>
  readonly #idle: Kept[] = []
  #isWatched = false

  constructor(host: Pick<Handle, 'isOpen'>) {
    this.#host = host
  }

  /** Returns a handle for a scan; the host may have closed some. */
  take(): Kept | undefined {
    for (let handle = this.#idle.pop(); handle; handle = this.#idle.pop()) if (handle.isOpen()) return handle
    return undefined
  }

  /** Keeps a handle for the next scan, or closes it where enough are kept or the host has closed its own. */
  giveBack(used: Kept): void {
    if (!this.#host.isOpen() || !used.isOpen() || this.#idle.length >= maxIdleHandles) return used.close()
    this.#idle.push(used)
    this.#watch()
  }

  #watch(): void {
    if (this.#isWatched) return
    this.#isWatched = true
    // The timer keeps neither the process running nor an unused handle of the host in memory, which is closed when collected.
    const weak = new WeakRef(this)
    const look = () => {
      const handles = weak.deref()
      if (handles) handles.#look()
    }
    const timer = setTimeout(look, lookEachMs) as { unref?(): unknown }
    timer.unref?.()
  }

  #look(): void {
    this.#isWatched = false
    if (this.#idle.length === 0) return
    if (this.#host.isOpen()) return this.#watch()
    for (const handle of this.#idle.splice(0)) handle.close()
  }
}
