import { PaymentError } from '../errors.js'

/**
 * Asks a function of the host's options that answers yes or no.
 *
 * @throws PaymentError `internal_error` where it throws or returns anything but true or false
 */
export function hostAnswer(option: string, ask: () => unknown): boolean {
  let answer: unknown
  try {
    answer = ask()
  } catch (cause) {
    const message = `The option ${option} threw an error; nothing was stored. See the cause.`
    throw new PaymentError('internal_error', message, { cause })
  }
  if (typeof answer === 'boolean') return answer
  const message = `The option ${option} must return true or false; nothing was stored. Correct it.`
  throw new PaymentError('internal_error', message)
}
