import { createHospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { manualClock } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { recordingLogger } from '../support/recording-logger.js'
import { request, start, testService } from '../support/service.js'

const zeros = (bytes: number) => new Uint8Array(bytes)
/** The time of the clock as the first characters of an id. */
const idOfStart = /^pay_01M7W2Y7M0/

describe('createHospitalPayments: the service', () => {
  it('shows its time zone, clock and logger to other copies of the library, under a name that is registered', () => {
    const { logger, lines } = recordingLogger()
    const { payments } = testService({ timeZone: 'Africa/Nairobi', logger })
    const settings = (payments as never)[Symbol.for('hospital-payments.settings.1')] as {
      timeZone: string
      now(): string
      logger: typeof logger
    }
    expect([settings.timeZone, settings.now()]).toEqual(['Africa/Nairobi', start])
    settings.logger.warn?.('x')
    expect(lines).toEqual([{ level: 'warn', message: 'x', fields: {} }])
  })

  it('has ids of its own clock and of its own random source, where either is given', async () => {
    const service = (options: object) =>
      createHospitalPayments({
        repository: memoryRepository(),
        channels: { 'mobile-banking': textChannel('{reference}') },
        ...options,
      })
    const ofClock = await service({ clock: manualClock(start) }).createPayment(request())
    expect(ofClock.id).toMatch(idOfStart)
    expect(ofClock.id).not.toMatch(/0{16}$/)
    const ofRandom = await service({ random: zeros }).createPayment(request())
    expect(ofRandom.id).not.toMatch(idOfStart)
    expect(ofRandom.id).toMatch(/0{16}$/)
    const ofNeither = await service({}).createPayment(request())
    expect(ofNeither.id).not.toMatch(/0{16}$/)
  })

  it.each([null, true, 1000])('refuses a refundApproval that is no function: %j', (refundApproval) => {
    expect(() => testService({ refundApproval } as never)).toThrow(
      new TypeError('createHospitalPayments: refundApproval must be a function'),
    )
  })

  it('names every option that it does not know', () => {
    expect(() => testService({ sleep: 1, zone: 'UTC' } as never)).toThrow(
      new TypeError('createHospitalPayments: unknown option sleep, zone'),
    )
  })
})
