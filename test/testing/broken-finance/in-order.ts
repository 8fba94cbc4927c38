import type { LinePosition } from 'hospital-payments/repository'

/** Returns true where `b` stands behind `a`. */
export function isInOrder(a: LinePosition, b: LinePosition): boolean {
  return a.valueDate < b.valueDate || (a.valueDate === b.valueDate && a.key < b.key)
}
