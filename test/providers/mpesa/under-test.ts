/** M-Pesa over a Daraja in memory: pushes, their queries, their callbacks, and Pull Transactions. */
import { mpesa } from 'hospital-payments/providers'
import type { ProviderUnderTest } from 'hospital-payments/testing'
import { nairobiMs, nairobiText } from '../../../src/providers/mpesa/nairobi-time.js'
import { nowMs } from '../support/attempt.js'
import { callback } from '../support/callback.js'
import { otherSide, type SentPayment } from '../support/other-side.js'
import { json, type Sent } from '../support/scripted-fetch.js'
import { callbackUrl, credentials } from './support.js'

const fieldsOf = ({ body }: Sent) => JSON.parse(body) as Record<string, unknown>
const resultCodes = { open: '4999', paid: '0', refused: '1032' } as const

export function mpesaUnderTest(): ProviderUnderTest {
  const payments = new Map<string, SentPayment>()
  const checkoutId = (id: string) => `ws_CO_${id}`

  const push = (sent: Sent) => {
    const { CallBackURL, Amount, AccountReference } = fieldsOf(sent)
    const id = String(CallBackURL).split('/').at(-1) ?? ''
    const pushes = (payments.get(id)?.pushes ?? 0) + 1
    const money = { amount: String(Amount), currency: 'KES', reference: String(AccountReference) }
    payments.set(id, { id, ...money, state: 'open', pushes })
    return json(200, { MerchantRequestID: '1', CheckoutRequestID: checkoutId(id), ResponseCode: '0' })
  }
  const query = (sent: Sent) => {
    const { CheckoutRequestID } = fieldsOf(sent)
    const payment = [...payments.values()].find(({ id }) => checkoutId(id) === CheckoutRequestID)
    return payment
      ? json(200, { ResponseCode: '0', CheckoutRequestID, ResultCode: resultCodes[payment.state] })
      : json(400, { errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid CheckoutRequestID' })
  }
  const pulled = (sent: Sent) => {
    const { StartDate, EndDate, OffSetValue } = fieldsOf(sent)
    const isInRange = nairobiMs(String(StartDate))! <= nowMs && nowMs <= nairobiMs(String(EndDate))!
    const paid = [...payments.values()].filter(({ state }) => isInRange && state === 'paid').slice(Number(OffSetValue))
    if (paid.length === 0) return json(200, { ResponseCode: '1001', Response: [[]] })
    const rows = paid.map(({ id, amount, reference }) => ({
      transactionId: `R${id.slice(-9)}`,
      trxDate: nairobiText(nowMs),
      ...{ amount: `${amount}.00`, billreference: reference, msisdn: 722111111, sender: 'JANE DOE' },
    }))
    return json(200, { ResponseCode: '1000', Response: [rows] })
  }

  const { fetch, faults } = otherSide((sent) => {
    const { pathname } = sent.url
    if (pathname.startsWith('/oauth')) return json(200, { access_token: 'token-1', expires_in: '3599' })
    if (pathname === '/mpesa/stkpush/v1/processrequest') return push(sent)
    return pathname === '/mpesa/stkpushquery/v1/query' ? query(sent) : pulled(sent)
  })
  const end = (id: string, state: SentPayment['state']) => Object.assign(payments.get(id) ?? {}, { state })
  const clock = () => nowMs
  const options = { environment: 'sandbox', shortCode: '174379', callbackUrl, ...credentials } as const
  return {
    provider: mpesa({ ...options, fetch, clock }),
    clock,
    faults,
    secrets: [...Object.values(credentials), 'token-1'],
    pushCount: (id) => payments.get(id)?.pushes ?? 0,
    pay: ({ id }) => void end(id, 'paid'),
    refuse: ({ id }) => void end(id, 'refused'),
    callbacks: {
      hint: ({ id }) => {
        const ResultCode = Number(resultCodes[payments.get(id)?.state ?? 'open'])
        const stkCallback = { MerchantRequestID: '1', CheckoutRequestID: checkoutId(id), ResultCode }
        return callback({ url: `${callbackUrl}/${id}`, body: { Body: { stkCallback } } })
      },
    },
  }
}
