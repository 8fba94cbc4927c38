/** One worker for all tenants, on every database. */
import { createHospitalPayments, type HospitalPayments, PaymentError, type StoredEvent } from 'hospital-payments'
import { type SqlDatabase, runTenantWorker, type TenantWorkerOptions } from 'hospital-payments/sql'
import { fakeProvider } from 'hospital-payments/testing'
import { describe, expect, it, vi } from 'vitest'
import { settingsOf } from '../../src/service.js'
import { runTenantWorkerWith, type WorkerParts } from '../../src/tenants/run-tenant-worker.js'
import { libsql, mariadb, onEach, partitions, postgres } from '../support/databases/index.js'
import { migrated, repositoryOn, sqlOn } from '../support/databases/repository.js'
import { recordingLogger } from '../support/recording-logger.js'
import { day, request, testService } from '../support/service.js'
import { counting } from './support/counting.js'

const soon = () => new Date(Date.now() + 1).toISOString()

/** The parts of a worker that looks as often as it can. */
const eager: WorkerParts = {
  wait: (_, signal) => new Promise((resolve) => setTimeout(resolve, signal.aborted ? 0 : 5)),
  places: { atOnce: 8, failingAtOnce: 2, slowAfterMs: 50, maxSlow: 10 },
  clock: Date.now,
}

