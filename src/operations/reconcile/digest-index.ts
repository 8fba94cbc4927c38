/** The first 128 bits of a digest: enough that among a billion no two are the same. */
const words = 4
const emptySlot = -1

function wordsOf(digest: Uint8Array): [number, number, number, number] {
  const view = new DataView(digest.buffer, digest.byteOffset, 4 * words)
  return [view.getUint32(0), view.getUint32(4), view.getUint32(8), view.getUint32(12)]
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
    const key = wordsOf(digest)
    return this.slots[this.slotOf(key)]!
  }

  /** Its number, new or old. */
  add(digest: Uint8Array): number {
    const key = wordsOf(digest)
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
  private slotOf([a, b, c, d]: readonly [number, number, number, number]): number {
    const mask = this.slots.length - 1
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
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
      let slot = keys[number * words]! & mask
      while (slots[slot] !== emptySlot) slot = (slot + 1) & mask
      slots[slot] = number
    }
    this.keys = keys
    this.slots = slots
  }
}
