/** Identifiers: a prefix and 26 Crockford base-32 characters, 48 bits of time and 80 random ones, as in a ULID. */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const body = '[0-7][0-9A-HJKMNP-TV-Z]{25}'
const paymentIdShape = new RegExp(`^pay_${body}$`)
const eventIdShape = new RegExp(`^evt_${body}$`)
const importIdShape = new RegExp(`^imp_${body}$`)
const refundIdShape = new RegExp(`^ref_${body}$`)
const sessionIdShape = new RegExp(`^csh_${body}$`)
const waiverIdShape = new RegExp(`^wvr_${body}$`)
const attemptIdShape = new RegExp(`^att_${body}$`)
const uploadIdShape = new RegExp(`^upl_${body}$`)
const ruleIdShape = new RegExp(`^rul_${body}$`)
const receiptIdShape = new RegExp(`^rcp_${body}$`)

const randomChars = 16
const randomBytes = 10

export function isPaymentId(text: string): boolean {
  return paymentIdShape.test(text)
}

export function isEventId(text: string): boolean {
  return eventIdShape.test(text)
}

export function isImportId(text: string): boolean {
  return importIdShape.test(text)
}

export function isRefundId(text: string): boolean {
  return refundIdShape.test(text)
}

export function isSessionId(text: string): boolean {
  return sessionIdShape.test(text)
}

export function isWaiverId(text: string): boolean {
  return waiverIdShape.test(text)
}

export function isAttemptId(text: string): boolean {
  return attemptIdShape.test(text)
}

export function isUploadId(text: string): boolean {
  return uploadIdShape.test(text)
}

export function isReceiptId(text: string): boolean {
  return receiptIdShape.test(text)
}

export function isRuleId(text: string): boolean {
  return ruleIdShape.test(text)
}

/** The number of bytes of an id without its prefix. */
export const bytesOfId = 16
/** The values of digits by character code. */
const digitValues = new Uint8Array(128)
for (const [value, digit] of [...alphabet].entries()) digitValues[digit.charCodeAt(0)] = value

/** Returns the 128 bits of an id, which make it unique, in half the space of its text; they are written into `bytes`. */
export function idBytes(id: string, bytes = new Uint8Array(bytesOfId)): Uint8Array {
  let bits = 0
  let width = -2 // 26 digits hold 130 bits, of which the first two are always 0.
  let at = 0
  for (let i = id.length - 26; i < id.length; i++) {
    bits = ((bits << 5) | digitValues[id.charCodeAt(i)]!) & 0xffff
    width += 5
    if (width < 8) continue
    width -= 8
    bytes[at++] = bits >> width
  }
  return bytes
}

/** Makes a payment's id of a digest, always the same: of its first 128 bits. */
export function paymentIdOf(digest: Uint8Array): string {
  let text = 'pay_'
  let [bits, width, at] = [0, 2, 0] // 26 digits hold 130 bits, of which the first two are always 0.
  while (text.length < 30) {
    if (width < 5) {
      bits = (bits << 8) | digest[at++]!
      width += 8
    }
    width -= 5
    text += alphabet.charAt((bits >> width) & 31)
    bits &= (1 << width) - 1
  }
  return text
}

export interface Ids {
  payment(): string
  event(): string
  /** Makes an id for a relay, the owner of the leases of the events that it delivers. */
  relay(): string
  /** Makes an id for a call that imports a statement. */
  import(): string
  /** Makes an id for a note beside a statement line. */
  note(): string
  refund(): string
  waiver(): string
  /** Makes an id for an attempt at a provider. */
  attempt(): string
  /** Makes an id for a cash session. */
  session(): string
  /** Makes the `lineId` of a movement that a person records. */
  movement(): string
  receipt(): string
  /** Makes an id for a file that the desk keeps. */
  upload(): string
  /** Makes an id for a remembered rule. */
  rule(): string
}

function encodeTime(ms: number): string {
  let text = ''
  let rest = ms
  for (let i = 0; i < 10; i++) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Splits 10 bytes into 16 digits of 5 bits. */
function digitsOf(bytes: Uint8Array): number[] {
  const digits: number[] = []
  let bits = 0
  let width = 0
  for (const byte of bytes) {
    bits = (bits << 8) | byte
    width += 8
    while (width >= 5) {
      width -= 5
      digits.push((bits >> width) & 31)
    }
    bits &= (1 << width) - 1
  }
  return digits
}

/** Adds one in place; returns `false` where all digits were at their highest. */
function increment(digits: number[]): boolean {
  for (let i = digits.length - 1; i >= 0; i--) {
    if (digits[i] !== 31) {
      digits[i]!++
      return true
    }
    digits[i] = 0
  }
  return false
}

/**
 * Makes ids that rise strictly, also within a millisecond and when the clock steps back. So (time, id) orders the
 * payments of one process by their creation.
 */
export function monotonicIds(clock: () => number, random: (bytes: number) => Uint8Array): Ids {
  let lastMs = -1
  let time = ''
  let digits: number[] = []

  function next(): string {
    const now = Math.max(Math.floor(clock()), lastMs)
    if (now > lastMs || !increment(digits)) {
      const randomDigits = digitsOf(random(randomBytes))
      if (randomDigits.length !== randomChars)
        throw new TypeError(`random(${randomBytes}) must return ${randomBytes} bytes`)
      // Every random value of this millisecond is used up: go on with the next millisecond.
      lastMs = now > lastMs ? now : lastMs + 1
      time = encodeTime(lastMs)
      digits = randomDigits
    }
    return time + digits.map((digit) => alphabet.charAt(digit)).join('')
  }

  return {
    payment: () => `pay_${next()}`,
    event: () => `evt_${next()}`,
    relay: () => `relay_${next()}`,
    import: () => `imp_${next()}`,
    note: () => `note_${next()}`,
    refund: () => `ref_${next()}`,
    waiver: () => `wvr_${next()}`,
    attempt: () => `att_${next()}`,
    session: () => `csh_${next()}`,
    movement: () => `mov_${next()}`,
    receipt: () => `rcp_${next()}`,
    upload: () => `upl_${next()}`,
    rule: () => `rul_${next()}`,
  }
}