onEach([postgres, mariadb, libsql, partitions], 'runTenantWorker', (entry) => {
  const database = migrated(entry)

  /** Makes the services of tenants whose names begin alike, and a worker for these. */
  function hospitals(prefix: string) {
    const fake = fakeProvider({ receiptPrefix: prefix })
    const services = new Map<string, HospitalPayments>()
    const nameOf = (name: string) => `${prefix} ${name}`
    const serviceOf = (tenant: string) => {
      const service =
        services.get(tenant) ??
        testService({ repository: repositoryOn(database(), { tenant }), clock: Date.now, providers: { fake } }).payments
      services.set(tenant, service)
      return service
    }
    const stop = new AbortController()
    const names = new Set<string>()
    const hospital = (name: string) => {
      names.add(nameOf(name))
      return serviceOf(nameOf(name))
    }
    async function* tenants() {
      yield* names
    }
    const work = (options: Partial<TenantWorkerOptions> = {}, parts: WorkerParts = eager) => {
      const common = { database: sqlOn(database()), payments: serviceOf, tenants, signal: stop.signal }
      return runTenantWorkerWith(parts, { ...common, ...options })
    }
    return { fake, hospital, nameOf, stop, work, serviceOf }
  }

  it('delivers events, expires due payments and asks providers, for every tenant', async () => {
    const { fake, hospital, nameOf, stop, work } = hospitals('all')
    const sent: string[] = []
    const names = ['a', 'b', 'c']
    const due = await Promise.all(
      names.map(async (name) => {
        const payments = hospital(name)
        const { id } = await payments.createPayment(request({ currency: 'KES', expiresAt: soon() }))
        const { id: paymentId } = await payments.createPayment(request({ currency: 'KES', reference: 'INV-2' }))
        const attempt = await payments.attempts.start({ paymentId, provider: 'fake' })
        fake.accept(attempt.id)
        return { payments, id, paymentId }
      }),
    )
    // It is due ten seconds after it began.
    const later: WorkerParts = { ...eager, clock: () => Date.now() + 60_000 }
    const send = async ({ type, data }: StoredEvent, { tenant }: { tenant: string }) => {
      sent.push(`${tenant}: ${type} ${data.reference}`)
    }
    const working = work({ send }, later)
    await vi.waitFor(
      async () => {
        for (const { payments, id } of due) expect((await payments.getPayment(id))!.status).toBe('expired')
        expect(sent).toHaveLength(9)
      },
      { timeout: 20_000 },
    )
    stop.abort()
    await working
    expect(sent.sort()).toEqual(
      names.flatMap((name) => [
        `${nameOf(name)}: payment.created INV-1`,
        `${nameOf(name)}: payment.created INV-2`,
        `${nameOf(name)}: payment.expired INV-1`,
      ]),
    )
  })

  it('removes files that the desk kept for a day, of tenants without other work, at once and then every ten minutes', async () => {
    const { hospital, nameOf, stop, work } = hospitals('files')
    async function* file() {
      yield new Uint8Array(9)
    }
    hospital('a')
    const repository = repositoryOn(database(), { tenant: nameOf('a') })
    const yesterday = testService({ repository, clock: () => Date.now() - day }).payments
    const keep = () =>
      settingsOf(yesterday)!.keepUpload({ actor: 'amina', fileName: 'a.csv', fields: {}, file: file() })
    const count = async () => {
      const rows = await database().rows(`SELECT id FROM hp_uploads WHERE tenant = '${nameOf('a')}'`)
      return rows.length
    }
    await keep()
    let now = Date.now()
    const parts = { ...eager, clock: () => now }
    const working = work({}, parts)
    await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 20_000 })
    await keep()
    now += 590_000
    // A turn in between expires a payment, and looks for no files.
    const payments = hospital('a')
    const { id } = await payments.createPayment(request({ expiresAt: soon() }))
    const isExpired = async () => expect(await payments.getPayment(id)).toMatchObject({ status: 'expired' })
    await vi.waitFor(isExpired, { timeout: 20_000 })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await count()).toBe(1)
    now += 20_000
    await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 20_000 })
    stop.abort()
    await working
  })

  it('lets no tenant wait behind the thousand events of another', async () => {
    const { hospital, nameOf, stop, work } = hospitals('fair')
    const busy = hospital('a busy one')
    for (let part = 0; part < 2; part++) {
      const requests = Array.from({ length: 500 }, (_, i) => ({ request: request({ reference: `B-${part}-${i}` }) }))
      await busy.createPayments(requests)
    }
    const others = Array.from({ length: 20 }, (_, i) => `other ${i}`)
    for (const name of others) await hospital(name).createPayment(request())
    const order: string[] = []
    const send = async (_: StoredEvent, { tenant }: { tenant: string }) => {
      order.push(tenant)
      if (order.length === 1_020) stop.abort()
    }
    await work({ send, expire: false }, { ...eager, places: { ...eager.places, atOnce: 1 } })
    // One turn of the busy one, and then each of the others.
    const last = Math.max(...others.map((name) => order.indexOf(nameOf(name))))
    expect(last).toBeLessThan(50 + others.length)
    expect(order).toHaveLength(1_020)
  })

  it('delays no tenant where a service, a storage or a receiver of others fails, and says which', async () => {
    const { hospital, nameOf, stop, work, serviceOf } = hospitals('failing')
    const well = Array.from({ length: 12 }, (_, i) => `well ${i}`)
    const broken = ['no service', 'rejected', 'away', 'silent', 'refuses', 'throws']
    for (const name of [...broken, ...well]) await hospital(name).createPayment(request())
    let release = () => {}
    const answer = new Promise<never>((_, reject) => (release = () => reject(new Error('Abebe Kebede'))))
    const payments = (tenant: string) => {
      const service = serviceOf(tenant)
      const away = new PaymentError('storage_unavailable', 'The shard is away.', { retryable: true })
      if (tenant === nameOf('no service')) throw new Error('Abebe Kebede')
      if (tenant === nameOf('rejected')) return Promise.reject(new Error('Abebe Kebede'))
      if (tenant === nameOf('away')) return { ...service, deliverEvents: () => Promise.reject(away) }
      return tenant === nameOf('silent') ? { ...service, deliverEvents: () => answer } : service
    }
    const sent: string[] = []
    const send = async (_: StoredEvent, { tenant }: { tenant: string }) => {
      if (tenant === nameOf('refuses')) return { retryAfterMs: 5 }
      if (tenant === nameOf('throws')) throw new Error('Abebe Kebede')
      sent.push(tenant)
      return 'delivered' as const
    }
    const { logger, lines } = recordingLogger()
    const working = work({ payments, send, expire: false, logger })
    await vi.waitFor(() => expect([...sent].sort()).toEqual(well.map(nameOf).sort()), { timeout: 20_000 })
    await vi.waitFor(() => expect(lines.length).toBeGreaterThanOrEqual(3))
    stop.abort()
    release()
    await working
    const warned = new Map(lines.map(({ level, fields }) => [fields['tenant'], { level, ...fields }]))
    const about = { level: 'warn', work: 'deliverEvents' }
    expect(warned.get(nameOf('no service'))).toMatchObject({ ...about, code: 'internal_error' })
    expect(warned.get(nameOf('rejected'))).toMatchObject({ ...about, code: 'internal_error' })
    expect(warned.get(nameOf('away'))).toMatchObject({ ...about, code: 'storage_unavailable' })
    expect([...warned.keys()].some((name) => String(name).includes('well'))).toBe(false)
    expect(JSON.stringify(lines)).not.toContain('Abebe')
  })

  it('works for the tenants alone that its function names in each round', async () => {
    const { hospital, nameOf, stop, work } = hospitals('ours')
    for (const name of ['a', 'b', 'c']) await hospital(name).createPayment(request())
    let rounds = 0
    async function* tenants() {
      rounds++
      yield nameOf('a')
      if (rounds > 3) yield nameOf('c')
    }
    const sent: string[] = []
    const send = async (_: StoredEvent, { tenant }: { tenant: string }) => {
      sent.push(tenant)
      if (sent.length === 2) stop.abort()
    }
    await work({ send, tenants, expire: false })
    expect(rounds).toBeGreaterThan(3)
    expect(sent).toEqual([nameOf('a'), nameOf('c')])
    const left = await hospital('b').deliverEvents(async () => undefined)
    expect(left.delivered).toBe(1)
  })

  it('finds work by three statements a round, whatever the number of tenants', async () => {
    const { hospital, stop, work } = hospitals('rounds')
    for (let i = 0; i < 30; i++) await hospital(`${i}`).createPayment(request())
    const { database: counted, texts } = counting(sqlOn(database()))
    const perRound: number[] = []
    const wait = async () => {
      perRound.push(texts.length)
      texts.length = 0
      if (perRound.length === 3) stop.abort()
    }
    await work({ database: counted, send: async () => undefined }, { ...eager, wait })
    expect(perRound).toEqual([3, 3, 3])
  })

  it('begins no send after the signal, and resolves when the one in flight is done', async () => {
    const { hospital, stop, work } = hospitals('stopped')
    for (const name of ['a', 'b']) {
      await hospital(name).createPayment(request())
      await hospital(name).createPayment(request({ reference: 'INV-2' }))
    }
    let finish = () => {}
    const inFlight = new Promise<void>((resolve) => (finish = resolve))
    const log: string[] = []
    const send = async () => {
      log.push('begun')
      stop.abort()
      await inFlight
      log.push('done')
    }
    const parts = { ...eager, places: { ...eager.places, atOnce: 1, maxSlow: 0 } }
    const working = work({ send, expire: false }, parts).then(() => log.push('resolved'))
    await vi.waitFor(() => expect(log).toEqual(['begun']))
    finish()
    await working
    expect(log).toEqual(['begun', 'done', 'resolved'])
  })
})

