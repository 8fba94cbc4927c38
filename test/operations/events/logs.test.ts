import type { Logger, SendEvent } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { recordingLogger } from '../../support/recording-logger.js'
import { at, day } from '../../support/service.js'
import { failing, listener, withEvents } from './deliveries.js'

/** Makes one event and collects what is logged of it, after so many tries that failed. */
async function logged(send: SendEvent, earlierTries = 0) {
  const { logger, lines } = recordingLogger()
  const service = await withEvents(1, { logger })
  for (let i = 0; i < earlierTries; i++) {
    await service.payments.deliverEvents(failing)
    service.clock.advance(day)
  }
  lines.splice(0)
  await service.payments.deliverEvents(send)
  const [id = ''] = service.ids
  const [event] = await service.payments.history(id)
  const about = { eventId: event!.id, type: 'payment.created', paymentId: id, attempt: earlierTries + 1 }
  return { ...service, lines, about }
}

const again = 'An event was not delivered; it will be tried again.'
const declined = 'An event is dead: its receiver wants no more tries. redeliverEvents makes it due again.'
const failedTenTimes = 'An event is dead: 10 tries failed. redeliverEvents makes it due again.'

describe('deliverEvents: the log', () => {
  it('has a delivered event as debug', async () => {
    const { lines, about } = await logged(async () => undefined)
    expect(lines).toStrictEqual([{ level: 'debug', message: 'An event was delivered.', fields: about }])
  })

  it('has an event that is tried again as a warning, with its time', async () => {
    const { lines, about, clock } = await logged(async () => ({}), 2)
    const retryAt = new Date(clock() + 30 * 60_000).toISOString()
    expect(lines).toStrictEqual([{ level: 'warn', message: again, fields: { ...about, retryAt } }])
    expect(about.attempt).toBe(3)
  })

  it('has an event whose receiver answers dead as an error', async () => {
    const { lines, about } = await logged(async () => 'dead', 3)
    expect(lines).toStrictEqual([{ level: 'error', message: declined, fields: about }])
  })

  it('has an event whose tries are used up as an error, with the reason of the last', async () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const { lines, about } = await logged(() => Promise.reject(refused), 9)
    expect(lines).toStrictEqual([
      { level: 'error', message: failedTenTimes, fields: { ...about, reason: 'ECONNREFUSED' } },
    ])
    expect(about.attempt).toBe(10)
  })

  it('names the refund of an event of a refund', async () => {
    const { logger, lines } = recordingLogger()
    const { payments, ids } = await withEvents(1, { logger })
    await payments.confirmPayment(ids[0]!)
    const refund = await payments.refunds.create({ paymentId: ids[0]!, amount: 5, reason: 'duplicate' })
    const { events, send } = listener()
    await payments.deliverEvents(send)
    const about = events.map(({ id, type }) => ({ eventId: id, type, paymentId: ids[0], attempt: 1 }))
    const named = about.map((fields, i) => (i < 2 ? fields : { ...fields, refundId: refund.id }))
    expect(named.map(({ type }) => type).at(-1)).toBe('refund.pending')
    expect(lines.map(({ fields }) => fields)).toStrictEqual(named)
  })

  it.each([true, null, 'ok', 200, 'DEAD'])('has the reason unknown_result where send answers %j', async (result) => {
    const { lines, about } = await logged(async () => result as never)
    expect(lines).toStrictEqual([
      { level: 'warn', message: again, fields: { ...about, reason: 'unknown_result', retryAt: at(5_000) } },
    ])
  })

  it.each(['ECONNREFUSED', 'http_503', 'a', 'UND_ERR_SOCKET', 'x'.repeat(40)])(
    'has the code %s of the thrown error as the reason',
    async (code) => {
      const { lines, about } = await logged(() => Promise.reject(Object.assign(new Error('secret'), { code })))
      expect(lines).toStrictEqual([
        { level: 'warn', message: again, fields: { ...about, reason: code, retryAt: at(5_000) } },
      ])
    },
  )

  it.each([
    Object.assign(new Error('for Zewditu'), { code: 'for Zewditu' }),
    Object.assign(new Error('for Zewditu'), { code: 'Zewditu'.repeat(6) }),
    Object.assign(new Error('for Zewditu'), { code: 'Zewditu\n' }),
    Object.assign(new Error('for Zewditu'), { code: '' }),
    Object.assign(new Error('for Zewditu'), { code: 23 }),
    Object.assign(new Error('for Zewditu'), { code: ['Zewditu'] }),
    Object.assign(new Error('for Zewditu'), { code: { toString: () => 'Zewditu' } }),
    new Error('for Zewditu'),
    new DOMException('for Zewditu', 'TimeoutError'),
    'Zewditu',
    { message: 'Zewditu', reason: 'Zewditu' },
    null,
    undefined,
  ])('has no reason where the thrown error has no short and plain code: %o', async (thrown) => {
    const { lines, about } = await logged(() => Promise.reject(thrown as Error))
    expect(lines).toStrictEqual([{ level: 'warn', message: again, fields: { ...about, retryAt: at(5_000) } }])
  })

  it('is empty where nothing is due', async () => {
    const { logger, lines } = recordingLogger()
    const { payments } = await withEvents(0, { logger })
    await payments.deliverEvents(failing)
    await payments.redeliverEvents()
    expect(lines).toEqual([])
  })

  it('may fail, or lack levels, and no delivery changes', async () => {
    const throwing = () => {
      throw new Error('the disk is full')
    }
    const loggers: Logger[] = [{ debug: throwing, info: throwing, warn: throwing, error: throwing }, {}]
    for (const logger of loggers) {
      const { payments, clock } = await withEvents(3, { logger })
      const answers = ['dead', {}, 'delivered'] as const
      let i = 0
      expect(await payments.deliverEvents(async () => answers[i++])).toStrictEqual({
        delivered: 1,
        retrying: 1,
        dead: 1,
      })
      clock.advance(day)
      const { send, sent } = listener()
      await payments.deliverEvents(send)
      expect(sent).toEqual(['INV-1 v1'])
    }
  })
})
