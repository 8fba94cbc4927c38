import { afterEach, expect, it, vi } from 'vitest'
import { mariadb, onEach, postgres } from '../../support/databases/index.js'
import { rounds } from '../../support/rounds.js'
import { operations } from './operations.js'
import { expectDone, expectTruth, outcomeInTime } from './outcome.js'
import { sceneOf } from './scene.js'
import { leaving, passing } from './server-codes.js'
import { stage } from './stage.js'
import { ofTenant } from './tenant-pattern.js'

/** Time for twenty tries, whatever their waits are drawn to be. */
const timeoutMs = 20_000
/** Time to give up in. A tenth of it is left for a last try, which may begin with a new connection on a busy machine. */
const shortMs = { concurrent_update: 4000, storage_unavailable: 6000 }

onEach([postgres, mariadb], 'sqlRepository: while the database is in the way (R9)', (entry) => {
  const { database, courses, lane } = stage(entry, operations)
  const dialect = entry.name === 'mariadb' ? 'mysql' : 'postgres'
  afterEach(() => void vi.restoreAllMocks())

  /** Plays every operation at once, each of which meets the error so many times. */
  function play(code: string | number, times: number, time = timeoutMs) {
    return Promise.all(
      courses().map(async (course) => {
        const scene = await sceneOf(database(), course.operation)
        const fault = lane().proxy.answerWith(ofTenant(scene.tenant), { code }, { times })
        const started = performance.now()
        const outcome = await outcomeInTime(scene.run(lane().sql, time), time)
        const tookMs = performance.now() - started
        fault.remove()
        expectTruth(course, outcome, await scene.state())
        const reported = 'error' in outcome ? outcome.error.code : 'done'
        return { name: course.operation.name, course, scene, outcome, reported, tookMs, count: fault.count }
      }),
    )
  }

  const kinds = [
    ...Object.entries(passing[dialect]).map(([name, code]) => [name, code, 'concurrent_update'] as const),
    ...Object.entries(leaving[dialect]).map(([name, code]) => [name, code, 'storage_unavailable'] as const),
  ]

  it.each(kinds)('every operation succeeds after twenty times %s (%s)', async (_, code) => {
    // Waits are drawn short, so that the test takes no longer than it must.
    if (rounds(0, 1) === 0) vi.spyOn(Math, 'random').mockReturnValue(0.01)
    for (const { name, reported, count } of await play(code, 20))
      expect([name, reported, count]).toEqual([name, 'done', 20])
  })

  it.each(kinds)(
    'every operation that meets %s (%s) each time is %s, retryable, within its time',
    async (_, code, known) => {
      let time = shortMs[known]
      let played = await play(code, Infinity, time)
      // A busy machine may leave the last try unanswered, and its outcome unknown.
      if (played.some(({ reported }) => reported === 'outcome_unknown')) {
        time *= 4
        played = await play(code, Infinity, time)
      }
      for (const { name, course, scene, outcome, reported, tookMs, count } of played) {
        expect([name, reported]).toEqual([name, known])
        expect(count).toBeGreaterThan(1)
        // It goes on for as long as it may, where five tries would have ended soon.
        expect(tookMs).toBeGreaterThan(time / 2)
        if ('error' in outcome) expect(outcome.error).toMatchObject({ retryable: true, cause: expect.anything() })
        await scene.repeat(lane().sql)
        expectDone(course, await scene.state())
      }
    },
  )
})
