/** Values that were made of texts, up to a maximum: beyond it the one used longest ago is given up. */
export class RecentlyUsed<Value> {
  readonly #max: number
  readonly #giveUp: (text: string, value: Value) => void
  /** Values by their texts, the one used longest ago first. */
  readonly #values = new Map<string, Value>()
  /** The text used last, and its value: most often it is used again, and nothing moves. */
  #last: { readonly text: string; readonly value: Value } | undefined

  constructor(max: number, giveUp: (text: string, value: Value) => void = () => undefined) {
    this.#max = max
    this.#giveUp = giveUp
  }

  /** Returns the value that was made of a text before, or else makes it. */
  get(text: string, make: (text: string) => Value): Value {
    if (this.#last?.text === text) return this.#last.value
    const value = this.#use(text, make)
    this.#last = { text, value }
    return value
  }

  #use(text: string, make: (text: string) => Value): Value {
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
    this.#last = undefined
    this.#values.delete(text)
  }

  clear(): void {
    this.#last = undefined
    this.#values.clear()
  }
}
