import { afterAll, beforeAll, expect, it } from 'vitest'
import { mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated } from '../../support/databases/repository.js'
import { rounds } from '../../support/rounds.js'
import { allOperations } from './finance-operations.js'
import { type Lane, openLane } from './lane.js'
import type { Operation } from './operations.js'
import { type Course, expectDone, expectTruth, outcomeOf } from './outcome.js'
import { courseOf, sceneOf } from './scene.js'
import { ofCalls } from './tenant-pattern.js'

const timeoutMs = 5000
/** The time after which each try is cut off, so that it lasts as long as it may. */
const shortMs = 1000
/** Side by side, because most of a try is waiting. */
const laneCount = 4

interface Cut {
  readonly when: 'cutBefore' | 'cutAfter'
  readonly skip: number
  readonly times: number
}

function cutsOf(statements: number): Cut[] {
  const cuts: Cut[] = []
  for (let skip = 0; skip < statements; skip++) {
    for (const when of ['cutBefore', 'cutAfter'] as const)
      for (const times of [1, Infinity]) cuts.push({ when, skip, times })
  }
  return cuts
}

/**
 * Picks some of each kind, where there is no time for all: multiples of the golden section fall evenly and meet no
 * pattern.
 */
function someOf(cuts: readonly Cut[], max: number): readonly Cut[] {
  if (cuts.length <= max) return cuts
  const places = Array.from({ length: max }, (_, i) => Math.floor((((i + 1) * 0.618034) % 1) * cuts.length))
  return [...new Set(places)].map((place) => cuts[place]!)
}

onEach([postgres, mariadb], 'sqlRepository: whichever statement is cut off (R8)', (entry) => {
  const database = migrated(entry)
  const lanes: Lane[] = []
  beforeAll(async () => {
    for (let i = 0; i < laneCount; i++) lanes.push(await openLane(database()))
  })
  afterAll(() => Promise.all(lanes.map((lane) => lane.close())))

  async function statementsOf(lane: Lane, operation: Operation): Promise<{ course: Course; statements: number }> {
    const watched = lane.proxy.watch(ofCalls)
    const course = await courseOf(database(), lane.sql, operation)
    watched.remove()
    return { course, statements: watched.count }
  }

  async function cutOff(course: Course, lane: Lane, { when, skip, times }: Cut): Promise<string> {
    const { run, repeat, state } = await sceneOf(database(), course.operation)
    const fault = lane.proxy[when](ofCalls, { skip, times })
    const outcome = await outcomeOf(run(lane.sql, times === 1 ? timeoutMs : shortMs))
    fault.remove()
    expect(fault.count).toBeGreaterThan(0)
    expectTruth(course, outcome, await state())
    const known =
      course.operation.stores === 'nothing' ? ['storage_unavailable'] : ['storage_unavailable', 'outcome_unknown']
    const reported = 'error' in outcome ? outcome.error.code : 'done'
    expect(times === 1 ? ['done'] : ['done', ...known]).toContain(reported)
    if ('error' in outcome) expect(outcome.error.retryable).toBe(true)
    await repeat(lane.sql)
    expectDone(course, await state())
    return reported
  }

  it.each(allOperations)(
    '$name leaves the state before or after it, reports the right one, and can be repeated',
    { timeout: 900_000 },
    async (operation) => {
      const { course, statements } = await statementsOf(lanes[0]!, operation)
      expect(statements).toBeGreaterThan(0)
      const cuts = someOf(cutsOf(statements), rounds(3, Infinity))
      const reported: Record<string, number> = {}
      const next = cuts.values()
      const failures: unknown[] = []
      // After a failure all lanes end: the statements of the next operation are counted on one of them.
      await Promise.all(
        lanes.map(async (lane) => {
          for (const cut of next) {
            if (failures.length > 0) return
            try {
              const code = await cutOff(course, lane, cut)
              reported[code] = (reported[code] ?? 0) + 1
            } catch (cause) {
              failures.push(new Error(`${JSON.stringify(cut)} of ${statements}: ${String(cause)}`, { cause }))
            }
          }
        }),
      )
      expect(failures).toEqual([])
      console.info(`R8 on ${entry.name}: ${operation.name}, ${statements} statements, ${cuts.length} cuts:`, reported)
    },
  )

  it('no connection is lost to the pool', async () => {
    expect(await Promise.all(lanes.map((lane) => lane.missing()))).toEqual(lanes.map(() => 0))
  })
})
