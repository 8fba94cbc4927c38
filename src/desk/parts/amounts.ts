import { parseAmount, parseSum } from '../../domain/money.js'

const grouped = /^\d{1,3}(?:[, \u00a0\u202f]\d{3})+(?=\.|$)/

const withoutGroups = (text: string) => text.replace(grouped, (digits) => digits.replace(/\D/g, ''))

/**
 * Reads an amount as people type it, in minor units: digits, a point, and groups of three. Returns `null` for any other text.
 *
 * @example
 * typedAmount('1,500.00', 'ETB') // => 150000
 * typedAmount('1500,00', 'ETB') // => null
 */
export function typedAmount(text: string, currency: string): number | null {
  try {
    return parseAmount(withoutGroups(text), currency)
  } catch {
    return null
  }
}

/** Reads cash that was counted as `typedAmount` does; it may be 0. */
export function typedCount(text: string, currency: string): number | null {
  try {
    const counted = parseSum(withoutGroups(text), currency)
    return counted === null || counted > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(counted)
  } catch {
    return null
  }
}

/** Reads an amount as `typedAmount` does; a minus sign before it makes it negative. */
export function typedSignedAmount(text: string, currency: string): number | null {
  const [, sign, rest] = /^([-\u2212]?)\s*(.*)$/s.exec(text)!
  const amount = typedAmount(rest!, currency)
  return amount !== null && sign !== '' ? -amount : amount
}
