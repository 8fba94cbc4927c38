/** Turns of tenants at one kind of work: each tenant has one after another, so that none waits behind all work of another. */
import { longerWait } from '../service/worker-options.js'

/**
 * The end of a turn: `more` where the tenant has more to do, `nothing` where another worker was faster or nothing could be done,
 * and `refused` where all that was sent was refused.
 */
export type TurnEnd = 'more' | 'done' | 'nothing' | 'refused'

/** The places of turns. */
export interface Places {
  /** The turns at a time of tenants that work. */
  readonly atOnce: number
  /** The turns at a time of tenants whose last turn failed or was refused. */
  readonly failingAtOnce: number
  /** The milliseconds after which a turn gives its place to another tenant's, and goes on beside it. */
  readonly slowAfterMs: number
  /** The most turns that go on so. */
  readonly maxSlow: number
}

export interface TurnSettings {
  readonly everyMs: number
  readonly signal: AbortSignal
  readonly places: Places
  clock(): number
  /** Works for a tenant for a short while. */
  take(tenant: string): Promise<TurnEnd>
  /** Reports a turn that threw, and how long the tenant will have none. */
  onFailure(tenant: string, error: unknown, waitMs: number): void
}

export interface Turns {
  /** Takes tenants that have work to do; those that have a turn, wait for one or rest are there already. */
  offer(tenants: readonly string[]): void
  /** Resolves when every turn has ended; none begins once the signal is aborted. */
  ended(): Promise<void>
}

/** A tenant that is not offered a turn until a time. */
interface Rest {
  readonly until: number
  readonly waitMs: number
  readonly isFailing: boolean
}

/** Tenants that wait for a turn, the first to have one first, and the places that are taken. */
interface Lane {
  readonly waiting: Set<string>
  readonly places: number
  readonly maxSlow: number
  taken: number
  slow: number
}

/** The longest rest of a tenant for which there was nothing to do, although it was found. */
const maxIdleMs = 10_000

export function turns({ everyMs, signal, places, clock, take, onFailure }: TurnSettings): Turns {
  const laneOf = (count: number, maxSlow: number): Lane => ({
    waiting: new Set(),
    places: count,
    maxSlow,
    taken: 0,
    slow: 0,
  })
  const working = laneOf(places.atOnce, places.maxSlow)
  // However many fail, and however long each takes to do so, the others have places of their own.
  const failing = laneOf(places.failingAtOnce, 0)
  const running = new Map<string, Promise<void>>()
  const rests = new Map<string, Rest>()

  function rest(tenant: string, waitMs: number, isFailing: boolean): void {
    rests.set(tenant, { until: clock() + waitMs, waitMs, isFailing })
  }

  async function takeTurn(tenant: string): Promise<void> {
    const waitedMs = rests.get(tenant)?.waitMs ?? everyMs
    try {
      const end = await take(tenant)
      if (end === 'nothing') rest(tenant, Math.min(waitedMs * 2, Math.max(maxIdleMs, everyMs)), false)
      else if (end === 'refused') rest(tenant, 0, true)
      else rests.delete(tenant)
      if (end === 'more') working.waiting.add(tenant)
    } catch (error) {
      const waitMs = longerWait(waitedMs, everyMs)
      rest(tenant, waitMs, true)
      onFailure(tenant, error, waitMs)
    }
  }

  /** Gives a tenant a turn, which has a place of its lane until it ends or has been slow. */
  async function run(tenant: string, lane: Lane): Promise<void> {
    lane.taken++
    let isSlow = false
    const timer = setTimeout(() => {
      if (lane.slow >= lane.maxSlow) return
      isSlow = true
      lane.slow++
      lane.taken--
      begin()
    }, places.slowAfterMs)
    await takeTurn(tenant)
    clearTimeout(timer)
    running.delete(tenant)
    if (isSlow) lane.slow--
    else lane.taken--
    begin()
  }

  function begin(): void {
    for (const lane of [working, failing]) {
      for (const tenant of lane.waiting) {
        if (signal.aborted || lane.taken >= lane.places) break
        lane.waiting.delete(tenant)
        running.set(tenant, run(tenant, lane))
      }
    }
  }

  return {
    offer(tenants) {
      const now = clock()
      for (const tenant of tenants) {
        const { until = 0, isFailing = false } = rests.get(tenant) ?? {}
        if (running.has(tenant) || until > now) continue
        const lane = isFailing ? failing : working
        lane.waiting.add(tenant)
      }
      begin()
    },
    async ended() {
      while (running.size > 0) await Promise.all(running.values())
    },
  }
}
