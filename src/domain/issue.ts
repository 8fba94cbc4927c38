import { PaymentError } from '../errors.js'

/** What is wrong with one field. */
export interface Issue {
  /** Its name, with dots before those within; empty for the request itself. */
  path: string
  message: string
}

const nameable = /^[A-Za-z0-9_.-]{1,40}$/

/** Field names come from callers too: one that could be anything else than a name is not repeated. */
export function pathOf(path: readonly PropertyKey[]): string {
  return path.map((name) => (nameable.test(String(name)) ? String(name) : '?')).join('.')
}

/** The refusal of a request, with every bad field at once. */
export function invalidRequest(issues: Issue[]): PaymentError<'invalid_request'> {
  const paths = issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`))
  return new PaymentError('invalid_request', `Refused: ${paths.join('; ')}.`, { details: { issues } })
}
