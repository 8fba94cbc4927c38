import { expect, it } from 'vitest'
import { mariadb, onEach, postgres } from '../../support/databases/index.js'
import { expectDone, expectTruth, outcomeInTime } from './outcome.js'
import { sceneOf } from './scene.js'
import { passing } from './server-codes.js'
import { stage } from './stage.js'
import { ofTenant } from './tenant-pattern.js'

const timeoutMs = 20_000

onEach([postgres, mariadb], 'While others are in the way (R9)', (entry) => {
  const { database, courses, lane } = stage(entry)
  const dialect = entry.name === 'postgres' ? 'postgres' : 'mysql'

  /** Every operation at once, each of which meets the error so many times. */
  function play(code: string | number, times: number) {
    return Promise.all(
      courses().map(async (course) => {
        const scene = await sceneOf(database(), course.operation)
        const fault = lane().proxy.answerWith(ofTenant(scene.tenant), { code }, { times })
        const outcome = await outcomeInTime(scene.run(lane().sql, timeoutMs), timeoutMs)
        fault.remove()
        expectTruth(course, outcome, await scene.state())
        const told = 'error' in outcome ? outcome.error.code : 'done'
        return { name: course.operation.name, course, scene, outcome, told, count: fault.count }
      }),
    )
  }

  const codes = Object.entries(passing[dialect])

  it.each(codes)('every operation succeeds after four times %s (%s)', async (_, code) => {
    for (const { name, told, count } of await play(code, 4)) {
      // What an export has begun to hand out cannot begin again.
      const isExport = name === 'exportCsv'
      expect([name, told, count]).toEqual(isExport ? [name, 'concurrent_update', 1] : [name, 'done', 4])
    }
  })

  it.each(codes)(
    'every operation that meets %s (%s) each time is concurrent_update, after five tries',
    async (_, code) => {
      for (const { name, course, scene, outcome, told, count } of await play(code, Infinity)) {
        expect([name, told, count]).toEqual([name, 'concurrent_update', name === 'exportCsv' ? 1 : 5])
        if ('error' in outcome) expect(outcome.error.retryable).toBe(true)
        await scene.repeat(lane().sql)
        expectDone(course, await scene.state())
      }
    },
  )
})
