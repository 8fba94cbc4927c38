/** Deep enough for what any function takes: its arguments, an object, a list in it, an object in that. */
const deepest = 4

function copyOf(value: unknown, depth: number): unknown {
  if (depth > deepest || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => copyOf(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copyOf(item, depth + 1)]))
}

/**
 * Arguments as they are now, whatever the caller does with its objects and lists later. Whatever else they hold is the same:
 * functions, signals, streams, instances of classes.
 */
export function snapshot<Values extends readonly unknown[]>(values: Values): Values {
  return copyOf(values, 0) as Values
}
