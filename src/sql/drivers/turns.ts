/** Who is at work on a connection of the host's, and who waits: its calls run one after another. */
export class Turns {
  /** Set when a call had to leave it in the middle of something: then nothing more is sent over it. */
  isGivenUp = false
  #isTaken = false
  readonly #waiting: (() => void)[] = []

  take(start: () => void): void {
    if (this.#isTaken) {
      this.#waiting.push(start)
    } else {
      this.#isTaken = true
      start()
    }
  }

  pass(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isTaken = false
  }
}

const all = new WeakMap<object, Turns>()

/** The same for every database over one connection. */
export function turnsOf(connection: object): Turns {
  let turns = all.get(connection)
  if (!turns) all.set(connection, (turns = new Turns()))
  return turns
}
