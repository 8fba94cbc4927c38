/**
 * So many handles stay open for the scans to come: libsql gives a file back only when what was prepared on its handle is
 * collected, so that a handle for each scan would use up the descriptors of the process.
 */
const maxIdleHandles = 4
/** No event says that the host closed its handle: it is looked at so often, in milliseconds, while handles are kept beside it. */
const lookEachMs = 1000

interface Handle {
  isOpen(): boolean
  close(): void
}

/** Handles beside the host's own that no scan reads through just now. They are closed within a second after that one is. */
export class IdleHandles<Kept extends Handle> {
  readonly #host: Pick<Handle, 'isOpen'>
  readonly #idle: Kept[] = []
  #isWatched = false

  constructor(host: Pick<Handle, 'isOpen'>) {
    this.#host = host
  }

  /** One for a scan; the host may have closed some. */
  take(): Kept | undefined {
    for (let found = this.#idle.pop(); found; found = this.#idle.pop()) if (found.isOpen()) return found
    return undefined
  }

  /** For the next scan, unless enough are kept or the host has closed its own: then it is closed. */
  giveBack(used: Kept): void {
    if (!this.#host.isOpen() || !used.isOpen() || this.#idle.length >= maxIdleHandles) return used.close()
    this.#idle.push(used)
    this.#watch()
  }

  #watch(): void {
    if (this.#isWatched) return
    this.#isWatched = true
    // Neither keeps the process running nor a handle that the host has forgotten, which is closed when it is collected.
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
