import { createHash } from 'node:crypto'
import { withSameNames } from '../support/same-names.js'

/** Writes what differs in JSON only where this is said of it. */
const jsonValueOf = (_: string, value: unknown) =>
  typeof value === 'bigint' ? `${value}n` : value === undefined ? '(undefined)' : value

/** Records what is asked of a repository: the number of its calls, and a digest of them with all that they gave it. */
export function askedOf<Repository extends object>(repository: Repository) {
  const calls: string[] = []
  const recorded = new Proxy(repository, {
    get(target, name, receiver) {
      const reach: unknown = Reflect.get(target, name, receiver)
      if (typeof reach !== 'function') return reach
      return (...values: unknown[]) => {
        calls.push(JSON.stringify([name, ...values], jsonValueOf))
        return Reflect.apply(reach, target, values) as unknown
      }
    },
  })
  const recordedCalls = () => {
    const digest = createHash('sha256')
      .update(withSameNames(calls.join('\n')))
      .digest('hex')
    return `${calls.length} ${digest.slice(0, 12)}`
  }
  return { repository: recorded, asked: recordedCalls }
}
