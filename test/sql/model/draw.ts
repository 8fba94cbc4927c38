/** Building blocks of drawn commands. */
import fc from 'fast-check'

/** Stands for a member of a list that is known only when the sequence is played. */
export const pick = fc.nat(35)

/** Returns the member that a number stands for. */
export function oneOf<Value>(values: readonly Value[], picked: number): Value {
  return values[picked % values.length]!
}

/** Draws records without the objects that have no prototype, which only lengthen the message of a failure. */
export function record<Fields>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }): fc.Arbitrary<Fields> {
  return fc.record<Fields>(fields, { noNullPrototype: true }) as fc.Arbitrary<Fields>
}

export function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof(fc.constant(null), value)
}

export function seldom<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })
}
