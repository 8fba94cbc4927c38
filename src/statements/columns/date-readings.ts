/** The ways in which the dates of a file can be read. */
import { plusDays } from '../../domain/calendar.js'
import { type DateReader, dateReader } from '../csv/dates.js'
import { collapsed } from '../csv/text.js'

/** The order of day, month and year; with a calendar, days of the Ethiopic one. */
export const dateOrders = ['dmy', 'mdy', 'ymd', 'dmyEthiopic', 'ymdEthiopic'] as const
export type DateOrder = (typeof dateOrders)[number]

/** A way to read all dates, as far as any way reads them. */
export interface DateReading {
  readonly order: DateOrder
  /** The patterns of a mapping. */
  readonly patterns: readonly string[]
  readonly calendar: 'ethiopic' | undefined
  /** A date of the file, and the day that it is in this way. */
  readonly example: { readonly text: string; readonly day: string }
}

/** The days' patterns by their shapes: `n` is one or two digits, `y` four, `w` a word, `#8` eight digits. */
const shapes: Readonly<Record<'dmy' | 'mdy' | 'ymd', Readonly<Record<string, readonly string[]>>>> = {
  dmy: {
    ...bySeparators('n', 'n', 'y', 'dd', 'MM', 'yyyy'),
    ...bySeparators('n', 'n', 'n', 'dd', 'MM', 'yy'),
    ...bySeparators('n', 'w', 'y', 'dd', 'MMM', 'yyyy'),
    ...bySeparators('n', 'w', 'n', 'dd', 'MMM', 'yy'),
    'n w, y': ['dd MMM, yyyy', 'dd MMMM, yyyy'],
    '#8': ['ddMMyyyy'],
  },
  mdy: {
    ...bySeparators('n', 'n', 'y', 'MM', 'dd', 'yyyy'),
    ...bySeparators('n', 'n', 'n', 'MM', 'dd', 'yy'),
    'w n, y': ['MMM dd, yyyy', 'MMMM dd, yyyy'],
    'w n y': ['MMM dd yyyy', 'MMMM dd yyyy'],
    '#8': ['MMddyyyy'],
  },
  ymd: {
    ...bySeparators('y', 'n', 'n', 'yyyy', 'MM', 'dd'),
    ...bySeparators('n', 'n', 'n', 'yy', 'MM', 'dd'),
    ...bySeparators('y', 'w', 'n', 'yyyy', 'MMM', 'dd'),
    '#8': ['yyyyMMdd'],
  },
}

type SixTexts = readonly [string, string, string, string, string, string]

function bySeparators(...[a, b, c, x, y, z]: SixTexts): Record<string, string[]> {
  const words = y === 'MMM' ? [y, 'MMMM'] : [y]
  return Object.fromEntries(
    ['/', '-', '.', ' '].map((mark) => [[a, b, c].join(mark), words.map((word) => [x, word, z].join(mark))]),
  )
}

function shapeOf(day: string): string {
  return day
    .replace(/\d+/g, (digits) => (digits.length <= 2 ? 'n' : digits.length === 4 ? 'y' : `#${digits.length}`))
    .replace(/\p{L}+/gu, (word) => (word === 'n' || word === 'y' ? word : 'w'))
}

const withTime = /^(.+?)(T| )(\d{1,2}:\d\d)(:\d\d)?(\.\d{3})?( ?[AaPp]\.?[Mm]\.?)?$/

/** Splits a text into the shape of its day, and the pattern of its time. */
function partsOf(text: string): { shape: string; time: string } {
  const [, day, mark, , seconds, fraction, half] = withTime.exec(text) ?? []
  if (day === undefined) return { shape: shapeOf(text), time: '' }
  const clock = `${half === undefined ? 'HH' : 'hh'}:mm${seconds === undefined ? '' : ':ss'}`
  const rest = `${fraction === undefined ? '' : '.SSS'}${half === undefined ? '' : half.startsWith(' ') ? ' a' : 'a'}`
  return { shape: shapeOf(day), time: `${mark === 'T' ? "'T'" : ' '}${clock}${rest}` }
}

/** Reads texts in one order, and collects the patterns that it needs. */
function readIn(order: DateOrder, texts: readonly string[], timeZone: string) {
  const calendar = order.endsWith('Ethiopic') ? ('ethiopic' as const) : undefined
  const ofOrder = shapes[order.slice(0, 3) as keyof typeof shapes]
  const readers = new Map<string, DateReader | null>()
  function readerOf(pattern: string): DateReader | null {
    let reader = readers.get(pattern)
    if (reader === undefined) {
      try {
        const refuse = (_: number, problem: string): never => {
          throw new TypeError(problem)
        }
        reader = dateReader([pattern], timeZone, refuse, calendar)
      } catch {
        reader = null
      }
      readers.set(pattern, reader)
    }
    return reader
  }
  const patterns = new Set<string>()
  const days = new Map<string, string>()
  for (const text of texts) {
    const { shape, time } = partsOf(text)
    for (const base of ofOrder[shape] ?? []) {
      const read = readerOf(base + time)?.(text)
      if (!read) continue
      patterns.add(base + time)
      days.set(text, read.day)
      break
    }
  }
  return { order, calendar, patterns: [...patterns], days }
}

const farDays = 366
const oldDays = 5 * 366

/**
 * Returns the ways to read the dates: those that read most of them. Of two of which one gives days of this time and the other days
 * years ahead, the first alone is left. Several that are left give other days: a person has to choose.
 *
 * @param today a day such as `2026-11-27`
 * @param mayBeEthiopic true where the hospital reckons by the Ethiopic calendar
 */
export function dateReadings(
  written: readonly string[],
  { timeZone, today, mayBeEthiopic }: { timeZone: string; today: string; mayBeEthiopic: boolean },
): DateReading[] {
  const texts = [...new Set(written.map(collapsed))].filter((text) => text !== '')
  const orders = dateOrders.filter((order) => mayBeEthiopic || !order.endsWith('Ethiopic'))
  const all = orders.map((order) => readIn(order, texts, timeZone))
  const maxCount = Math.max(...all.map(({ days }) => days.size))
  if (maxCount === 0) return []
  const best = all.filter(({ days }) => days.size === maxCount)
  const lastOf = ({ days }: (typeof best)[number]) => [...days.values()].reduce((a, b) => (a > b ? a : b))
  const near = best.filter((one) => lastOf(one) <= plusDays(today, farDays))
  const left = near.length > 0 ? near : best
  const recent = left.filter((one) => lastOf(one) >= plusDays(today, -oldDays))
  // Old days in one order are no reason against the same order in another calendar: a person knows how old the file is.
  const gregorian = recent.filter(({ calendar }) => calendar === undefined)
  const chosen = gregorian.length > 0 ? gregorian : left
  const differing = texts.find((text) => new Set(chosen.map(({ days }) => days.get(text))).size > 1)
  return chosen.map(({ order, calendar, patterns, days }) => {
    const text = (differing !== undefined && days.has(differing) ? differing : [...days.keys()][0])!
    return { order, calendar, patterns, example: { text, day: days.get(text)! } }
  })
}
