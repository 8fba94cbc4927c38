import { createHash } from 'node:crypto'
import { withSameNames } from '../support/same-names.js'

/** What differs in JSON only where this is said of it. */
const shown = (_: string, value: unknown) =>
  typeof value === 'bigint' ? `${value}n` : value === undefined ? '(undefined)' : value

/** The repository, and what was asked of it so far: the number of its calls, and a digest of them with all that they gave it. */
export function askedOf<Repository extends object>(repository: Repository) {
  const calls: string[] = []
  const recorded = new Proxy(repository, {
    get(target, name, receiver) {
      const reach: unknown = Reflect.get(target, name, receiver)
      if (typeof reach !== 'function') return reach
      return (...given: unknown[]) => {
        calls.push(JSON.stringify([name, ...given], shown))
        return Reflect.apply(reach, target, given) as unknown
      }
    },
  })
  const asked = () => {
    const digest = createHash('sha256')
      .update(withSameNames(calls.join('\n')))
      .digest('hex')
    return `${calls.length} ${digest.slice(0, 12)}`
  }
  return { repository: recorded, asked }
}
