/** Tenants that wait for work, on every database: which they are, in which order, and how much is read to find them. */
import { tenants, type SqlDatabase, type WaitingOptions } from 'hospital-payments/sql'
import { fakeProvider, type ManualClock, manualClock } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { tablesOf } from '../../src/sql/core/tables.js'
import { tenantsWaiting } from '../../src/tenants/tenant-statements.js'
import { libsql, mariadb, onEach, partitions, postgres } from '../support/databases/index.js'
import { analyze, planOf, type Served } from '../support/databases/plans.js'
import { migrated, repositoryOn, sqlOn } from '../support/databases/repository.js'
import { deliveryRow, paymentRow, run, storeAll } from '../support/schema-rows.js'
import { at, day, minute, request, testService } from '../support/service.js'
import { nameOf } from './support/many-tenants.js'

onEach([postgres, mariadb, libsql, partitions], 'tenants.waiting', (entry) => {
  const database = migrated(entry)

  /** Makes services of tenants whose names begin alike, and a search that finds only these. */
  function hospitals(kind: WaitingOptions['for'], prefix: string) {
    const clock: ManualClock = manualClock(at(0))
    const fake = fakeProvider({ clock, receiptPrefix: prefix })
    const serviceOf = (name: string) => {
      const repository = repositoryOn(database(), { tenant: `${prefix} ${name}` })
      return testService({ repository, clock, providers: { fake } }).payments
    }
    const waiting = async (options: Partial<WaitingOptions> = {}) => {
      const now = new Date(clock()).toISOString()
      const all = await tenants.waiting(sqlOn(database()), { for: kind, now, ...options })
      return all.filter((name) => name.startsWith(`${prefix} `)).map((name) => name.slice(prefix.length + 1))
    }
    return { clock, fake, serviceOf, waiting }
  }

  it('events: lists tenants whose events are due, those that wait longest first, and none that is leased', async () => {
    const { clock, serviceOf, waiting } = hospitals('events', 'events')
    expect(await waiting()).toEqual([])
    for (const name of ['c', 'a', 'b']) await serviceOf(name).createPayment(request())
    expect(await waiting()).toEqual(['a', 'b', 'c'])
    await serviceOf('a').deliverEvents(async () => ({ retryAfterMs: 2 * minute }))
    await serviceOf('b').deliverEvents(async () => ({ retryAfterMs: minute }))
    expect(await waiting()).toEqual(['c'])
    // While they are sent they are leased.
    await serviceOf('c').deliverEvents(async () => {
      expect(await waiting()).toEqual([])
    })
    expect(await waiting({ now: at(3 * minute) })).toEqual(['b', 'a'])
    clock.advance(day)
    expect(await waiting()).toEqual(['b', 'a'])
    await serviceOf('b').deliverEvents(async () => 'dead')
    await serviceOf('a').deliverEvents(async () => undefined)
    expect(await waiting()).toEqual([])
    await serviceOf('b').redeliverEvents()
    expect(await waiting()).toEqual(['b'])
    await serviceOf('b').deliverEvents(async () => undefined)
  })

  it('events: lists no tenant whose due events stand behind one that is tried again later', async () => {
    const { clock, serviceOf, waiting } = hospitals('events', 'behind')
    const payments = serviceOf('a')
    const { id } = await payments.createPayment(request())
    await payments.deliverEvents(async () => ({ retryAfterMs: 10 * minute }))
    await payments.confirmPayment(id)
    expect(await waiting()).toEqual([])
    // Another payment is not behind it.
    await payments.createPayment(request({ reference: 'INV-2' }))
    expect(await waiting()).toEqual(['a'])
    await payments.deliverEvents(async () => undefined)
    expect(await waiting()).toEqual([])
    clock.advance(day)
    expect(await waiting()).toEqual(['a'])
    expect(await payments.deliverEvents(async () => undefined)).toEqual({ delivered: 2, retrying: 0, dead: 0 })
  })

  it('expiry: lists tenants with payments that are due, the longest overdue first, and none whose money came', async () => {
    const { clock, serviceOf, waiting } = hospitals('expiry', 'expiry')
    for (const [name, minutes] of [
      ['late', 1],
      ['first', 3],
      ['second', 2],
      ['also second', 2],
      ['later', 60],
    ] as const)
      await serviceOf(name).createPayment(request({ expiresAt: at(minutes * minute) }))
    await serviceOf('never').createPayment(request())
    const part = serviceOf('late')
    const line = { row: 2, direction: 'credit', amount: 100, currency: 'ETB', valueDate: '2026-11-20' } as const
    await part.statements.import([{ ...line, reference: 'INV-1' }], { account: 'cbe-1000' })
    expect(await waiting()).toEqual([])
    clock.set(at(3 * minute - 1))
    expect(await waiting()).toEqual(['also second', 'second'])
    clock.advance(1)
    expect(await waiting()).toEqual(['also second', 'second', 'first'])
    for (const name of ['first', 'second', 'also second'])
      expect(await serviceOf(name).expireDue()).toEqual({ expired: 1 })
    expect(await waiting()).toEqual([])
    expect(await waiting({ now: at(day) })).toEqual(['later'])
  })

  it('attempts: lists tenants with attempts to ask about, the longest due first, and none that another worker asks about', async () => {
    const { clock, fake, serviceOf, waiting } = hospitals('attempts', 'attempts')
    for (const name of ['b', 'a']) {
      const payments = serviceOf(name)
      const { id: paymentId } = await payments.createPayment(request({ currency: 'KES' }))
      const { id } = await payments.attempts.start({ paymentId, provider: 'fake' })
      fake.accept(id)
      clock.advance(minute)
    }
    expect(await waiting()).toEqual(['b', 'a'])
    expect(await waiting({ now: at(0) })).toEqual([])
    expect(await serviceOf('b').attempts.checkDue()).toEqual({ checked: 1 })
    expect(await waiting()).toEqual(['a'])
    const leased = `UPDATE hp_attempts SET leased_until = ${clock() + minute} WHERE checks = 0`
    await run(database(), leased)
    expect(await waiting()).toEqual([])
    clock.advance(minute)
    expect(await waiting()).toEqual(['a'])
    await serviceOf('a').attempts.checkDue()
    expect(await waiting({ now: at(30 * day) })).toEqual([])
  })

  it('attempts: lists tenants with messages of providers that were not worked off', async () => {
    const { waiting } = hospitals('attempts', 'message')
    const message = { id: 'm-1', provider: 'fake', received_at: Date.parse(at(0)), attempt_id: null, version: 1 }
    const content = '{"proof":"hint","about":{"attemptId":"a"}}'
    await storeAll(database(), 'provider_messages', [
      { tenant: 'message new', ...message, status: 'new', content },
      { tenant: 'message done', ...message, status: 'done', content: null },
    ])
    expect(await waiting()).toEqual(['new'])
  })

  it('lists no more than the limit, of those that wait longest', async () => {
    const { serviceOf, clock } = hospitals('expiry', 'limit')
    clock.set(at(-day))
    for (const name of ['a', 'b', 'c']) {
      clock.advance(1)
      await serviceOf(name).createPayment(request({ expiresAt: new Date(clock() + 1).toISOString() }))
    }
    const search = { for: 'expiry', now: at(0), limit: 2 } as const
    expect(await tenants.waiting(sqlOn(database()), search)).toEqual(['limit a', 'limit b'])
  })
})

