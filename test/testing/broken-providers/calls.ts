import type { Outcome, Provider } from 'hospital-payments/providers'
import type { ProviderFault } from 'hospital-payments/testing'
import { broken, type BrokenProvider, misreported, never } from './broken.js'

const failed = (code: string): Outcome => ({ state: 'failed', code, retry: true })
type StartAnswer = Awaited<ReturnType<Provider['start']>>

/** Answers a start that meets a fault in a way of its own. */
function faultyStart(name: string, breaks: string, fault: ProviderFault, answer: () => StartAnswer): BrokenProvider {
  return broken(name, breaks, ({ provider, faultNow }) => ({
    start: async (attempt, signal) => {
      if (faultNow() !== fault) return provider.start(attempt, signal)
      await provider.start(attempt, signal).catch(() => undefined)
      return answer()
    },
  }))
}

/** Answers a status that meets a fault in a way of its own. */
function faultyStatus(name: string, breaks: string, fault: ProviderFault, outcome: Outcome): BrokenProvider {
  return broken(name, breaks, ({ provider, faultNow }) => ({
    status: async (attempt, signal) => (faultNow() === fault ? outcome : provider.status(attempt, signal)),
  }))
}

const unavailable = () => {
  throw Object.assign(new Error('try again'), { code: 'provider_unavailable' })
}

export const brokenStarts: readonly BrokenProvider[] = [
  broken(
    'puts a date into its session',
    'A start answers with a session that can be stored as JSON',
    ({ provider }) => ({
      start: async (attempt, signal) => {
        const answer = await provider.start(attempt, signal)
        return { ...answer, session: { ...answer.session, at: new Date(0) } }
      },
    }),
  ),
  broken(
    'sends each start twice',
    'A start asks the payer once',
    ({ provider }) => ({
      start: async (attempt, signal) => {
        await provider.start(attempt, signal)
        return provider.start(attempt, signal)
      },
    }),
    { startIsIdempotent: false },
  ),
  broken(
    'forgets a start that was answered',
    'An idempotent start that is sent again asks the payer once',
    ({ provider }) => {
      const unanswered = new Set<string>()
      return {
        startIsIdempotent: true,
        start: async (attempt, signal) => {
          if (unanswered.has(attempt.id)) return { session: null }
          unanswered.add(attempt.id)
          const answer = await provider.start(attempt, signal)
          unanswered.delete(attempt.id)
          return answer
        },
      }
    },
    { startIsIdempotent: false },
  ),
  broken(
    'remembers only the starts that were answered',
    'An idempotent start whose answer was lost, and that is sent again, asks the payer once',
    ({ provider }) => {
      const answers = new Map<string, StartAnswer>()
      return {
        startIsIdempotent: true,
        start: async (attempt, signal) => {
          const answer = answers.get(attempt.id) ?? (await provider.start(attempt, signal))
          answers.set(attempt.id, answer)
          return answer
        },
      }
    },
    { startIsIdempotent: false },
  ),
  broken(
    'throws the error of its connection',
    'A start that cannot be sent throws provider_unavailable',
    ({ provider, faultNow }) => ({
      start: async (attempt, signal) => {
        if (faultNow() === 'unreachable') throw Object.assign(new Error('no route'), { code: 'ECONNREFUSED' })
        return provider.start(attempt, signal)
      },
    }),
  ),
  faultyStart(
    'takes a time-out for a failure',
    'A start whose answer was lost has neither failed nor been paid',
    'lost',
    () => ({
      session: null,
      outcome: failed('timeout'),
    }),
  ),
  faultyStart(
    'says after a lost answer that nothing was started',
    'A start whose answer was lost has neither failed nor been paid',
    'lost',
    unavailable,
  ),
  faultyStart(
    'says of a busy provider that nothing was started',
    'A start that a busy provider answers has neither failed nor been paid',
    'busy',
    unavailable,
  ),
  faultyStart(
    'takes each answer for money',
    'A start whose answer cannot be read has neither failed nor been paid',
    'unreadable',
    () => ({ session: null, outcome: { state: 'paid' } }),
  ),
  faultyStart('takes wrong credentials for a failure', 'A start with wrong credentials is refused', 'refused', () => ({
    session: null,
    outcome: failed('http_401'),
  })),
  broken(
    'starts without a look at the signal',
    'A start ends soon after its signal is aborted',
    ({ provider, faultNow }) => ({
      start: (attempt, signal) => (faultNow() === 'silent' ? never() : provider.start(attempt, signal)),
    }),
  ),
]

const received = new WeakSet<object>()

