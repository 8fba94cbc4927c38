import { dayMs, instantOf, millisecondsOf, parseInstant } from '../../domain/instant.js'
import type { NumberFormat } from './number-format.js'

/** A cell with something in it. */
export type SheetCell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly format: NumberFormat }
  /** `ms` is a local time as if it were UTC; `null` for no day of the calendar. A time of day has no day. */
  | {
      readonly kind: 'date'
      readonly text: string
      readonly ms: number | null
      readonly hasTime: boolean
      readonly timeOfDay: number | null
    }
  /** A value that cannot be relied on, and the reason. */
  | { readonly kind: 'unreadable'; readonly text: string; readonly problem: string }

/** A cell as the file writes it. */
export interface WrittenCell {
  readonly type: string
  readonly value: string
  /** True where there is a value, be it an empty text. */
  readonly hasValue: boolean
  readonly hasFormula: boolean
  readonly format: NumberFormat
}

/** The number of days from the first day of a date system to 1970. */
const daysTo1970 = { 1900: 25_569, 1904: 24_107 } as const
/** The first serial of the 1900 system that is a day of the calendar: it has a 29 February 1900. */
const firstSerial = 61
const daySeconds = 86_400
/** Serials behind the year 9999 are no dates. */
const maxSerial = 2_958_466

/** Writes a number with 15 significant digits, as spreadsheets do, without an exponent. */
export function plainNumber(value: number): string {
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential(14).split('e')
  const digits = mantissa.replace('.', '').replace(/0+$/, '')
  if (digits === '') return '0'
  const exponent = Number(power)
  const sign = value < 0 ? '-' : ''
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const fraction = digits.slice(exponent + 1)
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

const pad = (value: number) => String(value).padStart(2, '0')

/** Writes a time of day in seconds. */
function timeText(seconds: number): string {
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
}

/** Reads a serial of a date system, to the second. */
function dateCell(serial: number, formatHasTime: boolean, is1904: boolean): SheetCell {
  const total = Math.round(serial * daySeconds)
  const seconds = ((total % daySeconds) + daySeconds) % daySeconds
  const day = (total - seconds) / daySeconds
  const isDay = serial < maxSerial && (is1904 ? serial >= 0 : day >= firstSerial)
  const hasTime = seconds > 0 || formatHasTime
  const timeOfDay = serial >= 0 && serial < 1 && day === 0 ? seconds : null
  if (!isDay)
    return {
      kind: 'date',
      text: timeOfDay === null ? plainNumber(serial) : timeText(seconds),
      ms: null,
      hasTime,
      timeOfDay,
    }
  const ms = (day - daysTo1970[is1904 ? 1904 : 1900]) * dayMs + seconds * 1000
  const text = instantOf(ms).slice(0, 10)
  return { kind: 'date', text: hasTime ? `${text} ${timeText(seconds)}` : text, ms, hasTime, timeOfDay }
}

/** Reads a date that is written as text: the type `d` of strict workbooks. */
function isoDateCell(text: string): SheetCell {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d+)?)?$/.exec(text) ?? []
  const instant = day === undefined ? null : parseInstant(`${day}T${time ?? '00:00:00'}Z`)
  if (instant === null) return { kind: 'unreadable', text, problem: 'a mapped cell has a date that cannot be read' }
  return {
    kind: 'date',
    text: time ? `${day} ${time}` : day!,
    ms: millisecondsOf(instant),
    hasTime: time !== undefined,
    timeOfDay: null,
  }
}

/** Replaces what a text writes as `_x000D_`: characters that XML cannot have. */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

const isNumeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?$/

/**
 * Reads a cell; `null` for an empty one.
 *
 * @param shared returns a text of the workbook by its number
 */
export function cellOf(
  { type, value, hasValue, hasFormula, format }: WrittenCell,
  is1904: boolean,
  shared: (index: number) => string | undefined,
): SheetCell | null {
  const unreadable = (problem: string): SheetCell => ({ kind: 'unreadable', text: value, problem })
  const isText = type === 'str' || type === 'inlineStr' || type === 's'
  if (hasFormula && (!hasValue || (value === '' && !isText)))
    return unreadable('a mapped cell has a formula without a stored value')
  if (!hasValue || (value === '' && !isText)) return null
  if (type === 'e') return unreadable('a mapped cell is an error')
  if (type === 'b') return unreadable('a mapped cell is a truth value')
  if (type === 'd') return isoDateCell(value)
  if (isText) {
    const text = type === 's' ? shared(/^\d{1,10}$/.test(value.trim()) ? Number(value) : -1) : withoutEscapes(value)
    if (text === undefined) return unreadable('a mapped cell has a text that the workbook does not have')
    return text.trim() === '' ? null : { kind: 'text', text }
  }
  const number = isNumeric.test(value.trim()) ? Number(value) : NaN
  if (!Number.isFinite(number)) return unreadable('a mapped cell is no number')
  if (format.kind === 'date') return dateCell(number, format.hasTime, is1904)
  return { kind: 'number', text: plainNumber(number), format }
}
