import { sha256 } from '../../internal/sha256.js'
import { Occurrences } from '../../domain/reconciliation/occurrences.js'
import { badStatement } from '../input.js'
import type { EntryLine } from './transaction.js'

/** The most different entries with a reference of the bank in one file: they take some 60 bytes each. */
const maxEntries = 2_000_000

/**
 * Names the lines of entries: `AcctSvcrRef`, what was booked under it, and an ordinal.
 *
 * Banks repeat an `AcctSvcrRef` for the charge, the return or the next instalment of what it first named, and a line
 * that bore the name of another one would count as read before: its money would be lost from sight. So the name has
 * day, direction, amount and payer's reference too, and the ordinal goes on where even these are the same, through the
 * whole file.
 */
export function lineNames(max = maxEntries) {
  const entries = new Occurrences()

  /** Counts `count` more lines under a name without its ordinal, and returns how many there were before. */
  function before(name: string, count: number): number {
    const lines = entries.add(sha256(name), count)
    if (entries.size > max)
      throw badStatement(`has more than ${max} entries with a reference of the bank: read it in parts, of whole days`)
    return lines
  }

  /**
   * Returns the names of the lines of an entry: one that is the whole entry differs from others by its reference, those
   * of a batch also by their amounts.
   *
   * @param entry its `AcctSvcrRef`, and what was booked
   */
  return (entry: string, lines: readonly EntryLine[]): string[] => {
    const [only, second] = lines
    if (only && !second) {
      const name = `${entry}/${only.reference}`
      const ordinal = before(name, 1) + 1
      return [`${only.reference === '' ? entry : name}/${ordinal}`]
    }
    const first = before(entry, lines.length) + 1
    return lines.map(({ direction, amount, reference }, index) => {
      const name = `${entry}/${direction}/${amount}`
      return `${reference === '' ? name : `${name}/${reference}`}/${first + index}`
    })
  }
}

export type LineNames = ReturnType<typeof lineNames>
