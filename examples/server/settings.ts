import { type Channel, textChannel } from 'hospital-payments'
import { bearerKeys } from 'hospital-payments/http'
import { readKeys } from './keys.js'

/** Reads all settings of the server from its environment. */
export function readSettings(env: NodeJS.ProcessEnv) {
  const keys = readKeys(env['HP_KEYS'] ?? '')
  if (keys.length === 0) throw new TypeError('HP_KEYS is required: see npm run server -- --new-key')
  const port = Number(env['PORT'] ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new TypeError('PORT must be 0 to 65535')
  return {
    authenticate: bearerKeys(keys),
    port,
    host: env['HOST'] ?? '127.0.0.1',
    file: env['HP_DATABASE'] ?? 'payments.db',
    timeZone: env['HP_TIME_ZONE'] ?? 'UTC',
    channels: readChannels(
      env['HP_CHANNELS'] ?? '{"cash":"Pay {amount} {currency} at the cashier; show {reference}."}',
    ),
    basePath: env['HP_BASE_PATH'] ?? '',
    manage: env['HP_MANAGE'] === 'true',
    finance: env['HP_FINANCE'] === 'true',
    // Without a network and an account, to try attempts with: the payer's phone is a page of this server.
    hasFakeProvider: env['HP_FAKE_PROVIDER'] === 'true',
  }
}

/** Reads the text for payers, by channel: `{"cash":"Pay at the cashier; show {reference}."}` */
function readChannels(text: string): Record<string, Channel> {
  let templates: Record<string, string>
  try {
    templates = JSON.parse(text) as Record<string, string>
  } catch {
    throw new TypeError('HP_CHANNELS must be JSON: the text for the payer, by channel')
  }
  return Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, textChannel(template)]))
}
