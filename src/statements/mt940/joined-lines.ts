/** The characters at which a search for references ends a word (the slash divides code words as well). */
const divider = /[\s,;|()[\]{}<>"':=/]/
const maxLength = 65
const joint = /[-/]/

function mayBeReference(word: string): boolean {
  return word.length >= 6 && /\d/.test(word)
}

/** Returns true where the last characters of `left` and the first of `right` can only be one word. */
function isOneWord(left: string, right: string): boolean {
  const before = left.at(-1) ?? ''
  const after = right.charAt(0)
  return joint.test(before) || joint.test(after) || (/\d/.test(before) && /\d/.test(after))
}

/**
 * Returns true for a full line: lines of SWIFT have 65 characters; 64 where the last is a blank that was dropped, or a
 * bank counts otherwise.
 */
export function isFullLine(line: string): boolean {
  return line.length === 64 || line.length === 65
}

/** Makes a text of pieces, each looked at once however long the text has become. */
export function joiner() {
  const parts: string[] = []
  /** The end of the text, as much of it as decides how the next piece is joined. */
  let tail = ''

  function add(text: string): void {
    parts.push(text)
    tail = (tail + text.slice(-maxLength)).slice(-maxLength)
  }

  return {
    add,
    /** Returns true where the next piece needs no blank before it. */
    isApart: () => tail === '' || /\s$/.test(tail),
    /**
     * Adds a piece of a text that was cut to a width. Behind a piece that is not full a new word begins. A full one
     * usually was cut within a word: they are one, `CONTRA ACCOUN` + `T HOLDER`. But a word may have ended just there;
     * where its parts could be references, they are given beside the whole. Not between two digits: the first half of a
     * bill's number can be the number of another bill.
     */
    join(piece: string, isFull: boolean): void {
      if (tail === '' || piece === '' || /\s$/.test(tail) || /^\s/.test(piece)) return add(piece)
      if (!isFull) return add(` ${piece}`)
      const end = tail.split(divider).at(-1) ?? ''
      const start = piece.slice(0, maxLength).split(divider, 1)[0] ?? ''
      const isWhole = isOneWord(tail, piece) || !(mayBeReference(end) || mayBeReference(start))
      add(isWhole ? piece : `${start} ${end} ${piece}`)
    },
    text: () => parts.join(''),
  }
}

export function joinLines(lines: readonly string[]): string {
  const { join, text } = joiner()
  let isFull = false
  for (const line of lines) {
    join(line, isFull)
    isFull = isFullLine(line)
  }
  return text()
}
