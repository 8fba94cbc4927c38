import { expect, it } from 'vitest'
import { mariadb, onEach, postgres } from '../../support/databases/index.js'
import { allOperations } from './finance-operations.js'
import { canaries } from './operations.js'
import { expectDone, expectTruth, outcomeInTime } from './outcome.js'
import { sceneOf } from './scene.js'
import { lasting } from './server-codes.js'
import { stage } from './stage.js'
import { ofTenant } from './tenant-pattern.js'

const timeoutMs = 20_000
const message = 'canary of the driver'

onEach([postgres, mariadb], 'sqlRepository: when another try would fail the same way (R9)', (entry) => {
  const { database, courses, lane } = stage(entry, allOperations)
  const dialect = entry.name === 'mariadb' ? 'mysql' : 'postgres'

  it.each(Object.entries(lasting[dialect]))('every operation that meets %s (%s) is tried once', async (_, code) => {
    await Promise.all(
      courses().map(async (course) => {
        const { tenant, run, repeat, state } = await sceneOf(database(), course.operation)
        const fault = lane().proxy.answerWith(ofTenant(tenant), { code, message }, { times: Infinity })
        const outcome = await outcomeInTime(run(lane().sql, timeoutMs), timeoutMs)
        fault.remove()
        expectTruth(course, outcome, await state())
        const error = 'error' in outcome ? outcome.error : null
        const { name, readsAtOnce = 1 } = course.operation
        expect([name, error?.code, error?.retryable]).toEqual([name, 'storage_unavailable', false])
        expect(fault.count, name).toBeGreaterThan(0)
        expect(fault.count, name).toBeLessThanOrEqual(readsAtOnce)
        expect(error?.cause).toMatchObject({ message: expect.stringContaining(message) })
        for (const secret of [...canaries, message, 'hp_', String(code)]) expect(error?.message).not.toContain(secret)
        await repeat(lane().sql)
        expectDone(course, await state())
      }),
    )
  })

  it('every operation on tables that are not there is tried once', async () => {
    await Promise.all(
      courses().map(async ({ operation }) => {
        const { tenant, run } = await sceneOf(database(), operation)
        const tries = lane().proxy.watch(({ kind, bytes, text }) => {
          // What cannot be prepared is never sent with its values.
          return kind === 'prepare' ? text.includes('gone_') : bytes.includes(tenant)
        })
        tries.remove()
        const outcome = await outcomeInTime(run(lane().sql, timeoutMs, 'gone_'), timeoutMs)
        expect([operation.name, 'error' in outcome && outcome.error]).toEqual([
          operation.name,
          expect.objectContaining({ code: 'storage_unavailable', retryable: false, cause: expect.anything() }),
        ])
        expect('error' in outcome && outcome.error.message).not.toContain('gone_')
      }),
    )
  })
})