export const brokenStatuses: readonly BrokenProvider[] = [
  misreported(
    'takes an attempt that it does not know yet for a failed one',
    'The status of an attempt is open until its payer decides',
    (outcome, { id }, { provider }) =>
      outcome.state === 'pending' && provider.payments.length === 0 && provider.pushes.includes(id)
        ? failed('not_found')
        : outcome,
  ),
  misreported(
    'takes an attempt that was never started for a failed one',
    'The status of an attempt that was never started decides nothing',
    (outcome, { id }, { provider }) => (provider.pushes.includes(id) ? outcome : failed('not_found')),
  ),
  misreported(
    'reports shillings in place of cents',
    'The status of a paid attempt is its money in minor units, each time',
    (outcome, { amount }) => (outcome.state === 'paid' ? { ...outcome, amount: amount / 100 } : outcome),
  ),
  broken(
    'makes a new receipt for each question',
    'The status of a paid attempt is its money in minor units, each time',
    ({ provider }) => {
      const questions = new Map<string, number>()
      return {
        status: async (attempt, signal) => {
          const outcome = await provider.status(attempt, signal)
          const count = (questions.get(attempt.id) ?? 0) + 1
          questions.set(attempt.id, count)
          if (outcome.state !== 'paid' || count === 1) return outcome
          return { ...outcome, providerTransactionId: `R${count}` }
        },
      }
    },
  ),
  misreported('waits for an attempt that its payer refused', 'The status of a refused attempt has failed', (outcome) =>
    outcome.state === 'failed' && outcome.code === 'refused' ? { state: 'pending' } : outcome,
  ),
  misreported(
    'takes the last payment for that of each attempt',
    'The payment of one attempt pays no other',
    (outcome, _, { provider }) =>
      outcome.state === 'pending' && provider.payments.length > 0 ? { state: 'paid' } : outcome,
  ),
  broken(
    'knows sessions by the object alone',
    'A session that was stored as JSON asks about the same attempt',
    ({ provider }) => ({
      start: async (attempt, signal) => {
        const answer = await provider.start(attempt, signal)
        if (answer.session) received.add(answer.session)
        return answer
      },
      receive: (request) => {
        const content = provider.receive(request)
        if (content === null || 'reply' in content) return content
        return content.map((message) => ({ ...message, session: { byCallback: true } }))
      },
      status: async (attempt, signal) => {
        const { session } = attempt
        const isKnown = session !== null && (received.has(session) || session['byCallback'] === true)
        return isKnown ? provider.status(attempt, signal) : { state: 'unknown' }
      },
    }),
  ),
  faultyStatus(
    'takes a refused connection for a failure',
    'A status decides nothing where the provider cannot be reached',
    'unreachable',
    failed('ECONNREFUSED'),
  ),
  faultyStatus(
    'takes a time-out of a status for a failure',
    'A status decides nothing where its answer is lost',
    'lost',
    failed('timeout'),
  ),
  faultyStatus(
    'takes the status 503 for a failure',
    'A status decides nothing where the provider is busy',
    'busy',
    failed('http_503'),
  ),
  faultyStatus(
    'takes an answer without fields for money',
    'A status decides nothing where its answer cannot be read',
    'unreadable',
    { state: 'paid' },
  ),
  faultyStatus('says nothing of wrong credentials', 'A status with wrong credentials is refused', 'refused', {
    state: 'unknown',
  }),
  broken(
    'asks without a look at the signal',
    'A status ends soon after its signal is aborted',
    ({ provider, faultNow }) => ({
      status: (attempt, signal) => (faultNow() === 'silent' ? never() : provider.status(attempt, signal)),
    }),
  ),
]

export const brokenCancels: readonly BrokenProvider[] = [
  broken('says that it canceled, and did not', 'An attempt that was canceled has failed', ({ provider }) => ({
    cancel: async (attempt, signal) => {
      const outcome = await provider.status(attempt, signal)
      return outcome.state === 'pending' ? failed('canceled') : outcome
    },
  })),
  broken('cancels what was paid', 'A cancel of a paid attempt answers that it is paid', ({ provider }) => ({
    cancel: async (attempt, signal) => {
      const outcome = await provider.cancel!(attempt, signal)
      return outcome.state === 'paid' ? failed('canceled') : outcome
    },
  })),
  broken(
    'takes a cancel without an answer for done',
    'A cancel whose provider is busy decides nothing',
    ({ provider }) => ({
      cancel: (attempt, signal) => provider.cancel!(attempt, signal).catch(() => failed('canceled')),
    }),
  ),
]
