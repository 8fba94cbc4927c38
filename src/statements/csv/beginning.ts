/** The length of the text in which header and delimiter are looked for, in characters. */
export const beginningLength = 65_536

interface Portion {
  text: string
  /** True where nothing comes behind it. */
  isLast: boolean
}

/** Returns the same text: first its beginning, or all of it where it is no longer, then the rest as it comes. */
export async function* beginningFirst(texts: AsyncIterable<string>): AsyncGenerator<Portion> {
  const gathered: string[] = []
  let length = 0
  for await (const text of texts) {
    const isKnown = length > beginningLength
    length += text.length
    if (isKnown) yield { text, isLast: false }
    else {
      gathered.push(text)
      if (length > beginningLength) yield { text: gathered.join(''), isLast: false }
    }
  }
  yield { text: length > beginningLength ? '' : gathered.join(''), isLast: true }
}
