/** Depth of the arguments of any function: a list of them (0), an object, a list in it, an object in that (3). */
const maxDepth = 3

/**
 * Returns true where an object has nothing but values by their enumerable names: no iterator, no method of a class, nothing
 * hidden.
 */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  const [nameCount, allCount] = [Object.keys(value).length, Reflect.ownKeys(value).length]
  // A list has its length besides.
  if (Array.isArray(value))
    return prototype === Array.prototype && nameCount === value.length && allCount === nameCount + 1
  return (prototype === Object.prototype || prototype === null) && allCount === nameCount
}

function copyOf(value: unknown, depth: number): unknown {
  if (depth > maxDepth || typeof value !== 'object' || value === null || !isPlain(value)) return value
  if (Array.isArray(value)) return value.map((item) => copyOf(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copyOf(item, depth + 1)]))
}

/**
 * Copies arguments as they are now, so that later changes of the caller's objects and lists do not matter. Values that are no
 * plain data stay the same: functions, signals, iterables, instances of classes.
 */
export function snapshot<Values extends readonly unknown[]>(values: Values): Values {
  return copyOf(values, 0) as Values
}
