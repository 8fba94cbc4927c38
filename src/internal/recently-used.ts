/** What was made of texts, as long as there are few: beyond `most` of them the one used longest ago is given up. */
export class RecentlyUsed<Value> {
  readonly #most: number
  readonly #giveUp: (text: string, value: Value) => void
  /** The one used longest ago first. */
  readonly #values = new Map<string, Value>()

  constructor(max: number, giveUp: (text: string, value: Value) => void = () => undefined) {
    this.#most = max
    this.#giveUp = giveUp
  }

  /** What was made of a text before, or what `make` makes of it now. */
  get(text: string, make: (text: string) => Value): Value {
    const known = this.#values.get(text)
    if (known !== undefined) {
      this.#values.delete(text)
      this.#values.set(text, known)
      return known
    }
    const made = make(text)
    if (this.#values.size === this.#most) {
      const [oldest, value] = this.#values.entries().next().value!
      this.#values.delete(oldest)
      this.#giveUp(oldest, value)
    }
    this.#values.set(text, made)
    return made
  }

  delete(text: string): void {
    this.#values.delete(text)
  }

  clear(): void {
    this.#values.clear()
  }
}
