/** Fields of JSON that another sent, which may have any form. */
import { isPlainObject } from '../internal/option-checks.js'

/** Returns a field by the names on the way to it; `undefined` where a name is missing. */
export function fieldOf(value: unknown, ...names: readonly string[]): unknown {
  let inner = value
  for (const name of names) {
    if (!isPlainObject(inner) || !Object.hasOwn(inner, name)) return undefined
    inner = inner[name]
  }
  return inner
}

/** Returns a field that is text and not empty, or a number as text; `null` for any other. */
export function textOf(value: unknown, ...names: readonly string[]): string | null {
  const field = fieldOf(value, ...names)
  if (typeof field === 'number') return String(field)
  return typeof field === 'string' && field !== '' ? field : null
}

/** Reads bytes as UTF-8 and JSON; `null` for anything else. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch {
    return null
  }
}
