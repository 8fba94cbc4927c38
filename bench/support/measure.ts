/** Measurements in turns: other work of the machine hits all contenders alike. */

export interface Spread {
  readonly min: number
  readonly median: number
  readonly max: number
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  return { min: sorted[0]!, median, max: sorted.at(-1)! }
}

type Work = () => unknown

/** Returns the processor time of the process in milliseconds, garbage collection included: others on the machine take none of it. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Measures milliseconds of every contender in every round; each round begins with another one. */
export async function interleave<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, Work>>,
  now: () => number = processorTime,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length]!
      const start = now()
      await contenders[name]()
      times[name].push(now() - start)
    }
  }
  return times
}

/** Returns one ratio a round, whose two times were measured next to each other. */
export function ratios(times: readonly number[], to: readonly number[]): Spread {
  return spread(times.map((time, round) => time / to[round]!))
}

/** Runs so many times in all, as many at once as there are clients. */
export async function repeat(count: number, clients: number, run: () => Promise<unknown>): Promise<void> {
  let left = count
  const client = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: clients }, client))
}

/** Returns milliseconds on the wall, for work of another process. */
export function timeOnTheWall(): number {
  return performance.now()
}
