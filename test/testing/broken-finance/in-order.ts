import type { LinePosition } from 'hospital-payments/repository'

/** Whether `b` stands behind `a`. */
export function isInOrder(a: LinePosition, b: LinePosition): boolean {
  return a.valueDate < b.valueDate || (a.valueDate === b.valueDate && a.key < b.key)
}
