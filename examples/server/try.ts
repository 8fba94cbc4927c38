import { newKey } from './keys.js'

const everything =
  'payments:read,payments:write,payments:manage,attempts:write,reports:read,' +
  'lines:read,lines:write,refunds:request,refunds:approve,refunds:settle,receipts:issue,days:close,' +
  'cash:take,cash:supervise,payers:read,payers:write'

/** The hosts to which only programs on this machine can connect. */
const loopback = ['127.0.0.1', '::1', 'localhost']

/**
 * Returns true where a server without keys may start with one of its own: on a developer's machine, for that machine
 * alone.
 */
export function isForATry(env: NodeJS.ProcessEnv): boolean {
  return !env['HP_KEYS'] && env['NODE_ENV'] !== 'production' && loopback.includes(env['HOST'] ?? '127.0.0.1')
}

/** Returns the environment with a key that may do everything until the process ends, and that key. */
export function withTrialKey(env: NodeJS.ProcessEnv): { readonly env: NodeJS.ProcessEnv; readonly key: string } {
  const { key, sha256 } = newKey()
  const trial = {
    HP_KEYS: `developer:${everything}:${sha256}`,
    HP_MANAGE: 'true',
    HP_FINANCE: 'true',
    HP_FAKE_PROVIDER: 'true',
  }
  return { env: { ...env, ...trial }, key }
}

/** Returns two lines to paste into a shell, and an explanation of them. */
export function trialLines(url: string, key: string, channel: string): string {
  const body = JSON.stringify({ amount: 150_000, currency: 'ETB', reference: 'INV-0042', channel })
  return `
HP_KEYS is not set. This key may do everything until the server ends. Paste both lines into another terminal:

export HP_URL='${url}' HP_KEY='${key}'
curl "$HP_URL/v1/payments" -H "Authorization: Bearer $HP_KEY" -H 'Idempotency-Key: INV-0042/1' -H 'Content-Type: application/json' -d '${body}'

docs/curl.md has the other commands. Control and C end the server.`
}