describe('runTenantWorker', () => {
  /** Makes a database that answers by a function of the text of a statement. */
  function scripted(dialect: SqlDatabase['dialect'], answer: (text: string) => readonly (readonly unknown[])[]) {
    const unused = () => Promise.reject(new Error('unused'))
    const read: SqlDatabase['read'] = async ({ text }) => answer(text)
    return { dialect, isBound: () => false, read, write: unused, snapshot: () => null } as SqlDatabase
  }

  const idle = createHospitalPayments({ repository: testService().repository })

  it('looks again later after a search that failed, twice as long each time, and says which', async () => {
    const stop = new AbortController()
    const { logger, lines } = recordingLogger()
    let looks = 0
    const database = scripted('sqlite', (text) => {
      if (text.includes('hp_deliveries') && ++looks < 4) throw new Error('Abebe Kebede')
      return []
    })
    const waits: number[] = []
    const wait = async (ms: number) => {
      if (waits.push(ms) === 5) stop.abort()
    }
    const options = { database, payments: () => idle, send: async () => undefined, logger, signal: stop.signal }
    await runTenantWorkerWith({ ...eager, wait }, options)
    expect(waits).toEqual([2_000, 4_000, 8_000, 1_000, 1_000])
    expect(lines.map(({ level, fields }) => ({ level, ...fields }))).toEqual(
      [2_000, 4_000, 8_000].map((waitMs) => {
        return { level: 'warn', work: 'deliverEvents', code: 'internal_error', waitMs }
      }),
    )
  })

  it('looks again later after a function tenants that failed', async () => {
    const stop = new AbortController()
    const { logger, lines } = recordingLogger()
    const texts: string[] = []
    const database = scripted('sqlite', (text) => (texts.push(text), []))
    const waits: number[] = []
    const wait = async (ms: number) => {
      if (waits.push(ms) === 2) stop.abort()
    }
    const tenants = (): AsyncIterable<string> => {
      throw new Error('Abebe Kebede')
    }
    await runTenantWorkerWith(
      { ...eager, wait },
      { database, payments: () => idle, tenants, logger, signal: stop.signal },
    )
    expect(waits).toEqual([2_000, 4_000])
    expect(texts).toEqual([])
    expect(lines.map(({ fields }) => fields['work'])).toEqual(['tenants', 'tenants'])
  })

  it('goes on on Citus, where one server that is away fails every search, with the tenants that it knows', async () => {
    const stop = new AbortController()
    let isAway = false
    const turns: string[] = []
    const database = scripted('postgres', (text) => {
      if (/pg_extension|pg_dist_partition/.test(text)) return [['1']]
      if (isAway) throw new Error('a worker is away')
      return text.includes('hp_deliveries') ? [['a'], ['b']] : []
    })
    const payments = (tenant: string) => {
      const deliverEvents = async () => {
        turns.push(tenant)
        return { delivered: 0, retrying: 0, dead: 0 }
      }
      return { ...idle, deliverEvents }
    }
    let rounds = 0
    let now = 0
    const wait = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      isAway = true
      now += 60_000
      if (++rounds === 2) stop.abort()
    }
    const options = { database, payments, send: async () => undefined, expire: false, signal: stop.signal }
    await runTenantWorkerWith({ ...eager, wait, clock: () => now }, options)
    expect(turns).toEqual(['a', 'b', 'a', 'b'])
  })

  it('resolves at once for a signal that is aborted already, and asks nothing', async () => {
    const texts: string[] = []
    const database = scripted('sqlite', (text) => (texts.push(text), []))
    await runTenantWorker({ database, payments: () => idle, signal: AbortSignal.abort() })
    expect(texts).toEqual([])
  })

  it.each([
    [undefined, 'options with a database, payments and a signal are required'],
    [{ payments: 'all' }, 'payments must be a function that returns the service of a tenant'],
    [{ tenants: ['a'] }, 'tenants must be a function'],
    [{ send: 'url' }, 'send must be a function'],
    [{ expire: 1 }, 'expire must be true or false'],
    [{ everyMs: 0 }, 'everyMs must be a whole number of milliseconds, 1 to 86400000'],
    [{ signal: {} }, 'signal must be an AbortSignal: it ends the worker'],
    [{ tenant: 'a' }, 'unknown option tenant'],
    [{ logger: 'console' }, 'logger must be an object'],
  ])('refuses the options %j', async (options, problem) => {
    const whole = options && {
      ...{ database: scripted('sqlite', () => []), payments: () => idle, signal: AbortSignal.abort() },
      ...options,
    }
    const call = runTenantWorker(whole as unknown as TenantWorkerOptions)
    await expect(call).rejects.toThrow(new TypeError(`runTenantWorker: ${problem}`))
  })

  it('refuses a value that is no database', async () => {
    const options = { database: {} as SqlDatabase, payments: () => idle, signal: AbortSignal.abort() }
    await expect(runTenantWorker(options)).rejects.toThrow('a database is required')
  })
})
