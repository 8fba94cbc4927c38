/** Values that were made of texts, up to a maximum: beyond it the one used longest ago is given up. */
export class RecentlyUsed<Value> {
  readonly #max: number
  readonly #giveUp: (text: string, value: Value) => void
  /** Values by their texts, the one used longest ago first. */
  readonly #values = new Map<string, Value>()

  constructor(max: number, giveUp: (text: string, value: Value) => void = () => undefined) {
    this.#max = max
    this.#giveUp = giveUp
  }

  /** Returns the value that was made of a text before, or else makes it. */
  get(text: string, make: (text: string) => Value): Value {
    const existing = this.#values.get(text)
    if (existing !== undefined) {
      this.#values.delete(text)
      this.#values.set(text, existing)
      return existing
    }
    const value = make(text)
    if (this.#values.size === this.#max) {
      const [oldest, oldestValue] = this.#values.entries().next().value!
      this.#values.delete(oldest)
      this.#giveUp(oldest, oldestValue)
    }
    this.#values.set(text, value)
    return value
  }

  delete(text: string): void {
    this.#values.delete(text)
  }

  clear(): void {
    this.#values.clear()
  }
}
