import { PaymentError } from '../errors.js'

/** What is wrong with one field. */
export interface Issue {
  /** Its name, with dots before those within; empty for the request itself. */
  path: string
  message: string
}

/** A request of 16 kB can be wrong in ten thousand places: its answer must not be forty times as long. */
export const maxIssues = 100

const nameable = /^[A-Za-z0-9_.-]{1,40}$/

/** Field names come from callers too: one that could be anything else than a name is not repeated. */
function pathOf(path: readonly PropertyKey[]): string {
  return path.map((name) => (nameable.test(String(name)) ? String(name) : '?')).join('.')
}

/** What is wrong with a request: the first hundred issues are kept, the others are counted. */
export class IssueList {
  private readonly first: Issue[] = []
  private count = 0

  get isEmpty(): boolean {
    return this.count === 0
  }

  add(path: readonly PropertyKey[], message: string): void {
    if (this.count++ < maxIssues) this.first.push({ path: pathOf(path), message })
  }

  /** The refusal of the request, with every bad field at once. */
  refusal(): PaymentError<'invalid_request'> {
    const issues = [...this.first]
    const more = this.count - issues.length
    const problems = issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`))
    if (more > 0) problems.push(`and ${more} more`)
    const message = `Refused: ${problems.join('; ')}.`
    return new PaymentError('invalid_request', message, { details: { issues, ...(more > 0 && { more }) } })
  }
}

/** The refusal of a request for the few reasons that a check by hand finds. */
export function invalidRequest(issues: readonly Issue[]): PaymentError<'invalid_request'> {
  const list = new IssueList()
  for (const { path, message } of issues) list.add(path === '' ? [] : path.split('.'), message)
  return list.refusal()
}
