import { IssueList, invalidRequest } from '../../domain/issue.js'
import { isPlainObject } from '../../internal/option-checks.js'

/**
 * Reads the only field of a body, a list. The library checks each entry of the list by itself.
 *
 * @throws PaymentError `invalid_request`
 */
export function listInBody(body: unknown, name: string, max: number): readonly unknown[] {
  if (!isPlainObject(body)) throw invalidRequest([{ path: '', message: 'the body must be an object' }])
  const list = body[name]
  const issues = new IssueList()
  if (list === undefined) issues.add([name], 'is required')
  else if (!Array.isArray(list) || list.length > max) issues.add([name], `must be a list of at most ${max}`)
  for (const other of Object.keys(body)) if (other !== name) issues.add([other], 'is not a known field')
  if (!issues.isEmpty) throw issues.refusal()
  return list as readonly unknown[]
}
