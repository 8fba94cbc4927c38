/** The formula guard once more, by characters instead of expressions: contract, "CSV". */
const skipped = [0x20, 0xa0, 0x1680, 0x180e, 0x200b, 0x200c, 0x200d, 0x202f, 0x205f, 0x2060, 0x3000, 0xfeff]
const isSkipped = (character: string) => {
  const code = character.charCodeAt(0)
  return skipped.includes(code) || (code >= 0x2000 && code <= 0x200a)
}

/** Checks whether a spreadsheet may take a line (`wholeField`: a field) that begins like this for a formula. */
export function isLive(text: string, wholeField: boolean): boolean {
  const first = [...text].find((character) => !isSkipped(character))
  return first !== undefined && ('=+-@\t＝＋－＠'.includes(first) || (wholeField && (first === '\r' || first === '\n')))
}

export function guarded(text: string): string {
  let result = isLive(text, true) ? "'" : ''
  for (let i = 0; i < text.length; i++) {
    result += text[i]
    const endsLine = text[i] === '\n' || (text[i] === '\r' && text[i + 1] !== '\n')
    if (endsLine && isLive(text.slice(i + 1).split(/[\r\n]/)[0]!, false)) result += "'"
  }
  return result
}
