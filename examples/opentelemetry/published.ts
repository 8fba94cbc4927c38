/** A service whose calls are published on a tracing channel of Node; without a subscriber each is the plain call. */
import { tracingChannel } from 'node:diagnostics_channel'
import type { HospitalPayments } from 'hospital-payments'

/** The message for subscribers: the name of the function alone, since arguments and results may be a patient's data. */
export interface PublishedCall {
  readonly name: string
  error?: unknown
}

export const calls = tracingChannel<unknown, PublishedCall>('hospital-payments:call')

/** The functions that return no promise. */
const others = ['using', 'within', 'reconcile', 'exportCsv']

type Call = (...values: unknown[]) => Promise<unknown>

function publishedCall(name: string, call: Call): Call {
  return (...values) => (calls.hasSubscribers ? calls.tracePromise(() => call(...values), { name }) : call(...values))
}

function publishedGroup<Group extends object>(group: Group, prefix = ''): Group {
  const functions = Object.entries(group)
    .filter(([name, value]) => typeof value === 'function' && !others.includes(name))
    .map(([name, call]) => [name, publishedCall(prefix + name, call as Call)])
  return { ...group, ...Object.fromEntries(functions) }
}

export function published(payments: HospitalPayments): HospitalPayments {
  const groups = (['statements', 'lines', 'refunds', 'days', 'receipts', 'attempts'] as const).map((name) => [
    name,
    publishedGroup(payments[name], `${name}.`),
  ])
  return Object.freeze({
    ...publishedGroup(payments),
    ...Object.fromEntries(groups),
    using: (repository) => published(payments.using(repository)),
    within: (connection) => published(payments.within(connection)),
  } satisfies HospitalPayments)
}
