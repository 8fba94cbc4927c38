import { rounds } from './rounds.js'

/**
 * Measures the milliseconds of work of `act`, the least of several runs: what else the machine does only adds to it.
 */
function min(act: () => unknown, runs: number): number {
  let ms = Infinity
  for (let run = 0; run < runs; run++) {
    const start = process.cpuUsage()
    act()
    const { user } = process.cpuUsage(start)
    ms = Math.min(ms, user / 1000)
  }
  return ms
}

/** An eighth of a mebibyte in the long form. */
const few = rounds(1 << 15, 1 << 17)
const many = 8 * few
/** Milliseconds in which no work over the larger text is a square of anything: a square of that takes many seconds. */
const negligibleMs = rounds(125, 500)
/** Eight times the text; a square takes sixty-four times as long. */
const maxGrowth = 24

/** The number of times that the larger text is tried until it is quick enough: a busy machine adds to any of them. */
const tries = 5

/** Checks whether the work of `act` grows with the length of its text, up to the larger one, and with no power of it. */
export function isLinear(act: (length: number) => () => unknown): boolean {
  const larger = act(many)
  const isWithin = (ms: number) => min(larger, 1) <= ms
  if (isWithin(negligibleMs)) return true
  // The clock of a process counts in steps of some milliseconds.
  const small = Math.max(min(act(few), 3), 5)
  return Array.from({ length: tries }).some(() => isWithin(maxGrowth * small))
}
