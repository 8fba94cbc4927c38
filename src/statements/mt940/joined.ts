/** Where a search for references ends a word (the slash divides code words as well). */
const divider = /[\s,;|()[\]{}<>"':=/]/
const longest = 65
const joint = /[-/]/

function mayBeReference(word: string): boolean {
  return word.length >= 6 && /\d/.test(word)
}

/** Whether the last characters of `left` and the first of `right` can only be one word. */
function isOneWord(left: string, right: string): boolean {
  const before = left.at(-1) ?? ''
  const after = right.charAt(0)
  return joint.test(before) || joint.test(after) || (/\d/.test(before) && /\d/.test(after))
}

/**
 * Two pieces of a text that was cut to a width. Behind a piece that is not full a new word begins. A full one usually
 * was cut within a word: they are one, `CONTRA ACCOUN` + `T HOLDER`. But a word may have ended just there; where its
 * parts could be references, they are given beside the whole. Not between two digits: the first half of a bill's
 * number can be the number of another bill.
 */
export function joined(left: string, right: string, isFull: boolean): string {
  if (left === '' || right === '' || /\s$/.test(left) || /^\s/.test(right)) return left + right
  if (!isFull) return `${left} ${right}`
  const end = left.slice(-longest).split(divider).at(-1) ?? ''
  const start = right.slice(0, longest).split(divider, 1)[0] ?? ''
  const isWhole = isOneWord(left, right) || !(mayBeReference(end) || mayBeReference(start))
  return isWhole ? left + right : `${left}${start} ${end} ${right}`
}

/** Lines of SWIFT have 65 characters; 64 where the last is a blank that was dropped, or a bank counts otherwise. */
export function isFullLine(line: string): boolean {
  return line.length === 64 || line.length === 65
}

export function joinLines(lines: readonly string[]): string {
  let text = ''
  let isFull = false
  for (const line of lines) {
    text = joined(text, line, isFull)
    isFull = isFullLine(line)
  }
  return text
}
