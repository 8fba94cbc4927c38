import { rounds } from '../../support/rounds.js'

const mib = 2 ** 20

/** Files in which one field after the other is filled with each of many characters: long enough to show a square. */
export const ofOneField = rounds(mib / 8, mib)
/** Files that are made of one thing. */
const ofOneKind = rounds(mib / 8, mib)

async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** In milliseconds. */
const min = 5

/**
 * Returns how many times as much work `max` characters are as an eighth of them: about 8 where each character is looked at a
 * bounded number of times, 64 where each is looked at again for each other one. By processor time, the least of several
 * runs, and shorter ones than `min` as that: what else the machine does must not count. A square of so many characters takes
 * seconds.
 */
export async function growth(work: (size: number) => Promise<unknown>, max = ofOneKind): Promise<number> {
  let small = Infinity
  let large = Infinity
  for (let run = 0; run < 4; run++) {
    large = Math.min(large, await processorTime(() => work(max)))
    if (large / min < linear) return large / min
    // Twice, because the first run of all is slower than it will ever be again.
    for (let time = 0; time < 2; time++) small = Math.min(small, await processorTime(() => work(max / 8)))
    if (large / Math.max(small, min) < linear) break
  }
  return large / Math.max(small, min)
}

/** Far above 8, and far below 64. */
export const linear = 24

/** Counts how often the host's event loop had a turn during the work. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work().finally(() => (isOver = true))
  return turns
}

/** Repeats the unit up to `size` characters in all. */
export function filled(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length)).slice(0, Math.trunc(size))
}
