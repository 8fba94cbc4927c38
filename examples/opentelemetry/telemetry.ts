/** Spans and counts of OpenTelemetry from the calls that `published.ts` publishes, and from the logger of the service. */
import { type MeterProvider, type Span, SpanStatusCode, type TracerProvider } from '@opentelemetry/api'
import { type HospitalPayments, isPaymentError, type Logger, type Outcome, type Provider } from 'hospital-payments'
import { calls, type PublishedCall } from './published.js'

/** Returns `ok`, or the stable code of the error; its message and its cause stay where they are. */
function outcomeOf(call: PublishedCall): string {
  if (!('error' in call)) return 'ok'
  return isPaymentError(call.error) ? call.error.code : 'internal_error'
}

/** Begins to trace and to count; the result ends it. */
export function observeCalls(tracers: TracerProvider, meters: MeterProvider): () => void {
  const tracer = tracers.getTracer('hospital-payments')
  const counter = meters.getMeter('hospital-payments').createCounter('hospital_payments.calls')
  const spans = new WeakMap<PublishedCall, Span>()
  const subscriber = {
    // A child of the span that is active where the call was made.
    start: (call: PublishedCall) => void spans.set(call, tracer.startSpan(`hospital-payments ${call.name}`)),
    asyncEnd(call: PublishedCall) {
      const span = spans.get(call)
      const outcome = outcomeOf(call)
      counter.add(1, { function: call.name, outcome })
      span?.setAttribute('hospital_payments.outcome', outcome)
      if (outcome !== 'ok') span?.setStatus({ code: SpanStatusCode.ERROR, message: outcome })
      span?.end()
    },
    end: () => undefined,
    asyncStart: () => undefined,
    error: () => undefined,
  }
  calls.subscribe(subscriber)
  return () => void calls.unsubscribe(subscriber)
}

/** Counts what the service logs by level, such as a channel that threw or an event that is dead. */
export function countingLogger(meters: MeterProvider): Logger {
  const counter = meters.getMeter('hospital-payments').createCounter('hospital_payments.logged')
  const counted = (level: string) => () => counter.add(1, { level })
  return { warn: counted('warn'), error: counted('error') }
}

/** Counts what a provider says about attempts, by provider, call and status; its answers stay where they are. */
export function countedProvider(provider: Provider, meters: MeterProvider): Provider {
  const counter = meters.getMeter('hospital-payments').createCounter('hospital_payments.attempts')
  const counted = async (call: string, answer: Promise<Outcome | undefined>) => {
    // A call that throws is counted, and handled by the library.
    const status = await answer.then((outcome) => outcome?.state ?? 'pending').catch(() => 'error')
    counter.add(1, { provider: provider.name, call, status })
  }
  return {
    ...provider,
    async start(...values) {
      const answer = provider.start(...values)
      await counted(
        'start',
        answer.then(({ outcome }) => outcome),
      )
      return answer
    },
    async status(...values) {
      const answer = provider.status(...values)
      await counted('status', answer)
      return answer
    },
  }
}

/** Observes attempts that wait for people: their outcome is not known, and their provider is asked no more. */
export function observeUnknownAttempts(payments: Pick<HospitalPayments, 'attention'>, meters: MeterProvider): void {
  const gauge = meters.getMeter('hospital-payments').createObservableGauge('hospital_payments.attempts_unknown')
  gauge.addCallback(async (observed) => {
    const { unknownAttempts } = await payments.attention({ missingUpTo: 1 })
    for (const { currency, count } of unknownAttempts) observed.observe(count, { currency })
  })
}
