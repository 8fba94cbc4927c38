import { type Ask, expected, type Finding } from './finding.js'

/**
 * The largest difference that is accepted: times are those of processes, and two servers should agree better than
 * people notice.
 */
const maxSkewMs = 2_000

/**
 * Compares the clocks of this machine and of the server.
 *
 * @param text of the statement that asks for the epoch milliseconds of the server
 * @param now epoch milliseconds of this machine
 */
export async function checkClock(text: string, ask: Ask, now: () => number): Promise<Finding> {
  const before = now()
  const [theirs] = await ask(text)
  const after = now()
  const skew = Math.round(Number(theirs) - (before + after) / 2)
  // What the answer took may be all of the difference.
  const isNear = Math.abs(skew) <= maxSkewMs + (after - before) / 2
  return expected(isNear, {
    name: 'clocks',
    found: isNear
      ? 'this machine and the server agree'
      : `the server is ${Math.abs(skew) / 1000} s ${skew > 0 ? 'ahead' : 'behind'}`,
    status: 'warning',
    todo: 'set both by NTP: payments have the times of the machine that stores them',
  })
}
