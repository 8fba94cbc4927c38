import { DatabaseFault } from '../../../src/sql/core/fault.js'
import { bound } from '../../../src/sql/connections/host-connection.js'
import { Checkout } from '../../../src/sql/connections/checkout.js'
import type { Driver, DriverResult, DriverStatement } from '../../../src/sql/connections/driver.js'
import type { Callback } from '../../../src/sql/connections/driver.js'
import { expect, it } from 'vitest'
import { faultOf } from './scripted-driver.js'

const row: DriverResult = { rows: [[1]], changed: 1 }

/** Answers all statements but those that are to stay unanswered. */
function protocolWithout(unanswered: RegExp) {
  const sent: string[] = []
  const protocol = {
    dialect: 'postgres',
    kindOf: () => 'lost' as const,
    send(_: object, { text }: DriverStatement, done: Callback<DriverResult>) {
      sent.push(text)
      if (!unanswered.test(text)) queueMicrotask(() => done(null, row))
    },
  } as const
  return { sent, protocol }
}

it('SqlDatabase: a bridge whose write was answered, and whose release was not, may have stored it', async () => {
  const { protocol } = protocolWithout(/^RELEASE/)
  const database = bound(
    {},
    { ...protocol, close() {}, canClose: () => false, forgetsSavepoints: false, readsInParts: true },
  )
  const step = { text: 'INSERT', values: [], mustChange: 1 }
  const end = performance.now() + 50
  const fault = await faultOf(database.write([step], { remaining: () => end - performance.now() }))
  expect(fault).toBeInstanceOf(DatabaseFault)
  expect(fault).toMatchObject({ kind: 'lost', mayBeStored: true })
})

it('Checkout: a COMMIT for which there was no time left was not sent, and stored nothing', async () => {
  const { sent, protocol } = protocolWithout(/^$/)
  const driver: Driver<object> = { ...protocol, acquire: (done) => done(null, {}), release() {}, destroy() {} }
  const checkout = await Checkout.open(driver, { remaining: () => 1000 })
  const fault = await faultOf(checkout.run({ text: 'COMMIT' }, { remaining: () => 0 }, true))
  expect(fault).toMatchObject({ kind: 'lost', mayBeStored: false })
  expect(sent).toEqual([])
})
