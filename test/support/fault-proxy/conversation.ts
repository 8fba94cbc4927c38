import type { Ending, Faults } from './faults.js'

/** The connection on which a conversation is held, for what the conversation does to it. */
export interface Wire {
  toClient(bytes: Buffer): void
  toServer(bytes: Buffer): void
  end(how: Ending): void
}

/** One client and one server talking; it is given every byte and decides what becomes of it. */
export interface Conversation {
  fromClient(chunk: Buffer): void
  fromServer(chunk: Buffer): void
}

export type Protocol = (wire: Wire, faults: Faults) => Conversation

/** Cuts whole messages out of chunks that were cut anywhere; `sizeOf` is asked anew for each and may not know yet. */
export function messages(
  sizeOf: (head: Buffer) => number | undefined,
  each: (message: Buffer) => void,
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let size = sizeOf(rest); size !== undefined && size <= rest.length; size = sizeOf(rest)) {
      const message = rest.subarray(0, size)
      rest = rest.subarray(size)
      each(message)
    }
  }
}
