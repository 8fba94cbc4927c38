import type { StoredEvent } from '../domain/event-stream.js'
import type { Payment } from '../domain/payments/payment.js'
import type { AccountLine, LineEvent } from '../domain/reconciliation/account-line.js'

/** Copies plain JSON data, which is several times as fast as structuredClone. */
export function copyPlain<Data>(data: Data): Data {
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) return data.map(copyPlain) as Data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, copyPlain(value)])) as Data
}

/** Copies a payment, so that stored and returned ones are independent; by hand, which is ten times as fast as structuredClone. */
export function copyPayment(payment: Payment): Payment {
  const copy = { ...payment, instructions: { ...payment.instructions } }
  if (payment.customer) copy.customer = { ...payment.customer }
  if (payment.metadata) copy.metadata = { ...payment.metadata }
  if (payment.undoneAllocations)
    copy.undoneAllocations = payment.undoneAllocations.map((allocation) => ({ ...allocation }))
  if (payment.writtenOffBy) copy.writtenOffBy = payment.writtenOffBy.map((entry) => ({ ...entry }))
  return copy
}

export function copyEvent<Event extends StoredEvent>(event: Event): Event {
  return { ...event, data: { ...event.data }, evidence: event.evidence && { ...event.evidence } }
}

export function copyLine(line: AccountLine): AccountLine {
  return { ...line, allocations: line.allocations.map((allocation) => ({ ...allocation })) }
}

export function copyLineEvent(event: LineEvent): LineEvent {
  return { ...event, allocations: event.allocations.map((allocation) => ({ ...allocation })) }
}
