/** The same type without `readonly`, to put a value together before it is given away. */
export type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] }
