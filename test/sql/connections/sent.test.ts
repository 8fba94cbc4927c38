import { DatabaseFault } from '../../../src/sql/core/fault.js'
import { bound } from '../../../src/sql/connections/host-connection.js'
import { Checkout } from '../../../src/sql/connections/checkout.js'
import type { Driver, DriverResult, DriverStatement } from '../../../src/sql/connections/driver.js'
import type { Callback } from '../../../src/sql/connections/driver.js'
import { expect, it } from 'vitest'

const row: DriverResult = { rows: [[1]], changed: 1 }

/** Answers all but what it is told to leave unanswered. */
function speaking(unanswered: RegExp) {
  const sent: string[] = []
  const language = {
    dialect: 'postgres',
    kindOf: () => 'lost' as const,
    send(_: object, { text }: DriverStatement, done: Callback<DriverResult>) {
      sent.push(text)
      if (!unanswered.test(text)) queueMicrotask(() => done(null, row))
    },
  } as const
  return { sent, language }
}

const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (fault: unknown) => fault,
  )

it('a bridge whose write was answered, and whose release was not, may have stored it', async () => {
  const { language } = speaking(/^RELEASE/)
  const database = bound(
    {},
    { ...language, close() {}, canClose: () => false, forgetsSavepoints: false, readsInParts: true },
  )
  const step = { text: 'INSERT', values: [], mustChange: 1 }
  const end = performance.now() + 50
  const fault = await faultOf(database.write([step], { remaining: () => end - performance.now() }))
  expect(fault).toBeInstanceOf(DatabaseFault)
  expect(fault).toMatchObject({ kind: 'lost', mayBeStored: true })
})

it('a COMMIT for which there was no time left was not sent, and stored nothing', async () => {
  const { sent, language } = speaking(/^$/)
  const driver: Driver<object> = { ...language, acquire: (done) => done(null, {}), release() {}, destroy() {} }
  const lease = await Checkout.open(driver, { remaining: () => 1000 })
  const fault = await faultOf(lease.run({ text: 'COMMIT' }, { remaining: () => 0 }, true))
  expect(fault).toMatchObject({ kind: 'lost', mayBeStored: false })
  expect(sent).toEqual([])
})
