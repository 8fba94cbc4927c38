import { type Issue, pathOf } from '../../domain/issue.js'
import type { Parameter } from './parameters.js'

export interface Query {
  readonly values: Readonly<Record<string, unknown>>
  readonly issues: readonly Issue[]
}

/** `null` for what is not percent-encoded UTF-8. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** As forms write it: a `+` is a space. */
function decodedField(text: string): string | null {
  return decoded(text.replaceAll('+', ' '))
}

function split(pair: string): [string | null, string | null] {
  const at = pair.indexOf('=')
  return at < 0 ? [decodedField(pair), ''] : [decodedField(pair.slice(0, at)), decodedField(pair.slice(at + 1))]
}

/** The query of a URL, strictly: every parameter is known, and given once. Everything that is wrong is told at once. */
export function readQuery(search: string, parameters: readonly Parameter[]): Query {
  const issues: Issue[] = []
  const values: Record<string, unknown> = {}
  const given = new Set<string>()
  const refuse = (name: string | null, message: string) => issues.push({ path: pathOf([name ?? '']), message })
  for (const pair of search.replace(/^\?/, '').split('&')) {
    if (pair === '') continue
    const [name, text] = split(pair)
    const parameter = parameters.find((known) => known.name === name)
    if (!parameter) refuse(name, name === null ? 'is not percent-encoded UTF-8' : 'is no known parameter')
    else if (given.has(parameter.name)) refuse(name, 'is given more than once')
    else if (text === null) refuse(name, 'is not percent-encoded UTF-8')
    else {
      const value = parameter.read(text)
      if (value === undefined) refuse(name, parameter.rule ?? 'is not valid')
      else values[parameter.name] = value
    }
    if (parameter) given.add(parameter.name)
  }
  for (const { name, isRequired } of parameters) if (isRequired && !given.has(name)) refuse(name, 'is required')
  return { values, issues }
}
