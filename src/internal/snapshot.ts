/** As deep as what any function takes: its arguments (0), an object, a list in it, an object in that (3). */
const deepest = 3

/** Whether it has nothing but values by their enumerable names: no iterator, no method of a class, nothing hidden. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  const [named, all] = [Object.keys(value).length, Reflect.ownKeys(value).length]
  // A list has its length besides.
  if (Array.isArray(value)) return prototype === Array.prototype && named === value.length && all === named + 1
  return (prototype === Object.prototype || prototype === null) && all === named
}

function copyOf(value: unknown, depth: number): unknown {
  if (depth > deepest || typeof value !== 'object' || value === null || !isPlain(value)) return value
  if (Array.isArray(value)) return value.map((item) => copyOf(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copyOf(item, depth + 1)]))
}

/**
 * Arguments as they are now, whatever the caller does with its objects and lists later. What is no plain data is the same:
 * functions, signals, iterables, instances of classes.
 */
export function snapshot<Values extends readonly unknown[]>(values: Values): Values {
  return copyOf(values, 0) as Values
}
