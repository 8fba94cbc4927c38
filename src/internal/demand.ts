/** A check of what a caller gave: where the condition fails, it throws a `TypeError` that says the problem. */
export type Demand = (condition: boolean, problem: string) => asserts condition

/** Makes the check of one public function, whose name its messages begin with; without a name they say the problem alone. */
export function demandOf(name?: string): Demand {
  const begin = name === undefined ? '' : `${name}: `
  return (condition, problem) => {
    if (!condition) throw new TypeError(`${begin}${problem}`)
  }
}
