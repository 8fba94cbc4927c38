/** Which elements are kept in an element, and whether its text and its currency are; all others are skipped. */
export interface Shape {
  readonly inner: ReadonlyMap<string, Shape>
  readonly hasText: boolean
  readonly hasCurrency: boolean
}

/** An element of which these are kept, by name. */
export function holding(inner: Readonly<Record<string, Shape>>, { hasText = false, hasCurrency = false } = {}): Shape {
  return { inner: new Map(Object.entries(inner)), hasText, hasCurrency }
}

/** An element of which the text is kept. */
export const text = holding({}, { hasText: true })

/** An element of which the text and the attribute `Ccy` are kept. */
export const money = holding({}, { hasText: true, hasCurrency: true })

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

export function childOf(element: Element | undefined, name: string): Element | undefined {
  if (element !== undefined) for (const child of element.children) if (child.name === name) return child
  return undefined
}

/** The text at the end of that path, by the first element of each name; `''` where there is none. */
export function textAt(element: Element | undefined, ...path: readonly string[]): string {
  let found = element
  for (const name of path) found = childOf(found, name)
  return found?.text ?? ''
}

/** Every element at the end of that path, in the order of the file. */
export function allAt(element: Element, ...path: readonly string[]): Element[] {
  const found: Element[] = []
  collect(element, path, 0, found)
  return found
}

function collect({ children }: Element, path: readonly string[], depth: number, found: Element[]): void {
  for (const child of children) {
    if (child.name !== path[depth]) continue
    if (depth === path.length - 1) found.push(child)
    else collect(child, path, depth + 1, found)
  }
}