onEach([postgres, mariadb, libsql], 'tenants.waiting: the plan', (entry) => {
  const database = migrated(entry)
  const count = 2_000
  const now = Date.parse(at(0))
  const of = (i: number) => ({ tenant: nameOf(i) })

  it.each([
    [
      'events',
      'hp_deliveries',
      'deliveries',
      (i: number) => ({ ...deliveryRow, event_id: `e-${i}`, payment_id: `p-${i}`, free_at: now + i }),
    ],
    // Not the first of their payments: each is looked up by the index of its payment.
    [
      'events',
      'hp_deliveries',
      'deliveries',
      (i: number) => ({ ...deliveryRow, event_id: `f-${i}`, payment_id: `q-${i}`, version: 2, free_at: now + i }),
    ],
    ['expiry', 'hp_payments', 'payments', (i: number) => ({ ...paymentRow, id: `p-${i}`, expires_at: now + i })],
  ] as const)(
    'for %s reads what is due by the time alone, of 2,000 tenants of which two wait',
    async (work, table, kind, rowOf) => {
      await storeAll(
        database(),
        kind,
        Array.from({ length: count }, (_, i) => ({ ...rowOf(i), ...of(i) })),
      )
      await analyze(database() as Served, table)
      const statement = tenantsWaiting(database().dialect, tablesOf(), work)(now + 1, 10)
      const { indexes, isWhole, read } = await planOf(database() as Served, statement)
      expect(indexes).toContain(`${table}_due`)
      expect(isWhole).toBe(false)
      if (read !== null) expect(read).toBeLessThanOrEqual(10)
      expect(await tenants.waiting(sqlOn(database()), { for: work, now: at(1) })).toEqual([nameOf(0), nameOf(1)])
    },
  )
})

describe('tenants.waiting', () => {
  const database = { dialect: 'sqlite' } as SqlDatabase

  it.each([
    [{}, 'for must be one of events, expiry, attempts'],
    [{ for: 'refunds' }, 'for must be one of events, expiry, attempts'],
    [{ for: 'events', now: '2026-11-20' }, 'now must be an instant, such as 2026-11-20T09:00:00.000Z'],
    [{ for: 'events', now: 5 }, 'now must be an instant, such as 2026-11-20T09:00:00.000Z'],
    [{ for: 'events', limit: 0 }, 'limit must be a whole number, 1 to 1000000'],
    [{ for: 'events', limit: 1_000_001 }, 'limit must be a whole number, 1 to 1000000'],
    [{ for: 'events', tenant: 'a' }, 'unknown option tenant'],
    [undefined, 'options must be an object'],
  ])('refuses the options %j', async (options, problem) => {
    const call = tenants.waiting(database, options as WaitingOptions)
    await expect(call).rejects.toThrow(new TypeError(`tenants.waiting: ${problem}`))
  })
})
