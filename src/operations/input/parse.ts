import type * as z from 'zod'
import { IssueList } from '../../domain/issue.js'

type ZodIssue = z.core.$ZodIssue

/**
 * The levels that are copied: a request's own fields, and those of its `customer` and `metadata`. No rule reads deeper ones.
 */
const depth = 2

/** The class of copies, which inherit nothing. On no prototype at all an object is a table to V8, and takes twice as long to read. */
const Copy = function () {} as unknown as new () => Record<string, unknown>
Copy.prototype = Object.freeze(Object.create(null) as object)

/**
 * Copies own properties without undefined ones (absent), with nothing inherited, so that `__proto__` is a name like any other. A value
 * that is no plain data (Map, Date, URLSearchParams …) has no such properties and would pass as empty: it becomes `null`.
 */
function present(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || levels === 0) return value
  if (Object.prototype.toString.call(value) !== '[object Object]') return null
  const copy = new Copy()
  for (const name of Object.keys(value)) {
    const property = (value as Record<string, unknown>)[name]
    if (property !== undefined) copy[name] = present(property, levels - 1)
  }
  return copy
}

function addTo(issues: IssueList, issue: ZodIssue): void {
  if (issue.code !== 'unrecognized_keys') return issues.add(issue.path, issue.message)
  for (const key of issue.keys) issues.add([...issue.path, key], 'is not a known field')
}

/**
 * Reads plain data by a schema whose messages are this library's.
 *
 * @throws PaymentError `invalid_request` with every bad field at once
 */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown, levels = depth): z.output<Schema> {
  const result = schema.safeParse(present(input, levels))
  if (result.success) return result.data
  const issues = new IssueList()
  for (const issue of result.error.issues) addTo(issues, issue)
  throw issues.refusal()
}

/** The output of schemas for no options at all: always the same. */
const defaults = new WeakMap<z.ZodType, unknown>()

/** Reads a last argument that may be left out, as `parse` reads others. */
export function parseOptions<Schema extends z.ZodType>(
  schema: Schema,
  options: unknown,
  levels = depth,
): z.output<Schema> {
  if (options !== undefined) return parse(schema, options, levels)
  if (!defaults.has(schema)) defaults.set(schema, Object.freeze(parse(schema, {}, levels)))
  return defaults.get(schema) as z.output<Schema>
}
