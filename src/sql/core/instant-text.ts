import { dayMs, instantOf } from '../../domain/instant.js'
import type { Instant } from '../../domain/payments/payment.js'

const minuteMs = 60_000
const padded = (count: number, digits: number) =>
  Array.from({ length: count }, (_, i) => String(i).padStart(digits, '0'))

const seconds = padded(60, 2)
const minutes = padded(1440, 2).map((_, i) => `T${seconds[Math.floor(i / 60)]!}:${seconds[i % 60]!}:`)
const milliseconds = padded(1000, 3).map((text) => `.${text}Z`)

/** The most days whose texts are kept: rows of a table are of few days, and a few years fit. */
const maxDays = 1000
const days = new Map<number, string>()

function dayText(day: number): string {
  let text = days.get(day)
  if (text === undefined) {
    text = instantOf(day * dayMs).slice(0, 10)
    if (days.size === maxDays) days.clear()
    days.set(day, text)
  }
  return text
}

/** Formats an instant as `instantOf` does, in a quarter of its time: a date is calculated once for each day. */
export function instantText(ms: number): Instant {
  const day = Math.floor(ms / dayMs)
  const inDay = ms - day * dayMs
  const minute = Math.floor(inDay / minuteMs)
  const inMinute = inDay - minute * minuteMs
  const second = Math.floor(inMinute / 1000)
  return dayText(day) + minutes[minute]! + seconds[second]! + milliseconds[inMinute - second * 1000]!
}
