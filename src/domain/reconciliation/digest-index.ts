/** The first 128 bits of a digest: enough that among a billion no two are the same. */
const words = 4
const emptySlot = -1

type Key = readonly [number, number, number, number]

function wordOf(digest: Uint8Array, at: number): number {
  return ((digest[at]! << 24) | (digest[at + 1]! << 16) | (digest[at + 2]! << 8) | digest[at + 3]!) >>> 0
}

function keyOf(digest: Uint8Array): Key {
  return [wordOf(digest, 0), wordOf(digest, 4), wordOf(digest, 8), wordOf(digest, 12)]
}

/** Ids begin with a time and may end in a counter: every bit must count for where a key stands. */
function scatter(a: number, b: number, c: number, d: number): number {
  let hash = Math.imul(a ^ (b >>> 15), 0x85ebca6b) ^ Math.imul(c ^ (d >>> 13), 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 16) ^ b, 0x27d4eb2f)
  hash = Math.imul(hash ^ (hash >>> 15) ^ d, 0x165667b1)
  return hash ^ (hash >>> 16)
}

/**
 * Digests numbered from 0 as they are added: 24 to 48 bytes each, where a Map takes some hundred. Values are kept by the
 * caller in columns, under these numbers.
 */
export class DigestIndex {
  private keys = new Uint32Array(64 * words)
  /** Open addressing, at most half full; a slot holds a number. */
  private slots = new Int32Array(128).fill(emptySlot)
  size = 0

  /** Its number, or -1. */
  find(digest: Uint8Array): number {
    const key = keyOf(digest)
    return this.slots[this.slotOf(key)]!
  }

  /** Its number, new or old. */
  add(digest: Uint8Array): number {
    const key = keyOf(digest)
    const slot = this.slotOf(key)
    const known = this.slots[slot]!
    if (known !== emptySlot) return known
    const added = this.size++
    if (added * words === this.keys.length) this.grow()
    this.keys.set(key, added * words)
    this.slots[this.slotOf(key)] = added
    return added
  }

  /** Where the key stands, or the free slot where it would. */
  private slotOf([a, b, c, d]: Key): number {
    const mask = this.slots.length - 1
    for (let slot = scatter(a, b, c, d) & mask; ; slot = (slot + 1) & mask) {
      const at = this.slots[slot]! * words
      if (at < 0) return slot
      const { keys } = this
      if (keys[at] === a && keys[at + 1] === b && keys[at + 2] === c && keys[at + 3] === d) return slot
    }
  }

  private grow(): void {
    const keys = new Uint32Array(this.keys.length * 2)
    keys.set(this.keys)
    const slots = new Int32Array(this.slots.length * 2).fill(emptySlot)
    const mask = slots.length - 1
    for (let number = 0; number < this.size - 1; number++) {
      const at = number * words
      let slot = scatter(keys[at]!, keys[at + 1]!, keys[at + 2]!, keys[at + 3]!) & mask
      while (slots[slot] !== emptySlot) slot = (slot + 1) & mask
      slots[slot] = number
    }
    this.keys = keys
    this.slots = slots
  }
}
