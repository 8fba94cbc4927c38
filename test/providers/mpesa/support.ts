import { mpesa, type MpesaOptions } from 'hospital-payments/providers'
import { nowMs } from '../support/attempt.js'
import { json, type Scripted, scriptedFetch, type Sent } from '../support/scripted-fetch.js'

/** Credentials that stand nowhere else, so that a test finds them wherever they are. */
export const credentials = { consumerKey: 'CANARY-key', consumerSecret: 'CANARY-secret', passkey: 'CANARY-passkey' }

export const callbackUrl = 'https://h.example/v1/callbacks/0a1b'

/** Makes M-Pesa over a script: tokens are there unless the script answers them. */
export function scriptedMpesa(
  answer: (sent: Sent) => Scripted | Promise<Scripted>,
  options: Partial<MpesaOptions> = {},
) {
  const { fetch, sent } = scriptedFetch((one) =>
    one.url.pathname === '/oauth/v1/generate' ? json(200, { access_token: 'tok', expires_in: '3599' }) : answer(one),
  )
  const provider = mpesa({
    environment: 'sandbox',
    ...credentials,
    shortCode: '174379',
    callbackUrl,
    fetch,
    clock: () => nowMs,
    ...options,
  })
  const pushes = () => sent.filter(({ url }) => url.pathname.startsWith('/mpesa/'))
  return { provider, sent, pushes }
}
