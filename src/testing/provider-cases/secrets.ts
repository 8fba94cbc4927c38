import { base64, bytesOf } from '../../internal/encoding.js'
import { equal } from '../assert.js'
import { type ProviderFault, type ProviderProof, proveProvider, type ProviderUnderTest } from '../provider-proof.js'
import { abortMs, callInTime, newAttempt, shortMs, started } from '../provider-steps.js'

/** Writes all that can be read of a value: its properties, also those that are hidden or inherited, and theirs. */
function visibleText(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value === 'symbol') return String(value.description)
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return String(value)
  if (seen.has(value) || value === Object.prototype || value === Function.prototype) return ''
  seen.add(value)
  const texts = value instanceof Map || value instanceof Set ? [...value].map((item) => visibleText(item, seen)) : []
  for (const key of Reflect.ownKeys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key)
    texts.push(String(key), visibleText(property && 'value' in property ? property.value : undefined, seen))
  }
  return [...texts, visibleText(Object.getPrototypeOf(value), seen)].join('\n')
}

/** Returns the texts of secrets as they are and as Base64. */
function needlesOf({ secrets = [] }: ProviderUnderTest): string[] {
  return secrets.flatMap((secret) => [secret, base64(bytesOf(secret)).replace(/=+$/, '')])
}

function hidesAll(value: unknown, needles: readonly string[], what: string): void {
  const text = visibleText(value)
  // The number of the secret, because a message is read by many.
  const places = needles.flatMap((needle, place) => (needle !== '' && text.includes(needle) ? [place] : []))
  equal(places, [], `${what}: the secrets that it shows`)
}

/** Returns all that a call answers or throws, but its session, which is stored in the attempt's row alone. */
async function shownBy(call: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), abortMs)
  try {
    // What has not ended in time shows nothing.
    const answer = await callInTime('a call', () => call(control.signal), shortMs)
    return typeof answer === 'object' && answer !== null && 'session' in answer ? { ...answer, session: null } : answer
  } catch (error) {
    return error
  } finally {
    clearTimeout(timer)
  }
}

export const secretProofs: readonly ProviderProof[] = [
  proveProvider('Credentials are in no property of a provider', ['secrets'], async (underTest) => {
    hidesAll(underTest.provider, needlesOf(underTest), 'the provider')
    hidesAll(JSON.stringify(underTest.provider), needlesOf(underTest), 'the provider as JSON')
  }),

  proveProvider('Credentials and phones are in no answer and no error, whatever fails', [], async (underTest) => {
    const { provider, faults = {} } = underTest
    const before = await started(underTest)
    const makers = [() => undefined, ...(Object.keys(faults) as ProviderFault[]).map((fault) => faults[fault])]
    for (const makeFault of makers) {
      makeFault?.()
      const attempt = newAttempt(underTest)
      const phone = attempt.phone?.replace(/^\+/, '') ?? ''
      const needles = [...needlesOf(underTest), phone]
      hidesAll(await shownBy((signal) => provider.start(attempt, signal)), needles, 'the answer or error of start')
      hidesAll(await shownBy((signal) => provider.status(before, signal)), needles, 'the answer or error of status')
    }
  }),
]
