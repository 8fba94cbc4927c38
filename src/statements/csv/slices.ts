/** So much text is looked at to find header and delimiter, and parsed at once afterwards. */
export const sliceLength = 65_536

function endsWithinPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff
}

/**
 * The same text in slices of `sliceLength`, wherever it was cut before, the last one shorter; one unit less where a
 * surrogate pair would be cut through, because each slice becomes UTF-8 by itself.
 */
export async function* slices(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    rest += text
    let start = 0
    while (rest.length - start >= sliceLength) {
      const slice = rest.slice(start, start + sliceLength)
      const whole = endsWithinPair(slice) ? slice.slice(0, -1) : slice
      yield whole
      start += whole.length
    }
    rest = rest.slice(start)
  }
  if (rest !== '') yield rest
}
