/**
 * The HTTP interface on node:http, over SQLite in a file: `npm run server`. It prints a key for a try, unless
 * `HP_KEYS=actor:scope,scope:sha256` has keys that last, which `npm run server -- --new-key` makes. For a try there is a fake
 * provider of payments too, and the phone of its payer. `docs/curl.md` lists the other settings.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHospitalPayments, isPaymentError, runWorker } from 'hospital-payments'
import { createHandler, type FailureContext, toNodeListener } from 'hospital-payments/http'
import { fakePhone } from '../fake-phone/phone.js'
import { openFakeProvider } from './fake-provider.js'
import { newKey } from './keys.js'
import { readSettings } from './settings.js'
import { untilClosed } from './shutdown.js'
import { openStorage } from './storage.js'
import { isForATry, trialLines, withTrialKey } from './try.js'

/**
 * Logs one line a failure. Messages of the library hold no patient data; those of others may, so only their class is
 * logged.
 */
function onError(error: unknown, { requestId, method, route }: FailureContext): void {
  const what = isPaymentError(error)
    ? `${error.code}: ${error.message}`
    : error instanceof Error
      ? error.name
      : 'failure'
  console.error(`${requestId} ${method} ${route ?? '-'} ${what}`)
}

async function serve(): Promise<void> {
  const trial = isForATry(process.env) ? withTrialKey(process.env) : null
  const { file, port, host, timeZone, channels, hasFakeProvider, ...settings } = readSettings(trial?.env ?? process.env)
  const fake = hasFakeProvider ? openFakeProvider() : null
  const storage = await openStorage(file)
  const payments = createHospitalPayments({
    repository: storage.repository,
    channels,
    timeZone,
    referencePolicy: 'one-live',
    ...(fake && { providers: { [fake.provider.name]: fake.provider } }),
  })
  const listener = toNodeListener(createHandler({ ...settings, payments, onError }))
  const phone = fake && toNodeListener(fakePhone({ payments, provider: fake.provider, path: fake.phonePath }))
  const server = createServer((request, response) =>
    phone ? phone(request, response, () => listener(request, response)) : listener(request, response),
  )
  const ending = untilClosed(server)
  server.listen(port, host)
  await once(server, 'listening')
  const { port: open } = server.address() as AddressInfo
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${open}`
  const url = origin + settings.basePath
  console.log(`Listening on ${url}`)
  if (fake)
    console.log(`The provider “${fake.provider.name}” asks a payer whose phone you play: ${origin}${fake.phonePath}`)
  if (trial) console.log(trialLines(url, trial.key, Object.keys(channels)[0] ?? 'cash'))
  const stop = new AbortController()
  // Asks the provider about attempts whose callback did not come.
  const worker = fake && runWorker(payments, { expire: false, signal: stop.signal })
  await ending
  stop.abort()
  await worker
  storage.close()
}

if (process.argv.includes('--new-key')) {
  const { key, sha256 } = newKey()
  console.log(`key (for the client): ${key}\nSHA-256 (for HP_KEYS): ${sha256}`)
} else {
  await serve().catch((error: unknown) => {
    console.error(`The server cannot start: ${error instanceof Error ? error.message : 'failure'}`)
    process.exit(1)
  })
}
