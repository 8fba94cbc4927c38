/** Calendar days of a zone by Intl's calendar fields: another way than the offsets that the library works with. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

const written = /^(\d\d)\/(\d\d)\/(\d{4}), (\d\d)/

/** Writes local day and hour as `2026-11-20 09`, which sorts as local time does. */
export function localHour(ms: number, timeZone: string): string {
  const [, month, day, year, hour] = written.exec(formatterOf(timeZone).format(ms))!
  return `${year}-${month}-${day} ${hour}`
}

export function localDay(ms: number, timeZone: string): string {
  return localHour(ms, timeZone).slice(0, 10)
}

const hourMs = 3_600_000

/** Returns the whole hours that local time is ahead of UTC. */
function ahead(ms: number, timeZone: string): number {
  const [day, hour] = localHour(ms, timeZone).split(' ')
  return Math.round((Date.parse(`${day}T${hour}:00:00Z`) - ms) / hourMs)
}

/** Ends of the hours in which the zone's offset changed; looks every `stepDays`, so it misses short-lived and small changes. */
export function offsetChanges(timeZone: string, from: number, to: number, stepDays: number): number[] {
  const step = stepDays * 24 * hourMs
  const changes: number[] = []
  for (let low = from; low < to; low += step) {
    let [before, after] = [low, low + step]
    const offset = ahead(before, timeZone)
    if (ahead(after, timeZone) === offset) continue
    while (after - before > hourMs) {
      const middle = before + Math.floor((after - before) / hourMs / 2) * hourMs
      if (ahead(middle, timeZone) === offset) before = middle
      else after = middle
    }
    changes.push(after)
  }
  return changes
}
