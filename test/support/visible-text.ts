import { inspect } from 'node:util'
import { PaymentError } from 'hospital-payments'

/** Collects everything of an error that a log or an answer may show; the cause is the host's own. */
export function visibleText(error: unknown): string {
  if (!(error instanceof PaymentError)) return inspect(error)
  const { cause: _, ...properties } = Object.getOwnPropertyDescriptors(error)
  return `${error.message} ${inspect(properties, { depth: 9 })} ${JSON.stringify(error)}`
}
