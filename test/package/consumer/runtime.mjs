// What runs on every runtime of the web standard: no module of Node is imported here. `run` throws when something is wrong.
import { createHospitalPayments, isPaymentError, memoryRepository, textChannel } from 'hospital-payments'
import { bearerKeys, createHandler } from 'hospital-payments/http'
import { mpesa } from 'hospital-payments/providers'
import { signWebhook, verifyWebhook, webhookSender } from 'hospital-payments/webhooks'

function equal(actual, expected) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (a !== b) throw new Error(`expected ${b}, found ${a}`)
}

async function core() {
  const payments = createHospitalPayments({
    repository: memoryRepository(),
    channels: { counter: textChannel('Pay {amount} {currency} at the counter, reference {reference}.') },
    timeZone: 'Africa/Addis_Ababa',
  })
  const request = { amount: 150000, currency: 'ETB', reference: 'INV-1', channel: 'counter' }
  const { id, instructions } = await payments.createPayment(request, { idempotencyKey: 'key-1' })
  equal(instructions.message, 'Pay 1500.00 ETB at the counter, reference INV-1.')
  equal((await payments.confirmPayment(id)).status, 'succeeded')
  const error = await payments.createPayment({ ...request, amount: 1 }, { idempotencyKey: 'key-1' }).catch((e) => e)
  equal(isPaymentError(error, 'idempotency_conflict'), true)
  let csv = ''
  for await (const text of payments.exportCsv({})) csv += text
  equal(csv.split('\r\n').length, 3)
  return payments
}

async function http(payments) {
  const key = 'k'.repeat(40)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)))
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const keys = [{ actor: 'desk', sha256: hex, scopes: ['payments:read', 'reports:read'] }]
  const handle = createHandler({ payments, authenticate: bearerKeys(keys) })
  const get = (path, headers) => handle(new Request(`https://hospital.example${path}`, { headers }))
  equal((await get('/v1/payments?reference=INV-1', {})).status, 401)
  const answer = await get('/v1/payments?reference=INV-1', { authorization: `Bearer ${key}` })
  equal([answer.status, (await answer.json()).items.length], [200, 1])
}

async function webhooks(payments) {
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
  const received = []
  const fetch = async (_, { headers, body }) => {
    received.push([verifyWebhook({ headers, body, secrets }), JSON.parse(body).type])
    return new Response(null, { status: 204 })
  }
  const send = webhookSender({ url: 'https://localhost/hooks', secrets, fetch, allowHosts: ['localhost'] })
  await payments.deliverEvents(send)
  equal(received, [
    [true, 'payment.created'],
    [true, 'payment.succeeded'],
  ])
  equal(typeof signWebhook, 'function')
}

async function providers() {
  const fetch = async (url) => {
    const isToken = String(url).includes('/oauth/')
    const json = isToken
      ? { access_token: 't', expires_in: '3599' }
      : { ResponseCode: '0', CheckoutRequestID: 'ws_CO_1' }
    return new Response(JSON.stringify(json), { status: 200 })
  }
  const keys = { consumerKey: 'k', consumerSecret: 's', passkey: 'p', shortCode: '174379' }
  const provider = mpesa({ environment: 'sandbox', ...keys, callbackUrl: 'https://hospital.example/cb', fetch })
  const attempt = { id: 'att_1', reference: 'INV1', amount: 100, currency: 'KES', phone: '+254722111111' }
  const { session } = await provider.start(attempt, new AbortController().signal)
  equal(session, { checkoutRequestId: 'ws_CO_1' })
}

export async function run() {
  const payments = await core()
  await http(payments)
  await webhooks(payments)
  await providers()
  return 'core, http and webhooks work'
}
