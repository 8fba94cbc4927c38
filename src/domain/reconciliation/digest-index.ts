/** The number of 32-bit words that are kept of a digest, 128 bits: enough that among a billion no two are the same. */
const words = 4
const emptySlot = -1

function wordOf(digest: Uint8Array, at: number): number {
  return ((digest[at]! << 24) | (digest[at + 1]! << 16) | (digest[at + 2]! << 8) | digest[at + 3]!) >>> 0
}

/**
 * Mixes the words of a key into a slot number. Ids begin with a time and may end in a counter, so every bit has to
 * count.
 */
function scatter(a: number, b: number, c: number, d: number): number {
  let hash = Math.imul(a ^ (b >>> 15), 0x85ebca6b) ^ Math.imul(c ^ (d >>> 13), 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 16) ^ b, 0x27d4eb2f)
  hash = Math.imul(hash ^ (hash >>> 15) ^ d, 0x165667b1)
  return hash ^ (hash >>> 16)
}

/**
 * An index of digests, which are numbered from 0 as they are added: 24 to 48 bytes each, where a Map takes some
 * hundred. The caller keeps values in columns, under these numbers.
 */
export class DigestIndex {
  /** The keys by number; behind the last one there is room for the key of a search. */
  private keys = new Uint32Array(64 * words)
  /** The slots of open addressing, at most half full; a slot holds a number. */
  private slots = new Int32Array(128).fill(emptySlot)
  size = 0

  /** Returns the number of a digest, or -1. */
  find(digest: Uint8Array): number {
    return this.slots[this.slotOf(this.writeKey(digest))]!
  }

  /** Adds a digest and returns its number, new or old. */
  add(digest: Uint8Array): number {
    const slot = this.slotOf(this.writeKey(digest))
    const knownNumber = this.slots[slot]!
    if (knownNumber !== emptySlot) return knownNumber
    const added = this.size++
    this.slots[slot] = added
    // Grows here and not in a search, so that there is always room for one more key.
    if (this.size * words === this.keys.length) this.grow()
    return added
  }

  /** Writes the key behind all others, and returns its place. */
  private writeKey(digest: Uint8Array): number {
    const at = this.size * words
    for (let word = 0; word < words; word++) this.keys[at + word] = wordOf(digest, 4 * word)
    return at
  }

  /** Returns the slot of the key at that place, or the free slot for it. */
  private slotOf(place: number): number {
    const { keys, slots } = this
    const [a, b, c, d] = [keys[place]!, keys[place + 1]!, keys[place + 2]!, keys[place + 3]!]
    const mask = slots.length - 1
    for (let slot = scatter(a, b, c, d) & mask; ; slot = (slot + 1) & mask) {
      const at = slots[slot]! * words
      if (at < 0) return slot
      if (keys[at] === a && keys[at + 1] === b && keys[at + 2] === c && keys[at + 3] === d) return slot
    }
  }

  private grow(): void {
    const { keys } = this
    this.keys = new Uint32Array(keys.length * 2)
    this.keys.set(keys)
    this.slots = new Int32Array(this.slots.length * 2).fill(emptySlot)
    for (let number = 0; number < this.size; number++) this.slots[this.slotOf(number * words)] = number
  }
}
