/** Short ways for the cases of the kit for providers to start an attempt, and to read what a provider answers. */
import type {
  AttemptRequest,
  CallbackContent,
  CallbackMessage,
  CallbackRequest,
  JsonObject,
  Outcome,
} from '../domain/attempts/provider.js'
import { callMs, codeBytes, codeOf, takesReference } from '../domain/attempts/start.js'
import { minorUnitExponent } from '../domain/currencies.js'
import { instantOf } from '../domain/instant.js'
import { systemClock } from '../internal/clock.js'
import { withDeadline } from '../internal/with-deadline.js'
import { readWholeContent, readOutcome, readStart } from '../operations/input/provider-answers.js'
import { ContractViolation, holds } from './assert.js'
import { crockfordOf } from './fixtures.js'
import type { ProviderUnderTest } from './provider-proof.js'

let attemptCount = 0

/** Returns an amount within the provider's limits, by default 1,500 with two decimals. */
function amountFor({ provider }: ProviderUnderTest, currency: string): number {
  const { wholeUnits = false, min = 1, max = Number.MAX_SAFE_INTEGER } = provider.limits ?? {}
  const amount = Math.min(Math.max(150_000, min), max)
  const unit = wholeUnits ? 10 ** (minorUnitExponent(currency) ?? 0) : 1
  const rounded = Math.floor(amount / unit) * unit
  return rounded < min ? rounded + unit : rounded
}

/** Makes a new attempt, as the service gives one to a provider. Its id is not one of an earlier run. */
export function newAttempt(underTest: ProviderUnderTest): AttemptRequest {
  const { provider, attempt = {}, clock = systemClock } = underTest
  const [ms, number] = [clock(), ++attemptCount]
  const id = `att_${crockfordOf(ms, 10)}${crockfordOf(number, 16)}`
  const digits = Array.from({ length: codeBytes }, (_, place) => Math.floor((ms * 1_000 + number) / 32 ** place))
  const code = codeOf(Uint8Array.from(digits))
  const reference = `OPD${number}`
  const currency = attempt.currency ?? provider.limits?.currencies?.[0] ?? 'KES'
  return {
    id,
    paymentId: id.replace('att_', 'pay_'),
    reference: takesReference(provider, reference) ? reference : code,
    code,
    amount: amountFor(underTest, currency),
    phone: `+${provider.limits?.callingCode ?? '254'}722111111`,
    returnUrl: 'https://hospital.example/paid',
    createdAt: instantOf(ms),
    ...attempt,
    currency,
  }
}

/** Makes a call of a provider, which must end within the time that the service gives it. */
export function callInTime<Answer>(
  what: string,
  call: (signal: AbortSignal) => Answer | Promise<Answer>,
  ms = callMs,
): Promise<Answer> {
  const late = () => new ContractViolation(`${what} has not ended after ${ms / 1_000} seconds`, 'running', 'ended')
  return withDeadline(ms, async (signal) => call(signal), late)
}

/** Reads an answer as the service does. */
function readAs<Read>(what: string, answer: unknown, read: (answer: unknown) => Read): Read {
  try {
    return read(answer)
  } catch (error) {
    const { issues = [] } = error as {
      readonly issues?: readonly { readonly path: unknown[]; readonly message: string }[]
    }
    const problems = issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim())
    const problem = problems.length > 0 ? problems.join('; ') : String(error)
    throw new ContractViolation(`${what} has a wrong form: ${problem}`, answer, undefined)
  }
}

/** An attempt as its provider is asked about it. */
export type StartedAttempt = AttemptRequest & { readonly session: JsonObject | null }

/** Calls `start`, and reads its answer. */
export async function startOf({ provider }: ProviderUnderTest, attempt: AttemptRequest) {
  const answer = await callInTime('start', (signal) => provider.start(attempt, signal))
  return readAs('the answer of start', answer, readStart)
}

/** Starts a new attempt while nothing is wrong. */
export async function started(underTest: ProviderUnderTest): Promise<StartedAttempt> {
  const attempt = newAttempt(underTest)
  const answer: unknown = await callInTime('start', (signal) => underTest.provider.start(attempt, signal))
  readAs('the answer of start', answer, readStart)
  // The session as it is: a case of its own is about the copy that is stored.
  return { ...attempt, session: (answer as { readonly session: JsonObject | null }).session }
}

/** Calls `status`, and reads its answer. */
export async function statusOf({ provider }: ProviderUnderTest, attempt: StartedAttempt): Promise<Outcome> {
  const answer = await callInTime('status', (signal) => provider.status(attempt, signal))
  return readAs('the outcome of status', answer, readOutcome)
}

/** Calls `cancel`, and reads its answer. */
export async function cancelOf({ provider }: ProviderUnderTest, attempt: StartedAttempt): Promise<Outcome> {
  const answer = await callInTime('cancel', (signal) => provider.cancel!(attempt, signal))
  return readAs('the outcome of cancel', answer, readOutcome)
}

/** Calls `receive`, and reads its answer. */
export async function contentOf({ provider }: ProviderUnderTest, request: CallbackRequest): Promise<CallbackContent> {
  const answer = await callInTime('receive', () => provider.receive!(request), shortMs)
  return readAs('the content of a callback', answer, readWholeContent)
}

/** The time within which a call ends that has nothing to wait for. */
export const shortMs = 1_000

/** The time after which a case aborts the signal of a call. */
export const abortMs = 20

/** Returns the messages of a content. */
export function messagesOf(content: CallbackContent): readonly CallbackMessage[] {
  return content === null || 'reply' in content ? [] : content
}

/** Demands that an outcome is not the end of an attempt. */
export function isUndecided(outcome: Outcome, what: string): void {
  holds(outcome.state !== 'paid' && outcome.state !== 'failed', `${what} decides nothing, but it is ${outcome.state}`)
}

/** Demands an outcome of the money that an attempt asked for. */
export function isPaidFor(outcome: Outcome, { amount, currency }: AttemptRequest, what: string): void {
  const { state } = outcome
  const money = state === 'paid' ? [outcome.amount ?? amount, outcome.currency ?? currency] : []
  const isRight = money[0] === amount && money[1] === currency
  if (isRight) return
  throw new ContractViolation(
    `${what} is paid with ${amount} ${currency}, but is ${[state, ...money].join(' ')}`,
    outcome,
    {
      state: 'paid',
      amount,
      currency,
    },
  )
}

/** Demands that a call decides nothing; it may throw anything but that nothing was started. */
export async function undecidedCall(what: string, call: () => Promise<Outcome>): Promise<void> {
  let outcome: Outcome
  try {
    outcome = await call()
  } catch (error) {
    if (error instanceof ContractViolation) throw error
    return
  }
  isUndecided(outcome, what)
}
