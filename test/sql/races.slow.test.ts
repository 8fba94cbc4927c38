import { isPaymentError, type HospitalPayments } from 'hospital-payments'
import { fromSqlite, sqlRepository } from 'hospital-payments/sql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { libsql, mariadb, onEach, postgres, type SqliteHandle } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { rounds } from '../support/rounds.js'
import { contents, request, testService } from '../support/service.js'

const callers = 50
const tenant = 'races'

onEach([postgres, mariadb, libsql], 'sqlRepository: callers at once', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)
  const more: SqliteHandle[] = []
  const services: HospitalPayments[] = []

  const freshId = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  const repository = (tenantName: string) => repositoryOn(database(), { tenant: tenantName })

  beforeAll(() => {
    const { payments } = testService({ repository: repository(tenant), random: freshId })
    services.push(payments)
    const opened = database()
    if (!('open' in opened)) return
    // A second handle is to SQLite what another process is: the first one's locks are in its way.
    const handle = opened.open()
    more.push(handle)
    services.push(payments.using(sqlRepository(fromSqlite(handle), { tenant })))
  })
  afterAll(() => more.forEach((handle) => handle.close()))

  const turn = (i: number) => services[i % services.length]!
  const atOnce = <Result>(count: number, call: (i: number) => Promise<Result>) =>
    Promise.allSettled(Array.from({ length: count }, (_, i) => call(i)))

  it(
    'with one idempotency key make one payment, and all get it; with another body all are refused (R1)',
    { timeout: 900_000 },
    async () => {
      const many = rounds(5, 200)
      let [replays, errors, conflicts] = [0, 0, 0]
      for (let round = 0; round < many; round++) {
        const options = { idempotencyKey: `key-${round}` }
        const reference = `INV-${round}`
        const same = await atOnce(callers, (i) => turn(i).createPayment(request({ reference }), options))
        const ids = new Set(same.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : [])))
        errors += same.filter(({ status }) => status === 'rejected').length
        replays += callers - ids.size
        expect(ids.size).toBe(1)
        const others = await atOnce(callers, (i) => turn(i).createPayment(request({ reference, amount: 1 }), options))
        conflicts += others.filter(
          (result) => result.status === 'rejected' && isPaymentError(result.reason, 'idempotency_conflict'),
        ).length
      }
      const stored = await contents(repository(tenant))
      expect(stored).toHaveLength(many)
      expect(stored.filter(({ events }) => events.length !== 1)).toEqual([])
      expect({ errors, conflicts }).toEqual({ errors: 0, conflicts: many * callers })
      console.info(`R1 on ${entry.name}: ${many} rounds, ${replays} replays, ${conflicts} conflicts, ${errors} errors`)
    },
  )

  it(
    'have one winner where they confirm, fail, expire and reverse, and the history equals the state (R2)',
    { timeout: 900_000 },
    async () => {
      const many = rounds(20, 1000)
      const paths = new Map<string, number>()
      for (let round = 0; round < many; round++) {
        const { id } = await turn(round).createPayment(request({ reference: `BILL-${round}` }))
        const calls = [
          () => turn(0).confirmPayment(id, { providerTransactionId: `TX-${round}` }),
          () => turn(1).failPayment(id, { reason: 'declined' }),
          () => turn(2).expirePayment(id),
          () => turn(3).reversePayment(id, { reason: 'refund' }),
        ]
        const shift = round % calls.length
        const results = await atOnce(calls.length, (i) => calls[(i + shift) % calls.length]!())
        const versions = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.version] : []))
        for (const result of results) {
          if (result.status === 'rejected') expect(isPaymentError(result.reason, 'invalid_transition')).toBe(true)
        }
        const payment = (await turn(0).getPayment(id))!
        const events = await turn(1).history(id)
        expect(events.map(({ data }) => data.version)).toEqual(Array.from({ length: payment.version }, (_, i) => i + 1))
        expect(events.at(-1)?.data.status).toBe(payment.status)
        // Each success is one version of the history: no caller was answered a change that is not there.
        expect(versions.sort()).toEqual(events.slice(1).map(({ data }) => data.version))
        const path = events.map(({ data }) => data.status).join(' → ')
        paths.set(path, (paths.get(path) ?? 0) + 1)
      }
      expect(paths.size).toBeGreaterThan(1)
      console.info(`R2 on ${entry.name}:`, Object.fromEntries(paths))
    },
  )
})
