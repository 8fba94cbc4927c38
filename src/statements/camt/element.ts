/** Which elements are kept in an element, and whether its text is; all others are skipped. */
export interface Shape {
  readonly inner: ReadonlyMap<string, Shape>
  readonly hasText: boolean
}

/** An element of which the text is kept. */
export const text: Shape = { inner: new Map(), hasText: true }

/** An element of which these are kept, by name. */
export function holding(inner: Readonly<Record<string, Shape>>, { hasText = false } = {}): Shape {
  return { inner: new Map(Object.entries(inner)), hasText }
}

/** What is kept of an element. */
export interface Element {
  /** Without its prefix. */
  readonly name: string
  /** Without white space at its ends. */
  readonly text: string
  /** The attribute `Ccy`; '' where it has none. */
  readonly currency: string
  readonly children: readonly Element[]
}

/** The elements of that name in `element`, in the order of the file. */
export function childrenOf(element: Element, name: string): readonly Element[] {
  return element.children.filter((child) => child.name === name)
}

export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name)
}

/** Every element at the end of that path. */
export function allAt(element: Element, ...path: string[]): readonly Element[] {
  let found: readonly Element[] = [element]
  for (const name of path) found = found.flatMap((one) => childrenOf(one, name))
  return found
}

/** The text at the end of that path, by the first element of each name; `''` where there is none. */
export function textAt(element: Element | undefined, ...path: string[]): string {
  let found = element
  for (const name of path) found = childOf(found, name)
  return found?.text ?? ''
}
