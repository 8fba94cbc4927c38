/** Calls that create bills and confirm them, and say what was answered. */
import { createHospitalPayments, textChannel } from 'hospital-payments'
import type { Work } from '../../support/kills/work.js'

export const bills = 3

export const work: Work = (repository, [name], say) => {
  const payments = createHospitalPayments({
    repository,
    channels: { 'mobile-banking': textChannel('Pay {amount} {currency} with reference {reference}.') },
  })
  return Array.from({ length: bills }, (_, number) => {
    const key = `${name}-${number}`
    const request = { amount: 150_000, currency: 'ETB', reference: key, channel: 'mobile-banking' }
    const create = () => payments.createPayment(request, { idempotencyKey: key })
    return [
      async () => say(`created ${key} ${(await create()).id}`),
      async () => {
        await payments.confirmPayment((await create()).id, { providerTransactionId: key })
        say(`confirmed ${key}`)
      },
    ]
  }).flat()
}
