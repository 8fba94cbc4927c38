/** The way an element is read. What is in it and not named here is skipped. */
export interface Shape {
  readonly inner: InnerElements
  /**
   * Takes its text up to the first element in it, without white space at its ends, before anything in it is read; and
   * the attribute `Ccy`, '' where it has none, or where `hasCurrency` is false.
   */
  readonly text?: (text: string, currency: string) => void
  readonly hasCurrency: boolean
  /** Takes its end, after everything in it. */
  readonly ended?: () => void
}

interface Named {
  readonly name: string
  readonly shape: Shape
  /** The element that came after it the last time. */
  next: Named | undefined
}

/**
 * The elements that are read in another one, by name. Most entries of a file have the same elements in the same order, and to
 * compare a name takes less time than to look it up: saxes makes a new text each time, whose hash is not known yet.
 */
export class InnerElements {
  private readonly byName: ReadonlyMap<string, Named>
  private last: { next: Named | undefined } = { next: undefined }

  constructor(shapes: Readonly<Record<string, Shape>>) {
    this.byName = new Map(Object.entries(shapes).map(([name, shape]) => [name, { name, shape, next: undefined }]))
  }

  /** Returns the shape of an element by its name; `undefined` for one that is not read. */
  find(name: string): Shape | undefined {
    let element = this.last.next
    if (element?.name !== name) {
      element = this.byName.get(name)
      if (!element) return undefined
      this.last.next = element
    }
    this.last = element
    return element.shape
  }
}

/** Describes an element in which these are read, by name. */
export function holding(
  inner: Readonly<Record<string, Shape>>,
  then: Readonly<Pick<Shape, 'text' | 'ended'>> = {},
): Shape {
  return { inner: new InnerElements(inner), hasCurrency: false, ...then }
}

const nothing = new InnerElements({})

/** Describes an element of which the text is read. */
export function text(take: (text: string) => void): Shape {
  return { inner: nothing, hasCurrency: false, text: take }
}

/** Describes an element of which the text and the attribute `Ccy` are read. */
export function money(take: (text: string, currency: string) => void): Shape {
  return { inner: nothing, hasCurrency: true, text: take }
}
