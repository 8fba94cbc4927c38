import { parseAmount } from '../../domain/money.js'

const grouped = /^\d{1,3}(?:[, \u00a0\u202f]\d{3})+(?=\.|$)/

/**
 * An amount as people type it, in minor units: digits, a point, and groups of three; `null` for anything else.
 *
 * @example
 * typedAmount('1,500.00', 'ETB') // => 150000
 * typedAmount('1500,00', 'ETB') // => null
 */
export function typedAmount(text: string, currency: string): number | null {
  const whole = text.replace(grouped, (digits) => digits.replace(/\D/g, ''))
  try {
    return parseAmount(whole, currency)
  } catch {
    return null
  }
}

/** As `typedAmount`; below 0 with a minus sign before it. */
export function typedSignedAmount(text: string, currency: string): number | null {
  const [, sign, rest] = /^([-\u2212]?)\s*(.*)$/s.exec(text)!
  const amount = typedAmount(rest!, currency)
  return amount !== null && sign !== '' ? -amount : amount
}
