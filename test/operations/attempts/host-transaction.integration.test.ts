import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import { refusal } from '../../support/service.js'
import { till } from './support/till.js'

const range = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }

type Service = ReturnType<typeof till>['payments']

/** Makes all calls by which a provider is asked or answered. */
function callsOf({ attempts }: Service, { fake }: ReturnType<typeof till>, paymentId: string, id: string) {
  return [
    attempts.start({ paymentId, provider: 'fake' }),
    attempts.check(id),
    attempts.abandon(id, { reason: 'left', actor: 'amina', force: true }),
    attempts.checkDue(),
    attempts.pull('fake', range),
    attempts.receive('fake', fake.callback(id)),
  ]
}

async function refusesAll(service: Service, on: ReturnType<typeof till>) {
  const attempt = await on.started()
  const { id: paymentId } = await on.bill()
  const pushes = [...on.fake.pushes]
  for (const call of callsOf(service, on, paymentId, attempt.id)) {
    const { message } = await refusal(call, 'invalid_request')
    expect(message).toMatch(/^attempts\.\w+ cannot run in your transaction/)
  }
  expect(on.fake.pushes).toEqual(pushes)
  expect(await on.attemptOf(attempt)).toEqual(attempt)
  return attempt
}

describe('attempts: in a transaction of the host', () => {
  it('over memory, where tests use within: are refused, and reads are not', async () => {
    const on = till()
    const service = on.payments.within({} as never)
    const attempt = await refusesAll(service, on)
    expect(await service.attempts.get(attempt.id)).toEqual(attempt)
    expect((await service.attempts.list()).items).toEqual([attempt])
    expect(await service.attempts.history(attempt.id)).toHaveLength(2)
  })

  it('over SQLite, by within and by using: are refused while it is open, and not after it', async () => {
    const db = new Database(':memory:')
    await migrate(fromSqlite(db))
    const repository = sqlRepository(fromSqlite(db))
    const on = till({ repository })
    const attempt = await on.started()
    const { id: paymentId } = await on.bill()
    db.exec('BEGIN')
    for (const service of [on.payments.within(db), on.payments.using(sqlRepository(fromSqlite(db))), on.payments])
      for (const call of callsOf(service, on, paymentId, attempt.id)) await refusal(call, 'invalid_request')
    db.exec('ROLLBACK')
    expect(await on.payments.attempts.check(attempt.id)).toMatchObject({ checks: 1 })
    db.close()
  })
})
