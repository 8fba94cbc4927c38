/** Values as drivers return them. */
import { millisecondsOf } from '../../domain/instant.js'
import type { Instant } from '../../domain/payments/payment.js'
import { instantText } from './instant-text.js'

/** Reads a text. A VARBINARY comes as a Buffer, whose `toString` reads UTF-8. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : String(value)
}

export function textOrNull(value: unknown): string | null {
  return value === null ? null : text(value)
}

/** Reads an instant. Drivers give a BIGINT as text, number or bigint; all that is stored is below 2^53. */
export function instant(value: unknown): Instant {
  return instantText(Number(value))
}

export function truth(value: unknown): boolean {
  return Number(value) === 1
}

export function instantOrNull(value: unknown): Instant | null {
  return value === null ? null : instant(value)
}

/**
 * Returns the place of each column in a row: looked up once, so that a row is read by places and no column shifts
 * another.
 */
export function placesOf<Column extends string>(columns: readonly Column[]): Readonly<Record<Column, number>> {
  return Object.fromEntries(columns.map((column, i) => [column, i])) as Record<Column, number>
}

/** Returns an instant as a parameter. */
export function time(at: Instant | null): number | null {
  return at === null ? null : millisecondsOf(at)
}
