import type * as z from 'zod'

/** A rule over several fields of a request. */
interface Rule<Value> {
  /** The fields that the rule reads; the first of them is refused. */
  readonly of: readonly (keyof Value & string)[]
  readonly message: string
  isBroken(value: Value): boolean
}

type Payload = z.core.ParsePayload

/** Returns true where the object and these fields of it are valid by themselves. */
function areValid({ issues }: Payload, names: readonly string[]): boolean {
  return issues.every(({ code, path: [name] = [] }) =>
    name === undefined ? code === 'unrecognized_keys' : !names.includes(String(name)),
  )
}

/** Adds rules over several fields; they are checked beside those of single fields, so that a caller sees all faults at once. */
export function together<Schema extends z.ZodObject>(object: Schema, rules: readonly Rule<z.output<Schema>>[]): Schema {
  return rules.reduce(
    (schema, { of, message, isBroken }) =>
      schema.refine((value) => !isBroken(value), {
        path: [of[0]!],
        message,
        when: (payload) => areValid(payload, of),
      }),
    object,
  )
}
