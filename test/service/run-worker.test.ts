import { type HospitalPayments, type StoredEvent, PaymentError, runWorker, type WorkerOptions } from 'hospital-payments'
import { fakeProvider, manualClock } from 'hospital-payments/testing'
import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { settingsOf } from '../../src/service.js'
import { runWorkerWith } from '../../src/service/run-worker.js'
import { recordingLogger } from '../support/recording-logger.js'
import { at, day, minute, request, testService } from '../support/service.js'

/** Waits that end when the test says so; `ended` aborts after so many of them. */
function waits(max: number, stop: AbortController) {
  const delays: number[] = []
  const wait = async (ms: number) => {
    delays.push(ms)
    if (delays.length >= max) stop.abort()
    await Promise.resolve()
  }
  return { delays, wait }
}

const failing = (payments: HospitalPayments, times: number, calls: string[] = []): HospitalPayments => ({
  ...payments,
  deliverEvents: async (...args) => {
    calls.push('deliverEvents')
    if (calls.length <= times) throw new PaymentError('storage_unavailable', 'The database did not answer.')
    return payments.deliverEvents(...args)
  },
})

describe('runWorker', () => {
  it('delivers events and expires due payments, and looks again after everyMs', async () => {
    const { payments, clock } = testService()
    const due = await payments.createPayment(request({ expiresAt: at(minute) }))
    const types: string[] = []
    const stop = new AbortController()
    let looks = 0
    const wait = async (ms: number) => {
      expect(ms).toBe(250)
      if (++looks === 2) clock.advance(2 * minute)
      if (looks >= 8) stop.abort()
      await Promise.resolve()
    }
    const send = async ({ type }: StoredEvent) => void types.push(type)
    await runWorkerWith(wait, payments, { send, everyMs: 250, signal: stop.signal })
    expect((await payments.getPayment(due.id))?.status).toBe('expired')
    expect(types).toEqual(['payment.created', 'payment.expired'])
  })

  it('asks providers about due attempts, also where it has nothing else to do, and only where there are providers', async () => {
    const clock = manualClock(at(0))
    const fake = fakeProvider({ clock })
    const { payments } = testService({ clock, providers: { fake } })
    const { id: paymentId } = await payments.createPayment(request())
    const { id } = await payments.attempts.start({ paymentId, provider: 'fake' })
    fake.accept(id)
    clock.advance(minute)
    const stop = new AbortController()
    await runWorkerWith(waits(1, stop).wait, payments, { expire: false, signal: stop.signal })
    expect((await payments.attempts.get(id))?.status).toBe('paid')
    expect((await payments.getPayment(paymentId))?.status).toBe('succeeded')
    const without = { expire: false, signal: new AbortController().signal }
    await expect(runWorker(testService().payments, without)).rejects.toThrow('there is nothing to do')
  })

  it('has one listener on a signal that six workers share, and prints no warning', async () => {
    const warnings: Error[] = []
    const warn = (warning: Error) => void (warning.name === 'MaxListenersExceededWarning' && warnings.push(warning))
    process.on('warning', warn)
    const clock = manualClock(at(0))
    const fake = fakeProvider({ clock })
    const stop = new AbortController()
    const workers = Array.from({ length: 6 }, () => {
      const { payments } = testService({ clock, providers: { fake } })
      return runWorker(payments, { send: async () => undefined, everyMs: 60_000, signal: stop.signal })
    })
    try {
      // Each of them has looked three times, and waits.
      await vi.waitFor(() => expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1))
      await new Promise((resolve) => setImmediate(resolve))
      expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
    } finally {
      stop.abort()
      await Promise.all(workers)
      // Warnings are emitted a turn later.
      await new Promise((resolve) => setImmediate(resolve))
      process.off('warning', warn)
    }
    expect(warnings).toEqual([])
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  it('warns of a storage that fails under checkDue, and asks again later', async () => {
    const clock = manualClock(at(0))
    const { logger, lines } = recordingLogger()
    const fake = fakeProvider({ clock })
    const { payments } = testService({ clock, providers: { fake }, logger })
    const checkDue = () => Promise.reject(new PaymentError('storage_unavailable', 'Away.'))
    const down = { ...payments, attempts: { ...payments.attempts, checkDue } }
    const stop = new AbortController()
    const { wait, delays } = waits(3, stop)
    await runWorkerWith(wait, down, { expire: false, everyMs: 100, signal: stop.signal })
    expect(delays).toEqual([200, 400, 800])
    expect(JSON.stringify(lines)).toContain('"work":"checkDue"')
  })

  it('removes files that the desk kept for a day, every ten minutes', async () => {
    const { payments, clock } = testService()
    const { keepUpload, findUpload } = settingsOf(payments)!
    async function* file() {
      yield new Uint8Array(9)
    }
    const removals = (service: HospitalPayments) => {
      const settings = settingsOf(service)!
      let count = 0
      const key = Symbol.for('hospital-payments.settings.1')
      const counting = { ...settings, removeUploads: async () => (count++, settings.removeUploads!()) }
      return { service: { ...service, [key]: counting } as HospitalPayments, count: () => count }
    }
    const { id } = await keepUpload({ actor: 'amina', fileName: 'a.csv', fields: {}, file: file() })
    clock.advance(day)
    const stop = new AbortController()
    const { service, count } = removals(payments)
    let looks = 0
    const wait = async () => {
      clock.advance(minute)
      if (++looks === 25) stop.abort()
    }
    await runWorkerWith(wait, service, { signal: stop.signal })
    expect(count()).toBe(3)
    expect(await findUpload({ id, actor: 'amina' })).toBeNull()
  })

  it('delivers nothing without send, and expires nothing with expire: false', async () => {
    const { payments, clock } = testService()
    const due = await payments.createPayment(request({ expiresAt: at(minute) }))
    clock.advance(2 * minute)
    const delivering = new AbortController()
    const types: string[] = []
    await runWorkerWith(waits(2, delivering).wait, payments, {
      send: async ({ type }) => void types.push(type),
      expire: false,
      signal: delivering.signal,
    })
    expect(types).toEqual(['payment.created'])
    expect((await payments.getPayment(due.id))?.status).toBe('pending')

    const expiring = new AbortController()
    await runWorkerWith(waits(2, expiring).wait, payments, { signal: expiring.signal })
    expect((await payments.getPayment(due.id))?.status).toBe('expired')
    expect(types).toEqual(['payment.created'])
  })

  it('waits twice as long after each failure, up to a minute, and as usual after the next success', async () => {
    const { payments } = testService()
    const stop = new AbortController()
    const { delays, wait } = waits(10, stop)
    const options = { send: async () => undefined, expire: false, signal: stop.signal }
    await runWorkerWith(wait, failing(payments, 8), options)
    expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 1_000, 1_000])
  })

  it('keeps a wait that is longer than a minute', async () => {
    const { payments } = testService()
    const stop = new AbortController()
    const { delays, wait } = waits(3, stop)
    const options = { send: async () => undefined, expire: false, everyMs: 90_000, signal: stop.signal }
    await runWorkerWith(wait, failing(payments, 2), options)
    expect(delays).toEqual([90_000, 90_000, 90_000])
  })

  it('expires payments while events cannot be delivered', async () => {
    const { payments, clock } = testService()
    const due = await payments.createPayment(request({ expiresAt: at(minute) }))
    clock.advance(2 * minute)
    const stop = new AbortController()
    const { wait } = waits(6, stop)
    await runWorkerWith(wait, failing(payments, 100), { send: async () => undefined, signal: stop.signal })
    expect((await payments.getPayment(due.id))?.status).toBe('expired')
  })

  it('warns through the logger of the service, without the message of the failure', async () => {
    const { logger, lines } = recordingLogger()
    const { payments, repository } = testService({ logger })
    const { payments: broken } = testService({
      logger,
      repository: { ...repository, claimEvents: () => Promise.reject(new Error('Abebe Kebede')) },
    })
    const stop = new AbortController()
    const { wait } = waits(1, stop)
    await runWorkerWith(wait, broken, { send: async () => undefined, expire: false, signal: stop.signal })
    expect(lines).toEqual([
      {
        level: 'warn',
        message: 'The worker failed, and tries again later.',
        fields: { work: 'deliverEvents', code: 'internal_error', waitMs: 2_000 },
      },
    ])
    expect(payments).not.toBe(broken)
  })

  it('looks again at once while there is more than one look handles', async () => {
    const { payments } = testService()
    for (let i = 0; i < 3; i++) {
      const requests = Array.from({ length: 400 }, (_, n) => ({ request: request({ reference: `INV-${i}-${n}` }) }))
      await payments.createPayments(requests)
    }
    const stop = new AbortController()
    let sent = 0
    const sentAtWaits: number[] = []
    const wait = async () => {
      sentAtWaits.push(sent)
      stop.abort()
    }
    const send = async () => void sent++
    await runWorkerWith(wait, payments, { send, expire: false, signal: stop.signal })
    expect(sentAtWaits).toEqual([1_200])
  })

  it('begins no send after the signal, and resolves when the one in flight is done', async () => {
    const { payments } = testService()
    for (const reference of ['INV-1', 'INV-2', 'INV-3']) await payments.createPayment(request({ reference }))
    const stop = new AbortController()
    let finish = () => {}
    const inFlight = new Promise<void>((resolve) => (finish = resolve))
    const log: string[] = []
    const send = async ({ data }: StoredEvent) => {
      log.push(`begun ${data.reference}`)
      stop.abort()
      await inFlight
      log.push(`done ${data.reference}`)
    }
    const worker = runWorker(payments, { send, signal: stop.signal }).then(() => log.push('resolved'))
    await vi.waitFor(() => expect(log).toEqual(['begun INV-1']))
    finish()
    await worker
    expect(log).toEqual(['begun INV-1', 'done INV-1', 'resolved'])
    const { delivered } = await payments.deliverEvents(async () => undefined)
    // The others are leased until their lease ends, and lost to no one.
    expect(delivered).toBeLessThanOrEqual(2)
  })

  it('resolves at once for a signal that is aborted already, and touches nothing', async () => {
    const calls: string[] = []
    const { payments } = testService()
    const spied = { ...failing(payments, 0, calls), expireDue: async () => ({ expired: calls.push('expireDue') }) }
    await runWorker(spied, { send: async () => undefined, signal: AbortSignal.abort() })
    expect(calls).toEqual([])
  })

  it('delivers each event once when two workers run at once', async () => {
    const { payments } = testService()
    for (let i = 0; i < 30; i++) await payments.createPayment(request({ reference: `INV-${i}` }))
    const sent: string[] = []
    const stop = new AbortController()
    const send = async ({ id }: StoredEvent) => {
      await Promise.resolve()
      sent.push(id)
      if (sent.length === 30) stop.abort()
    }
    const wait = () => new Promise<void>((resolve) => setImmediate(resolve))
    const options = { send, signal: stop.signal }
    await Promise.all([runWorkerWith(wait, payments, options), runWorkerWith(wait, payments, options)])
    expect(new Set(sent).size).toBe(30)
    expect(sent).toHaveLength(30)
  })

  it('warns of no leak where six run with one signal', async () => {
    const { payments } = testService()
    const stop = new AbortController()
    const warnings: string[] = []
    const warned = ({ name }: Error) => void warnings.push(name)
    process.on('warning', warned)
    const options = { send: async () => undefined, everyMs: 1, signal: stop.signal }
    const workers = Array.from({ length: 6 }, () => runWorker(payments, options))
    await new Promise((resolve) => setTimeout(resolve, 20))
    stop.abort()
    await Promise.all(workers)
    process.off('warning', warned)
    expect(warnings).toEqual([])
  })

  it.each<[object | undefined, string]>([
    [undefined, 'options with a signal are required'],
    [null as never, 'options with a signal are required'],
    ['signal' as never, 'options with a signal are required'],
    [{ signal: { aborted: false } }, 'signal must be an AbortSignal: it ends the worker'],
    [{ signal: { addEventListener: () => {} } }, 'signal must be an AbortSignal: it ends the worker'],
    [{ everyMs: 86_400_001 }, 'everyMs must be a whole number of milliseconds, 1 to 86400000'],
    [{ every: 5, sent: 6 }, 'unknown option every, sent'],
    [{ send: async () => undefined }, 'signal must be an AbortSignal: it ends the worker'],
    [{ send: 'url' }, 'send must be a function'],
    [{ everyMs: 0 }, 'everyMs must be a whole number of milliseconds, 1 to 86400000'],
    [{ everyMs: 1.5 }, 'everyMs must be a whole number of milliseconds, 1 to 86400000'],
    [{ everyMs: Infinity }, 'everyMs must be a whole number of milliseconds, 1 to 86400000'],
    [{ expire: 'no' }, 'expire must be true or false'],
    [{ every: 5 }, 'unknown option every'],
    [
      { expire: false, signal: new AbortController().signal },
      'there is nothing to do without send and with expire: false',
    ],
  ])('refuses the options %j', async (options, problem) => {
    const { payments } = testService()
    const worker = runWorker(payments, options as WorkerOptions)
    await expect(worker).rejects.toThrow(new TypeError(`runWorker: ${problem}`))
  })

  it.each([1, 86_400_000])('takes everyMs from 1 to a day: %d', async (everyMs) => {
    const { payments } = testService()
    const stop = new AbortController()
    const { delays, wait } = waits(1, stop)
    await runWorkerWith(wait, payments, { everyMs, signal: stop.signal })
    expect(delays).toEqual([everyMs])
  })

  it('asks for 500 at a time, and looks again at once where all of them failed or are dead', async () => {
    const { payments } = testService()
    const stop = new AbortController()
    const calls: unknown[] = []
    const results = [
      { delivered: 0, retrying: 300, dead: 200 },
      { delivered: 200, retrying: 300, dead: 0 },
      { delivered: 499, retrying: 0, dead: 0 },
    ]
    const deliverEvents: HospitalPayments['deliverEvents'] = async (_, options) => {
      calls.push(options)
      return results[calls.length - 1]!
    }
    const send = async () => undefined
    const { wait } = waits(1, stop)
    await runWorkerWith(wait, { ...payments, deliverEvents }, { send, expire: false, signal: stop.signal })
    expect(calls).toStrictEqual(results.map(() => ({ limit: 500, signal: stop.signal })))
  })

  it('delivers nothing without send, and names the work that failed', async () => {
    const { logger, lines } = recordingLogger()
    const { payments } = testService({ logger })
    const stop = new AbortController()
    const calls: unknown[] = []
    const broken: HospitalPayments = {
      ...payments,
      deliverEvents: async () => (calls.push('deliverEvents'), { delivered: 0, retrying: 0, dead: 0 }),
      expireDue: async (options) => {
        calls.push(options)
        throw new PaymentError('storage_unavailable', 'The database did not answer.')
      },
    }
    await runWorkerWith(waits(2, stop).wait, broken, { signal: stop.signal })
    expect(calls).toStrictEqual([{ limit: 500 }, { limit: 500 }])
    expect(lines.map(({ fields }) => fields)).toEqual(
      [2_000, 4_000].map((waitMs) => ({ work: 'expireDue', code: 'storage_unavailable', waitMs })),
    )
  })

  it('works without a logger over an object that only has the shape of a service', async () => {
    const stop = new AbortController()
    const { delays, wait } = waits(2, stop)
    const deliverEvents = () => Promise.reject(new Error('The network is gone.'))
    const shape = { deliverEvents } as unknown as HospitalPayments
    await runWorkerWith(wait, shape, { send: async () => undefined, expire: false, signal: stop.signal })
    expect(delays).toEqual([2_000, 4_000])
  })

  it.each([undefined, null, {}, { deliverEvents: true }])(
    'refuses an object that is no service: %j',
    async (service) => {
      const worker = runWorker(service as never, { signal: AbortSignal.abort() })
      const problem = 'runWorker: the first argument must be a service of createHospitalPayments'
      await expect(worker).rejects.toThrow(new TypeError(problem))
    },
  )
})

describe('runWorker: the wait', () => {
  afterEach(() => void vi.useRealTimers())

  it('is everyMs by the timers of the platform, ends with the signal, and leaves no timer', async () => {
    const { payments } = testService()
    vi.useFakeTimers()
    const stop = new AbortController()
    let looks = 0
    const spied = { ...payments, expireDue: async () => ({ expired: 0 * ++looks }) }
    const worker = runWorker(spied, { everyMs: 1_000, signal: stop.signal })
    await vi.advanceTimersByTimeAsync(999)
    expect(looks).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(looks).toBe(2)
    stop.abort()
    await worker
    expect(looks).toBe(2)
    expect(vi.getTimerCount()).toBe(0)
  })
})
