import { sha256 } from '../../internal/crypto.js'
import { Occurrences } from '../../domain/reconciliation/occurrences.js'
import { badStatement } from '../input.js'

/** So many different entries with a reference of the bank may be in one file: they take some 60 bytes each. */
const mostEntries = 2_000_000

/** What is missing has no place in a name. */
function joined(texts: readonly string[]): string {
  let name = ''
  for (const text of texts) if (text !== '') name = name === '' ? text : `${name}/${text}`
  return name
}

/** Whether the text only means that the bank has no reference of its own. */
export function isPlaceholder(text: string): boolean {
  return /^(?:NOT ?PROVIDED|NON-?REF|NONE|N\/?A|[0\W_]*)$/i.test(text)
}

/**
 * Names the lines of entries: `AcctSvcrRef`, what was booked under it, and an ordinal.
 *
 * Banks repeat an `AcctSvcrRef` for the charge, the return or the next instalment of what it first named, and a line
 * that bore the name of another one would count as read before: its money would be lost from sight. So the name has
 * day, direction, amount and payer's reference too, and the ordinal goes on where even these are the same, through the
 * whole file.
 */
export function lineNames(most = mostEntries) {
  const entries = new Occurrences()

  /**
   * The names of the lines of an entry, by their order.
   *
   * @param entry its `AcctSvcrRef`, and what differs from other entries
   * @param count how many lines it has
   */
  return (entry: readonly string[], count: number) => {
    const before = entries.add(sha256(entry.join('/')), count)
    if (entries.size > most)
      throw badStatement(`has more than ${most} entries with a reference of the bank: read it in parts, of whole days`)
    const start = joined(entry)
    /** @param part what differs from the other lines of the entry, apart from their order */
    return (index: number, part: readonly string[] = []) => joined([start, ...part, `${before + index + 1}`])
  }
}

export type LineNames = ReturnType<typeof lineNames>
