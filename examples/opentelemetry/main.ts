/**
 * Traces and counts of a service, for OpenTelemetry: `npx tsx examples/opentelemetry/main.ts`. The spans and counts are kept in
 * memory and printed; in a hospital an exporter of the SDK sends them on.
 */
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { createHospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { fakeProvider, manualClock } from 'hospital-payments/testing'
import { published } from './published.js'
import { countedProvider, countingLogger, observeCalls, observeUnknownAttempts } from './telemetry.js'

/** Read when it is asked. */
class Reader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

const spans = new InMemorySpanExporter()
const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] })
const reader = new Reader()
const meters = new MeterProvider({ readers: [reader] })

const clock = manualClock('2026-11-20T09:00:00.000Z')
// It is asked once: what is not known then waits for people.
const fake = fakeProvider({ clock, polls: [10] })

const payments = published(
  createHospitalPayments({
    repository: memoryRepository(),
    channels: {
      cash: textChannel('Pay at the cashier with reference {reference}.'),
      broken: () => {
        throw new Error('the provider is down')
      },
    },
    referencePolicy: 'one-live',
    logger: countingLogger(meters),
    providers: { fake: countedProvider(fake, meters) },
    clock,
  }),
)
const request = { amount: 150_000, currency: 'ETB', reference: 'INV-1', channel: 'cash' }

await payments.getPayment('pay_before') // No one has subscribed yet: no span, no count.
const end = observeCalls(tracers, meters)
observeUnknownAttempts(payments, meters)
const { id } = await payments.createPayment(request)
await payments.createPayment(request).catch(() => undefined)
await payments.createPayment({ ...request, reference: 'INV-2', channel: 'broken' }).catch(() => undefined)
await payments.confirmPayment(id)
await payments.lines.list()
for (const [number, isAccepted] of [true, false].entries()) {
  const bill = await payments.createPayment({ ...request, reference: `INV-${number + 3}` })
  const attempt = await payments.attempts.start({ paymentId: bill.id, provider: 'fake' })
  if (isAccepted) fake.accept(attempt.id)
}
clock.advance(10_000)
await payments.attempts.checkDue()
await payments.using(memoryRepository()).getPayment(id)
end()
await payments.getPayment('pay_after')

console.log('Spans:')
for (const { name, attributes } of spans.getFinishedSpans())
  console.log(`  ${name}: ${String(attributes['hospital_payments.outcome'])}`)

console.log('Counts:')
const { resourceMetrics } = await reader.collect()
for (const { descriptor, dataPoints } of resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics))
  for (const { attributes, value } of dataPoints)
    console.log(`  ${descriptor.name} ${Object.values(attributes).join(' ')}: ${String(value)}`)
await Promise.all([tracers.shutdown(), meters.shutdown()])
