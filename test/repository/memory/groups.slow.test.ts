import { memoryRepository } from 'hospital-payments'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { expect, it } from 'vitest'
import { isLinear } from '../../support/growth.js'
import { group } from '../../support/writes.js'

/** Makes the sizes of `isLinear`, which are for texts, those of a group, which is shorter. */
const sizeOf = (length: number) => length / 32

it('memoryRepository: payments of one receipt in as many channels let go of it in time that grows with their number', async () => {
  const isProportional = isLinear((length) => {
    const payments = Array.from({ length: sizeOf(length) }, (_, i) => paymentFixture({ channel: `channel-${i}` }))
    const entries = payments.map((payment) => insertFixture(payment))
    const takes = payments.map((payment) => changeFixture(payment, { providerTransactionId: 'TX' }))
    const releases = takes.map(({ payment: { providerTransactionId: _, ...payment } }) => changeFixture(payment, {}))
    return () => {
      const repository = memoryRepository()
      for (const call of [
        () => repository.insert(entries),
        () => repository.replace(group(takes)),
        () => repository.replace(group(releases)),
      ])
        void call()
    }
  })
  expect(isProportional).toBe(true)
})

it('memoryRepository: entries of one reference are stored in time that grows with their number', () => {
  const isProportional = isLinear((length) => {
    const entries = Array.from({ length: sizeOf(length) }, () => insertFixture(paymentFixture({ reference: 'INV-1' })))
    return () => void memoryRepository().insert(entries)
  })
  expect(isProportional).toBe(true)
})
