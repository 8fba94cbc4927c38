/** Operations of attempts. Each stores more than once, because its provider is called in between. */
import type { CallbackRequest, Outcome, PaymentRepository, Provider } from 'hospital-payments'
import { manualClock, seededRandom } from 'hospital-payments/testing'
import { at, hour, request, testService } from '../../support/service.js'
import type { Caller } from './operations.js'

const phone = '+251987654321'
const polls = [10, 60, 300]

/** The attempts of each start that reached a provider. */
export const starts: string[] = []

/** Makes a provider that keeps nothing in memory: what it says of an attempt depends on the attempt's id alone. */
function provider(name: string, statusOf: (id: string) => Outcome, isDown = false): Provider {
  return {
    name,
    account: name,
    startIsIdempotent: false,
    polls,
    promptSeconds: 60,
    async start({ id }) {
      if (isDown) throw Object.assign(new Error('no connection'), { code: 'provider_unavailable' })
      starts.push(id)
      return { session: { push: id } }
    },
    status: async ({ id }) => statusOf(id),
    cancel: async () => ({ state: 'failed', code: 'canceled', retry: true }),
    receive: ({ body }) => [JSON.parse(new TextDecoder().decode(body))] as never,
  }
}

const paid = (id: string): Outcome => ({ state: 'paid', providerTransactionId: `R-${id.slice(-10)}`, fee: 7 })

const providers = {
  paying: provider('paying', paid),
  silent: provider('silent', () => ({ state: 'pending' })),
  down: provider('down', () => ({ state: 'failed', code: 'none', retry: true }), true),
}

/** Makes a caller with the same ids for the same seed, whose clock is later by so many milliseconds. */
export function attemptCaller(repository: PaymentRepository, seed: number, laterMs = 0): Caller {
  const clock = manualClock(at(hour + laterMs))
  return testService({ repository, random: seededRandom(seed), clock, providers })
}

export interface AttemptOperation {
  readonly name: string
  /** Brings the storage to where the operation begins, and gives the id of what it is about. */
  prepare(caller: Caller): Promise<string>
  run(caller: Caller, id: string): Promise<unknown>
  /** The status in which every attempt ends. */
  readonly end: 'paid' | 'failed'
}

const bill = async ({ payments }: Caller) => (await payments.createPayment(request({ customer: { phone } }))).id

const start =
  (name: keyof typeof providers) =>
  ({ payments }: Caller, paymentId: string) =>
    payments.attempts.start({ paymentId, provider: name, phone, actor: 'sara' }, { idempotencyKey: 'start' })

const started = (name: keyof typeof providers) => async (caller: Caller) =>
  (await start(name)(caller, await bill(caller))).id

function callback(id: string, proof: 'signed' | 'hint'): CallbackRequest {
  const content = { proof, messageId: `m-${proof}`, about: { attemptId: id }, outcome: paid(id) }
  const body = new TextEncoder().encode(JSON.stringify(content))
  return { method: 'POST', url: 'https://hospital.example/callbacks', headers: new Headers(), body }
}

const receive =
  (proof: 'signed' | 'hint') =>
  ({ payments }: Caller, id: string) =>
    payments.attempts.receive('paying', callback(id, proof))

export const attemptOperations: readonly AttemptOperation[] = [
  { name: 'attempts.start', prepare: bill, run: start('paying'), end: 'paid' },
  { name: 'attempts.start that the provider does not take', prepare: bill, run: start('down'), end: 'failed' },
  {
    name: 'attempts.check',
    prepare: started('paying'),
    run: ({ payments }, id) => payments.attempts.check(id),
    end: 'paid',
  },
  { name: 'attempts.receive of a signed message', prepare: started('paying'), run: receive('signed'), end: 'paid' },
  { name: 'attempts.receive of a hint', prepare: started('paying'), run: receive('hint'), end: 'paid' },
  {
    name: 'attempts.checkDue',
    async prepare(caller) {
      const id = await started('paying')(caller)
      await receive('hint')(caller, id)
      return id
    },
    run: ({ payments }) => payments.attempts.checkDue(),
    end: 'paid',
  },
  {
    name: 'attempts.abandon',
    prepare: started('silent'),
    run: ({ payments }, id) => payments.attempts.abandon(id, { reason: 'left', actor: 'lily' }),
    end: 'failed',
  },
]

/** The milliseconds after the operation at which every poll has passed. */
export const untilEnd = [120, 200, 500].map((seconds) => seconds * 1000)
