/** How many of the last entries are remembered, so that memory stays constant. */
const remembered = 10_000

/** Whether a bank only says that it has no reference of its own. */
export function isPlaceholder(text: string): boolean {
  return /^(?:NOT ?PROVIDED|NON-?REF|NONE|N\/?A|[0\W_]*)$/i.test(text)
}

/**
 * Names the lines of entries: `AcctSvcrRef`, what was booked under it, and an ordinal.
 *
 * Banks repeat an `AcctSvcrRef` for the charge, the return or the next instalment of what it first named, and a line
 * that bore the name of another one would count as read before: its money would be lost from sight. So the name says
 * day, direction, amount and payer's reference too, and the ordinal goes on where even these are the same.
 */
export function lineNames() {
  const given = new Map<string, number>()

  return {
    /**
     * @param entry its `AcctSvcrRef`, and what tells it from other entries
     * @param parts what tells the lines of this entry from each other, apart from their order
     */
    of(entry: readonly string[], parts: readonly (readonly string[])[]): string[] {
      const key = entry.join('/')
      const before = given.get(key) ?? 0
      given.delete(key)
      given.set(key, before + parts.length)
      const [oldest] = given.keys()
      if (given.size > remembered && oldest !== undefined) given.delete(oldest)
      const said = (texts: readonly string[]) => texts.filter((text) => text !== '')
      return parts.map((part, index) => [...said([...entry, ...part]), before + index + 1].join('/'))
    },
  }
}

export type LineNames = ReturnType<typeof lineNames>
