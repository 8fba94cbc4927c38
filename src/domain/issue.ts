import { PaymentError, type PaymentErrorDetails } from '../errors.js'

type InvalidRequest = PaymentErrorDetails['invalid_request']

/** A fault of one field. */
export interface Issue {
  /** The name of the field, with dots before inner names; empty for the request itself. */
  path: string
  message: string
}

/**
 * The most issues of one error: a request of 16 kB can be wrong in ten thousand places, and its answer must not be
 * forty times as long.
 */
export const maxIssues = 100

const nameable = /^[A-Za-z0-9_.-]{1,40}$/

/**
 * Joins the names of a path. Field names come from callers too: a text that may be anything else than a name is
 * replaced by `?`.
 */
function pathOf(path: readonly PropertyKey[]): string {
  return path.map((name) => (nameable.test(String(name)) ? String(name) : '?')).join('.')
}

/** The faults of a request: the first hundred issues are kept, the others are counted. */
export class IssueList {
  private readonly first: Issue[] = []
  private count = 0

  get isEmpty(): boolean {
    return this.count === 0
  }

  add(path: readonly PropertyKey[], message: string): void {
    if (this.count++ < maxIssues) this.first.push({ path: pathOf(path), message })
  }

  /**
   * Makes the error that refuses the request, with every bad field at once.
   *
   * @param others further details of the error
   */
  refusal(others: Omit<InvalidRequest, 'issues' | 'more'> = {}): PaymentError<'invalid_request'> {
    const issues = [...this.first]
    const more = this.count - issues.length
    const problems = issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`))
    if (more > 0) problems.push(`and ${more} more`)
    const message = `The request was refused: ${problems.join('; ')}.`
    return new PaymentError('invalid_request', message, { details: { issues, ...(more > 0 && { more }), ...others } })
  }
}

/** Makes the error that refuses a request for a few issues, with further details. */
export function invalidRequest(
  issues: readonly Issue[],
  others?: Parameters<IssueList['refusal']>[0],
): PaymentError<'invalid_request'> {
  const list = new IssueList()
  for (const { path, message } of issues) list.add(path === '' ? [] : path.split('.'), message)
  return list.refusal(others)
}
